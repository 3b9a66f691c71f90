"""A chunk on its way: its atoms, the headers it may carry, and the text that comes of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.chunk.pack import Atom, Span

_INDENT = re.compile(r"(?<![^\n])[^\S\n]+\Z")
_BLANKS = re.compile(r"[^\S\n]*")
_MOST_BLANKS = 200


@dataclass(frozen=True, slots=True)
class Heading:
    """What may stand before the chunks of a section: headers, longest first and the last empty, with their tokens."""

    section: str
    headers: tuple[str, ...]
    tokens: tuple[int, ...]

    def that_fits(self, room: int) -> int:
        """The index of the longest header of at most `room` tokens; the last one when none fits."""
        return next((at for at, tokens in enumerate(self.tokens) if tokens <= room), len(self.tokens) - 1)


@dataclass(frozen=True, slots=True)
class Draft:
    """Neighbouring atoms as one chunk; `header` is an index, `table` says whether header rows are repeated."""

    heading: Heading
    atoms: Sequence[Atom]
    header: int
    table: bool
    blanks: bool = True

    def span(self, text: str) -> Span:
        """The content: the atoms, with the indent of the first line and the blanks that end the last.

        Code keeps its shape, and a line that is quoted is quoted whole; without `blanks` there are the atoms alone.
        """
        start, end = self.atoms[0].start, self.atoms[-1].end
        if not self.blanks:
            return start, end
        indent = _INDENT.search(text, max(0, start - _MOST_BLANKS), start)
        blanks = _BLANKS.match(text, end, end + _MOST_BLANKS)
        return indent.start() if indent else start, blanks.end() if blanks else end

    def repeated(self, text: str) -> str:
        """The header rows that `text` of the chunk repeats before the content."""
        table = self.atoms[0].table if self.table else None
        return text[table[0] : table[1]] + "\n" if table else ""

    def text(self, text: str) -> str:
        """What is embedded."""
        start, end = self.span(text)
        return self.heading.headers[self.header] + self.repeated(text) + text[start:end]
