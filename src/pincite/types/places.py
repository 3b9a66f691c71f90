"""Where in the source a stretch of canonical text was read: page, time, cells or slide."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle on a displayed page: 0 to 1 of its width and height, from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a paged document; `number` counts from 1, `box` is None where only the page is known."""

    number: int
    box: Box | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Times:
    """A stretch of a recording, in seconds of the original time line."""

    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Cells:
    """A rectangle of cells in a sheet; rows and columns count from 1, both ends included."""

    sheet: str
    first_row: int
    first_column: int
    last_row: int
    last_column: int


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide, counted from 1 in presentation order."""

    number: int


Where = Page | Times | Cells | Slide


@dataclass(frozen=True, slots=True)
class Place:
    """`text[start:end]` was read at `where`, with `confidence` from 0 to 1 (1 for digital text)."""

    start: int
    end: int
    where: Where
    confidence: float = 1.0


class Places:
    """The places of one document, sorted and disjoint, in code points of its canonical text.

    >>> places = Places([Place(0, 4, Page(1)), Place(5, 9, Page(2))])
    >>> [place.where.number for place in places.between(3, 6)]
    [1, 2]
    """

    __slots__ = ("_ends", "_places")

    def __init__(self, places: Iterable[Place] = ()) -> None:
        self._places = tuple(places)
        self._ends = [place.end for place in self._places]

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Place]:
        return iter(self._places)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and self._places == other._places

    def __hash__(self) -> int:
        return hash(self._places)

    def between(self, start: int, end: int) -> list[Place]:
        """The places that share at least one character with `[start, end)`, in order."""
        first = bisect_left(self._ends, start + 1)
        found = []
        for place in self._places[first:]:
            if place.start >= end:
                break
            found.append(place)
        return found
