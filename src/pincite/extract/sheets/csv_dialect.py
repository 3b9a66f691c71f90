"""How a table in plain text is written: which mark parts its cells, and which one quotes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

_SAMPLE = 1 << 16
_RECORDS = 1000
NO_DELIMITER = "\0"
"""No canonical text holds it."""

_DELIMITERS = (",", ";", "\t", "|")
_ANNOUNCED = re.compile(r"sep=([,;|\t])[ \t]*(?:\n|\Z)", re.IGNORECASE)
_WIDE_ENOUGH = 0.6

Span = tuple[int, int]
"""Where the words of a cell start and end, without their quotes."""


class Dialect(NamedTuple):
    """The mark between two cells, the mark around one, and how many cells a record usually has."""

    delimiter: str
    quote: str
    width: int


class Record(NamedTuple):
    """One record: its span, which may go over several lines, and those of its cells."""

    start: int
    end: int
    cells: list[Span]


def announced_delimiter(text: str) -> tuple[str, int]:
    r"""The delimiter that a first line `sep=;` announces to Excel, and where the next line starts; `("", 0)` without one.

    >>> announced_delimiter("sep=;\na;b")
    (';', 6)
    """
    found = _ANNOUNCED.match(text)
    return (found.group(1), found.end()) if found else ("", 0)


def find_dialect(text: str, start: int = 0, delimiter: str = "") -> Dialect:
    r"""The dialect in which the records from `start` on agree best about their number of cells.

    Where none parts most records into the same two or more cells, every line is a record of one cell.

    >>> find_dialect("name;share\nAda;1,5\nBob;2,5\n")
    Dialect(delimiter=';', quote='"', width=2)
    """
    sample = text[start : start + _SAMPLE]
    if len(text) > start + _SAMPLE:
        sample = sample[: sample.rfind("\n") + 1] or sample
    best, agreed = Dialect(delimiter or NO_DELIMITER, '"', 1), 0.0
    for mark in (delimiter,) if delimiter else _DELIMITERS:
        for quote in ('"', "'") if '"' not in sample else '"':
            width, share = _agreement(sample, Dialect(mark, quote, 1))
            if width > 1 and share >= _WIDE_ENOUGH and share > agreed:
                best, agreed = Dialect(mark, quote, width), share
    return best


def records(text: str, start: int, dialect: Dialect) -> Iterator[Record]:
    r"""The records from `start` on. A cell in quotes may hold delimiters and line ends; two quotes in it are one.

    A quote that is not at the start of a cell, or has no fellow at the end of one, is a letter like any other.

    >>> [record.cells for record in records('a,"b\nc"\nd', 0, Dialect(",", '"', 2))]
    [[(0, 1), (3, 6)], [(8, 9)]]
    """
    begin = start
    cells: list[Span] = []
    for cell in _pattern(dialect.delimiter, dialect.quote).finditer(text, start):
        if cell.start() == len(text) and not cells:
            return
        cells.append(cell.span(1) if cell.start(1) >= 0 else cell.span(2))
        if cell.group(3) != dialect.delimiter:
            yield Record(begin, cell.start(3), cells)
            begin, cells = cell.end(), []
            if not cell.group(3):
                return


@lru_cache
def _pattern(delimiter: str, quote: str) -> re.Pattern[str]:
    """One cell and what ends it; possessive, so that no file makes it slow."""
    mark = re.escape(delimiter)
    quoted = rf" *+{quote}((?:[^{quote}]++|{quote}{quote})*+){quote} *+(?=[{mark}\n]|\Z)"
    return re.compile(rf"(?:{quoted}|([^{mark}\n]*+))([{mark}\n]|\Z)")


def _agreement(sample: str, dialect: Dialect) -> tuple[int, float]:
    """The commonest number of cells, and the share of the records that have it; the first one has to be as wide."""
    found = islice(records(sample, 0, dialect), _RECORDS)
    widths = [len(record.cells) for record in found if sample[record.start : record.end].strip()]
    if not widths:
        return 1, 0.0
    width, many = Counter(widths).most_common(1)[0]
    return width, many / len(widths) - 0.01 * (widths[0] != width)
