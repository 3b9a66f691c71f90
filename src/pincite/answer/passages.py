"""The pieces of a quote that can stand alone in an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pincite.chunk.sentences import sentences

_LONGEST = 600

_LINE = re.compile(r"[^\n]+")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_FENCE_LINE = re.compile(r"^[ \t]*(`{3,}|~{3,})([^`\n]*)$", re.MULTILINE)
_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*\Z")
_RULE = re.compile(r"[\s|:=*_+-]*\Z")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}(?:\s|\Z)")
_MARK = re.compile(r"[ \t]*(?:>[ \t]?)*[ \t]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?")


@dataclass(frozen=True, slots=True)
class Passage:
    """`quote[start:end]`; `lines` says that it is whole lines of code or of a table, shown on lines of their own."""

    start: int
    end: int
    lines: bool = False

    def of(self, quote: str) -> str:
        return quote[self.start : self.end]


def passages(quote: str) -> list[Passage]:
    r"""The sentences of prose, rows of tables and blocks of code in a quote, in order; never empty.

    Marks of lists and quotations before a sentence, and the fences around code, are left out: they are at its
    ends. What ends in a colon or a question mark does not stand alone: it goes with what follows, with the whole list
    if that is what follows, up to 600 code points. Headings and rules answer nothing, so they count only in a quote that
    holds nothing else. A block of code longer than 600 code points is given in parts of whole lines.

    >>> quote = "## Pay\n- Paid monthly. Never in cash.\n\n| day | 25 |\n"
    >>> [passage.of(quote) for passage in passages(quote)]
    ['Paid monthly.', 'Never in cash.', '| day | 25 |']
    """
    found = [passage for block in _blocks(quote) for passage in _of_block(quote, block)]
    return _together(quote, found) or [Passage(*_trimmed(quote, 0, len(quote)))]


def _together(quote: str, found: Iterable[Passage]) -> list[Passage]:
    together: list[Passage] = []
    in_list = False
    for passage in found:
        last = together[-1] if together else None
        item = _is_item(quote, passage)
        goes_on = last is not None and not passage.lines and (_announces(last.of(quote)) or (in_list and item))
        if last and goes_on and passage.end - last.start <= _LONGEST:
            together[-1] = Passage(last.start, passage.end, lines=last.lines or item)
            in_list = item
        else:
            together.append(passage)
            in_list = False
    return together


def _announces(words: str) -> bool:
    return words.rstrip("*_)”\"' ").endswith((":", "?", "：", "？"))


def _is_item(quote: str, passage: Passage) -> bool:
    mark = _MARK.match(quote, quote.rfind("\n", 0, passage.start) + 1)
    return bool(mark and mark.group().strip())


class _Block(NamedTuple):
    kind: str
    start: int
    end: int


def _blocks(quote: str) -> Iterator[_Block]:
    """Neighbouring lines of one kind as one block; a row, an item and a line after a blank one begin a new one."""
    block: _Block | None = None
    for line in _lines(quote):
        if block and _continues(quote, block, line):
            block = _Block(block.kind, block.start, line.end)
            continue
        if block:
            yield block
        block = line
    if block:
        yield block


def _lines(quote: str) -> Iterator[_Block]:
    """The lines that can answer: `code`, `row` and `prose`."""
    fence = _fence_left_open(quote)
    for match in _LINE.finditer(quote):
        line = match.group()
        marks = _FENCE.match(line)
        if fence:
            if marks and marks.group(1).startswith(fence):
                fence = ""
            else:
                yield _Block("code", *match.span())
        elif marks and "`" not in line[marks.end() :]:
            fence = marks.group(1)
        elif not _RULE.match(line) and not _HEADING.match(line):
            yield _Block("row" if _ROW.match(line) else "prose", *match.span())


def _fence_left_open(quote: str) -> str:
    """The marks of a fence that the chunk before opened: of an odd number the first is bare and follows on a line."""
    fences = list(_FENCE_LINE.finditer(quote))
    if len(fences) % 2 == 0 or fences[0].group(2).strip():
        return ""
    last_line = quote[: fences[0].start()].removesuffix("\n").rpartition("\n")[2]
    return fences[0].group(1) if last_line.strip() else ""


def _continues(quote: str, block: _Block, line: _Block) -> bool:
    between = quote[block.end : line.start]
    if block.kind != line.kind or line.kind == "row":
        return False
    if line.kind == "code":
        return not between.strip() and line.end - block.start <= _LONGEST
    mark = _MARK.match(quote, line.start, line.end)
    return between == "\n" and not (mark and mark.group().strip())


def _of_block(quote: str, block: _Block) -> Iterator[Passage]:
    if block.kind != "prose":
        start, end = _trimmed(quote, block.start, block.end) if block.kind == "row" else block[1:]
        yield Passage(start, end, lines=True)
        return
    mark = _MARK.match(quote, block.start, block.end)
    for start, end in sentences(quote, mark.end() if mark else block.start, block.end):
        yield Passage(start, end)


def _trimmed(quote: str, start: int, end: int) -> tuple[int, int]:
    words = quote[start:end].rstrip()
    return start + len(words) - len(words.lstrip()), start + len(words)
