"""Running headers, footers and page numbers: lines at the edge of a page that come back on page after page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from math import inf

from pincite.extract.pages.page import PageText, Segment

_EDGE = 0.15
_FEWEST_PAGES = 3
_DENSE = 0.4  # alternating headers stand on every second page
_LARGER_THAN_TEXT = 1.1
_ROOM = 0.6  # times the height of a line of text
_LEAST_ROOM = 0.5  # times the height of the line itself: with less it stands apart in no document
_ANYWHERE = -9  # page numbers stand at the foot where a chapter begins, elsewhere at the head
_PAGE_NUMBER = re.compile(r"\W*(?:page |p\. ?)?#\W*(?:of #|#)?\W*")
_NUMBER = re.compile(r"\d+|(?<!\w)[ivxlcdm]+(?!\w)")


@dataclass(frozen=True, slots=True)
class _Line:
    """All that stands on one line at the edge of a page; `room` is what is between it and the page's text, in points."""

    page: int
    height: int
    masked: str
    segments: tuple[int, ...]
    tallest: float
    room: float

    def stands_apart(self, body: float) -> bool:
        return self.tallest <= _LARGER_THAN_TEXT * body and self.room > _ROOM * body


Edge = tuple[_Line, ...]
"""The lines along one edge of a page that may run, from the edge on: one only runs if those outside of it stand apart."""


def running_lines(edges: Iterable[Edge], body: float) -> dict[int, frozenset[int]]:
    """For the number of a page the indexes of its segments that belong to a running line; `body` is the height of a line of text.

    A line runs when the same words (numbers aside) stand at the same height on three pages or more, at least on two of
    five pages from its first to its last one, apart from the text and no larger than it: titles of slides stay.
    """
    groups: dict[tuple[str, int], list[_Line]] = defaultdict(list)
    for edge in edges:
        for line in takewhile(lambda line: line.stands_apart(body), edge):
            groups[line.masked, line.height].append(line)
    running: dict[int, frozenset[int]] = {}
    for (masked, height), lines in groups.items():
        near = [line for step in (-1, 0, 1) for line in groups.get((masked, height + step), ())]
        if _runs({line.page for line in near}):
            for line in lines:
                running[line.page] = running.get(line.page, frozenset()).union(line.segments)
    return running


def _runs(numbers: set[int]) -> bool:
    return len(numbers) >= _FEWEST_PAGES and len(numbers) >= _DENSE * (max(numbers) - min(numbers) + 1)


def edges_of(page: PageText) -> Iterator[Edge]:
    """What stands along the head and the foot of a page, and may run if the same stands on others."""
    lines = _lines(page.segments)
    for edge in (lines[:2], lines[:-3:-1]):
        found = []
        for line in edge:
            room = _room(line, lines, page)
            tallest = max(one.height for one in line)
            if room is None or room <= _LEAST_ROOM * tallest:
                break
            found.append(_as_line(line, page, tallest, room))
        if found:
            yield tuple(found)


def _lines(segments: list[Segment]) -> list[list[Segment]]:
    """The segments by lines of the displayed page, from its top."""
    lines: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda segment: segment.top):
        if lines and lines[-1][0].level_with(segment):
            lines[-1].append(segment)
        else:
            lines.append([segment])
    return lines


def _room(line: list[Segment], lines: list[list[Segment]], page: PageText) -> float | None:
    """How far a line near the edge is from what is inside of it; None where it is not near the edge."""
    top, bottom = min(one.top for one in line), max(one.bottom for one in line)
    if bottom < _EDGE * page.height:
        return min((other[0].top for other in lines if other[0].top > top), default=inf) - bottom
    if top > (1 - _EDGE) * page.height:
        return top - max((other[0].bottom for other in lines if other[0].bottom < bottom), default=-inf)
    return None


def _as_line(line: list[Segment], page: PageText, tallest: float, room: float) -> _Line:
    ordered = sorted(line, key=lambda segment: segment.left)
    text = " ".join(segment.text for segment in ordered).lower()
    masked = _NUMBER.sub("#", text)
    height = round(100 * min(segment.top for segment in line) / page.height)
    indexes = tuple(index for index, one in enumerate(page.segments) if any(one is part for part in line))
    anywhere = _PAGE_NUMBER.fullmatch(masked)
    return _Line(page.number, _ANYWHERE if anywhere else height, masked, indexes, tallest, room)
