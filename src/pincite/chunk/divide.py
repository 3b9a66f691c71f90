"""Cutting what is too long for the encoder all by itself: a sentence, a row, a line of code, a word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from pincite.chunk.pack import CHARACTER, CLAUSE, SENTENCE, WORD


class Cut(NamedTuple):
    """A part `[start, end)` of something divided, and what cutting before it costs (see `pack`)."""

    start: int
    end: int
    cost: float


_STOPS = (
    (re.compile(r"\n"), SENTENCE),
    (re.compile(r"[,;:)\]}|–—\t]\s|[，；：、|]"), CLAUSE),
    (re.compile(r"\s"), WORD),
)
_JOINERS = "\u200d\ufe0e\ufe0f"


def divide(text: str, start: int, end: int, step: int) -> Iterator[Cut]:
    """Cut `text[start:end]` in parts of at most `step` code points, at the best place in the second half of each step.

    Best is after a line end, then after a comma or another mark of a clause, then at white space, then
    between two characters, though not before a combining mark. No part is white space only.

    >>> [("one two, three"[a:b], cost) for a, b, cost in divide("one two, three", 0, 14, 9)]
    [('one two,', 0.0), ('three', 2.5)]
    """
    cost = 0.0
    while start < end:
        stop, next_cost = (end, 0.0) if end - start <= step else _stop(text, start, start + step)
        part = text[start:stop]
        lead = len(part) - len(part.lstrip())
        if lead < len(part):
            yield Cut(start + lead, start + len(part.rstrip()), cost)
            cost = next_cost
        start = stop


def _stop(text: str, start: int, limit: int) -> tuple[int, float]:
    middle = start + (limit - start) // 2
    for pattern, cost in _STOPS:
        stops = [match.end() for match in pattern.finditer(text, middle, limit)]
        if stops:
            return stops[-1], cost
    stop = limit
    while stop > middle + 1 and (
        text[stop] in _JOINERS or text[stop - 1] == "\u200d" or unicodedata.combining(text[stop])
    ):
        stop -= 1
    return stop, CHARACTER
