"""The two tables of reStructuredText: grids drawn of `+---+`, and simple ones between rules of `===`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.extract.plain.rst_lines import Line

_GRID = re.compile(r"\+(?:[-=]+\+)+")
_SIMPLE = re.compile(r"=+(?: +=+)+")
_PARTING = re.compile(r"-+(?: +-+)*")

Rows = Iterator[tuple[int, int, bool]]
"""For each row its first line, the line after it, and whether it belongs to the header."""


def is_grid(words: str) -> bool:
    """Whether a line opens a grid table."""
    return bool(_GRID.fullmatch(words))


def is_simple(words: str) -> bool:
    """Whether a line opens a simple table, which has two columns or more."""
    return bool(_SIMPLE.fullmatch(words))


def grid_rows(lines: Sequence[Line], first: int, last: int) -> Rows:
    """The rows of a grid: the lines between two rules; those above a rule of `=` are the header."""
    rules = [at for at in range(first, last) if is_grid(lines[at].words)]
    header = next((at for at in rules if "=" in lines[at].words), -1)
    for above, below in zip(rules, [*rules[1:], last], strict=True):
        if below > above + 1:
            yield above + 1, below, below <= header


def simple_table_end(lines: Sequence[Line], first: int, last: int) -> int:
    """The line after the last rule of a simple table: the second, or the third where the second ends the header."""
    rules = []
    for at in range(first, last):
        words = lines[at].words
        if words and lines[at].indent < lines[first].indent:
            break
        if is_simple(words):
            rules.append(at)
            if len(rules) > 1 and (at + 1 >= last or not lines[at + 1].words):
                break
    return rules[-1] + 1 if len(rules) > 1 else next((at for at in range(first, last) if not lines[at].words), last)


def simple_rows(lines: Sequence[Line], first: int, last: int) -> Rows:
    """The rows of a simple table: one a line; a line whose first column is blank goes on with the row above."""
    rules = [at for at in range(first, last) if is_simple(lines[at].words)]
    header = rules[1] if len(rules) > 2 else -1
    rows: list[tuple[int, int]] = []
    for at in range(first, last):
        line = lines[at]
        if not line.words or is_simple(line.words) or _PARTING.fullmatch(line.words):
            continue
        if rows and line.indent > lines[first].indent and rows[-1][1] == at:
            rows[-1] = (rows[-1][0], at + 1)
        else:
            rows.append((at, at + 1))
    for start, stop in rows:
        yield start, stop, start < header
