"""Writes the words of a document in blocks: each on lines of its own, cells a tab apart, nothing for what is empty."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.extract.builder import Builder
from pincite.types.document import BlockKind
from pincite.types.places import Where

_SPACE = re.compile(r"[ \t\n\r\f]+")
_ON_ONE_LINE = {"heading", "row", "caption"}
_HOLDS_WORDS = {"paragraph", "heading", "item", "caption", "code", "row"}


@dataclass(slots=True)
class _Pending:
    """A block that is begun; it reaches the builder with its first word, so that empty ones leave no trace."""

    kind: BlockKind
    level: int
    opened: bool = False
    start: int = 0
    label: str = ""


class BlockWriter:
    """Keeps what separates the next word from the last one: a space, a tab, one line end or two.

    `where` is the place of what is written from now on; None where the source has none.
    """

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._stack: list[_Pending] = []
        self._lines = 0
        self._space = ""
        self._held = ""
        self._tabs = 0
        self._words: list[str] = []
        self.titles: list[tuple[int, str]] = []
        self.where: Where | None = None

    def begin(self, kind: BlockKind, level: int = 0, *, lines: int = 2) -> None:
        """Begin a block that stands `lines` line ends below what is above it."""
        self.separate(lines)
        self._stack.append(_Pending(kind, level))

    def end(self, *, lines: int = 2) -> None:
        """End the innermost block, with `lines` line ends before what follows."""
        self._end_loose_paragraph()
        self._pop()
        self._tabs = 0
        self.separate(lines)

    def separate(self, lines: int) -> None:
        """Let the next word stand at least `lines` line ends below the last one."""
        self._held = ""
        if self.on_one_line:
            self._space = self._space or " "
            return
        self._end_loose_paragraph()
        self._lines = max(self._lines, min(lines, 1) if self.inside("list") or self.inside("table") else lines)
        self._space = ""

    def line_end(self) -> None:
        """Let the next word stand on a line of its own, in the same block."""
        self._held = ""
        if self.inside("row"):
            self._space = self._space or " "
        else:
            self._lines = max(self._lines, 1)

    @property
    def on_one_line(self) -> bool:
        """Whether what is being written stays on its line: a heading, a row of a table, a caption."""
        return any(block.kind in _ON_ONE_LINE for block in self._stack)

    def inside(self, kind: BlockKind) -> bool:
        """Whether a block of this kind is open."""
        return any(block.kind == kind for block in self._stack)

    def tabs(self, count: int) -> None:
        """Let the next word stand `count` cells to the right of the last one, in the same row."""
        self._tabs += count
        self._space = self._held = ""

    def between(self, mark: str) -> None:
        """Let the next word stand behind this mark of ours, on the same line: cells of a table in a cell."""
        self._space = mark

    def flow(self, text: str) -> None:
        """Add running text: runs of white space are one space, none at the start of a line."""
        words = _SPACE.sub(" ", text)
        if words.strip(" "):
            self._space = self._space or " " * (words[0] == " ")
            self._write(words.strip(" "))
            self._space = " " * (words[-1] == " ")
        elif words:
            self._space = self._space or " "

    def verbatim(self, text: str) -> None:
        """Add preformatted text as it stands."""
        self._space = ""
        if text:
            self._write(text)

    def exact(self, text: str) -> None:
        """Add text of one block as it stands; blanks wait for the next word of the block, and go where there is none."""
        words = text.rstrip()
        if words:
            self._write(words)
        self._held += text[len(words) :]

    def insert(self, text: str) -> None:
        """Add what a reader sees and the source has only as a rule, such as the mark of a footnote: it has no place."""
        where, self.where = self.where, None
        self.exact(text)
        self.where = where

    def before(self, text: str) -> None:
        """Put this in front of the next word of the block, if there is one: the number of an item, which has no place."""
        self._held += text

    def label(self, text: str) -> None:
        """Put this in front of the first word of the block that was begun last, whatever blocks that word is in.

        It has no place; where the word is in a heading, the label is part of it.
        """
        self._stack[-1].label = text

    def _write(self, text: str) -> None:
        if not (self._stack and self._stack[-1].kind in _HOLDS_WORDS):
            self._stack.append(_Pending("paragraph", -1))
        self._put_separator()
        self._open_blocks()
        if self._tabs:
            self._builder.put("\t" * self._tabs)
            self._tabs = 0
        self._builder.put(self._held)
        self._builder.put(text, self.where)
        if any(block.kind == "heading" for block in self._stack):
            self._words += [self._held, text]
        self._held = ""

    def _open_blocks(self) -> None:
        labels = ""
        for block in self._stack:
            if not block.opened:
                block.opened, block.start = True, self._builder.length
                self._builder.open(block.kind, max(block.level, 0))
                labels += block.label
        self._builder.put(labels)
        if any(block.kind == "heading" for block in self._stack):
            self._words.append(labels)

    def _put_separator(self) -> None:
        if self._builder.length == 0:
            pass
        elif self._lines:
            self._builder.put("\n" * self._lines)
        elif self._space and not self._tabs and not self._held[:1].isspace():
            self._builder.put(self._space)
            self._words.append(" ")
        if self._lines:
            self._words.append(" ")
        self._lines, self._space = 0, ""

    def _pop(self) -> None:
        block = self._stack.pop()
        title = None
        if block.kind == "heading":
            title = " ".join("".join(self._words).split())
            self._words.clear()
            if block.opened:
                self.titles.append((block.level, title))
        if block.opened:
            self._builder.close(title)

    def _end_loose_paragraph(self) -> None:
        if self._stack and self._stack[-1].level == -1:
            self._pop()
