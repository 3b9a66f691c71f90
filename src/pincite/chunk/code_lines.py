"""Code as lines, with the places where a reader would cut it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.chunk.pack import GLUE, LINE, PART, Atom

_LINE = re.compile(r"[^\n]+")
_FENCE = ("```", "~~~")
_DEEPER = 0.1


def code_atoms(text: str, start: int, end: int, cost: float) -> Iterator[Atom]:
    """One atom a line; a cut is cheapest after a blank line, then at the outermost indentation; fences hold on to code."""
    before, last = "", start
    for line in _LINE.finditer(text, start, end):
        words = line[0].strip()
        if not words:
            continue
        first = line.end() - len(line[0].lstrip())
        if before:
            blank = text.count("\n", last, first) > 1
            cost = _cost(before, words, text[first - 1], blank=blank, closing=line.end() >= end)
        before, last = words, first + len(words)
        yield Atom(first, last, cost)


def _cost(before: str, line: str, indent: str, *, blank: bool, closing: bool) -> float:
    if before.startswith(_FENCE) or (closing and line.startswith(_FENCE)):
        return GLUE
    if blank:
        return PART
    return LINE + (0 if indent == "\n" else _DEEPER)
