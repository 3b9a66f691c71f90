"""Code as lines, with the places where a reader would cut it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.chunk.pack import GLUE, LINE, PART, SENTENCE, Atom

_LINE = re.compile(r"[^\n]+")
_FENCE = ("```", "~~~")
_CLOSERS = ("}", ")", "]", "end")
_DEEPER = 0.1


class _Line(NamedTuple):
    """The words of a line, where they start, the end of the line, and whether blank lines are above it."""

    words: str
    start: int
    end: int
    blank: bool


def code_atoms(text: str, start: int, end: int, cost: float) -> Iterator[Atom]:
    """One atom a line; a cut is cheapest after a blank line, then at the outermost indentation; fences hold on to code."""
    before = ""
    for line in _lines(text, start, end):
        if before:
            cost = _cost(before, line.words, text[line.start - 1], blank=line.blank, closing=line.end >= end)
        before = line.words
        yield Atom(line.start, line.start + len(line.words), cost)


def definition_atoms(text: str, start: int, end: int, cost: float) -> Iterator[Atom]:
    """One atom a line of a source file: a cut is cheap between definitions, dear inside one, dearest before its end.

    A definition stays whole up to about twice the target, as a paragraph does.
    """
    outermost: int | None = None
    for line in _lines(text, start, end):
        indent = line.start - text.rfind("\n", 0, line.start) - 1
        if outermost is not None:
            cost = _cost_inside(line, deeper=indent > outermost)
        outermost = indent if outermost is None else min(indent, outermost)
        yield Atom(line.start, line.start + len(line.words), cost)


def _lines(text: str, start: int, end: int) -> Iterator[_Line]:
    last = start
    for line in _LINE.finditer(text, start, end):
        words = line[0].strip()
        if words:
            first = line.end() - len(line[0].lstrip())
            yield _Line(words, first, line.end(), text.count("\n", last, first) > 1)
            last = first + len(words)


def _cost(before: str, line: str, indent: str, *, blank: bool, closing: bool) -> float:
    if before.startswith(_FENCE) or (closing and line.startswith(_FENCE)):
        return GLUE
    if blank:
        return PART
    return LINE + (0 if indent == "\n" else _DEEPER)


def _cost_inside(line: _Line, *, deeper: bool) -> float:
    if line.words.startswith(_CLOSERS):
        return GLUE
    if deeper:
        return LINE if line.blank else SENTENCE + _DEEPER
    return PART if line.blank else LINE
