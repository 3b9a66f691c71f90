"""The pieces of a quote that can stand alone in an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pincite.chunk.sentences import sentences

_LONGEST_CODE = 600

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
    ends. Headings and rules answer nothing, so they count only in a quote that holds nothing else. A block of code
    longer than 600 code points is given in parts of whole lines.

    >>> quote = "## Pay\n- Paid monthly. Never in cash.\n\n| day | 25 |\n"
    >>> [passage.of(quote) for passage in passages(quote)]
    ['Paid monthly.', 'Never in cash.', '| day | 25 |']
    """
    found = [passage for block in _blocks(quote) for passage in _of_block(quote, block)]
    return found or [Passage(*_trimmed(quote, 0, len(quote)))]


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
        return not between.strip() and line.end - block.start <= _LONGEST_CODE
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
