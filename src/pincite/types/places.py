"""Where in the source a stretch of canonical text was read: page, time, cells, slide, cell of a notebook, chapter or line."""

from __future__ import annotations

import json
import struct
import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple


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
    """A stretch of a recording, in seconds of the original time line (kept to the millisecond)."""

    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Cells:
    """A rectangle of cells in a sheet; rows and columns count from 1, both ends included.

    `sheet` is empty where the source is one table without a name, as a CSV file is.
    """

    sheet: str
    first_row: int
    first_column: int
    last_row: int
    last_column: int


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide, counted from 1 in presentation order."""

    number: int


@dataclass(frozen=True, slots=True)
class NotebookCell:
    """A cell of a notebook with its outputs, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a book: `number` counts the spine of the book from 1, `file` is its name in the archive."""

    number: int
    file: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line of source code, counted from 1."""

    number: int


Where = Page | Times | Cells | Slide | NotebookCell | Chapter | Line


@dataclass(frozen=True, slots=True)
class Place:
    """`text[start:end]` was read at `where`, with `confidence` from 0 to 1 (1 for digital text)."""

    start: int
    end: int
    where: Where
    confidence: float = 1.0


_Frame = tuple[str, int, str | None]
"""What many places share: the kind, a number (of page, slide, cell, chapter), and a name (page label, sheet, file)."""

_KINDS = ("page", "box", "times", "cells", "slide", "notebook cell", "chapter", "line")
_STEPS = 50_000  # a box edge is kept to 1/50,000 of the page, so that decimals such as 0.12 come back as they were
_COLUMNS = 8
_HEADER = struct.Struct("<II")


class Places:
    """The places of one document, sorted and disjoint, in code points of its canonical text.

    Columns of integers, 30 bytes a place: a book has a million words. Boxes are kept to 1/50,000 of the page,
    times to the millisecond.

    >>> places = Places([Place(0, 4, Page(1)), Place(5, 9, Page(2, Box(0.1, 0.2, 0.3, 0.4)))])
    >>> [place.where.number for place in places.between(3, 6)]
    [1, 2]
    >>> Places.from_bytes(places.to_bytes()) == places
    True
    """

    __slots__ = ("_columns", "_confidence", "_frames", "_known")

    def __init__(self, places: Iterable[Place] = ()) -> None:
        self._columns = [array("I") for _ in range(_COLUMNS - 1)]  # start, end, frame, and four numbers
        self._confidence = array("H")
        self._frames: list[_Frame] = []
        self._known: dict[_Frame, int] = {}
        for place in places:
            self.append(place.start, place.end, place.where, place.confidence)

    def append(self, start: int, end: int, where: Where, confidence: float = 1.0) -> None:
        """Add the place of `text[start:end]`, which must not be empty nor begin before the last one ends."""
        last = self._columns[1][-1] if self._columns[1] else 0
        if not last <= start < end:
            raise ValueError(f"a place at {start}-{end} after one that ends at {last}: places are sorted and disjoint")
        frame, numbers = _split(where)
        starts, ends, frames, one, two, three, four = self._columns
        starts.append(start)
        ends.append(end)
        frames.append(self._frame(frame))
        one.append(numbers[0])
        two.append(numbers[1])
        three.append(numbers[2])
        four.append(numbers[3])
        self._confidence.append(_scaled(confidence))

    def __len__(self) -> int:
        return len(self._confidence)

    def __getitem__(self, index: int) -> Place:
        start, end, frame, *numbers = (column[index] for column in self._columns)
        return Place(start, end, _join(self._frames[frame], numbers), self._confidence[index] / _STEPS)

    def __iter__(self) -> Iterator[Place]:
        return (self[index] for index in range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        return f"<Places of {len(self)} stretches>"

    def between(self, start: int, end: int) -> list[Place]:
        """The places that share at least one character with `[start, end)`, in order."""
        starts, ends = self._columns[0], self._columns[1]
        found = []
        for index in range(bisect_right(ends, start), len(self)):
            if starts[index] >= end:
                break
            found.append(self[index])
        return found

    def to_bytes(self) -> bytes:
        """The columns as little-endian bytes after a JSON list of what they share; `from_bytes` reads it back."""
        frames = json.dumps(self._frames, separators=(",", ":")).encode()
        columns = [_little_endian(column) for column in (*self._columns, self._confidence)]
        return b"".join((_HEADER.pack(len(self), len(frames)), frames, *columns))

    @classmethod
    def from_bytes(cls, data: bytes) -> Places:
        """The places that `to_bytes` wrote; raises ValueError where the bytes can't be that."""
        if len(data) < _HEADER.size:
            raise ValueError(f"places end after {len(data)} bytes, inside their header")
        count, frames_length = _HEADER.unpack_from(data)
        expected = _HEADER.size + frames_length + count * (4 * (_COLUMNS - 1) + 2)
        if len(data) != expected:
            raise ValueError(f"places of {len(data)} bytes, but their header speaks of {expected}")
        places = cls()
        position = _HEADER.size + frames_length
        places._frames = _frames_from_json(data[_HEADER.size : position])
        for column in (*places._columns, places._confidence):
            length = count * column.itemsize
            column.frombytes(data[position : position + length])
            position += length
            if sys.byteorder == "big":
                column.byteswap()
        places._known = {frame: index for index, frame in enumerate(places._frames)}
        places._verify()
        return places

    def _frame(self, frame: _Frame) -> int:
        if (index := self._known.get(frame)) is None:
            index = self._known[frame] = len(self._frames)
            self._frames.append(frame)
        return index

    def _verify(self) -> None:
        last = 0
        for start, end, frame in zip(*self._columns[:3], strict=True):
            if not last <= start < end or frame >= len(self._frames):
                raise ValueError(f"a place at {start}-{end} after one that ends at {last}: not what was written")
            last = end
        if self._confidence and max(self._confidence) > _STEPS:
            raise ValueError("a place with a confidence above 1: not what was written")


_NUMBERED: dict[str, type[Slide | NotebookCell]] = {"slide": Slide, "notebook cell": NotebookCell}
_NOTHING = (0, 0, 0, 0)


def _split(where: Where) -> tuple[_Frame, tuple[int, int, int, int]]:
    match where:
        case Page(number, box, label):
            edges = _NOTHING if box is None else (_scaled(box[0]), _scaled(box[1]), _scaled(box[2]), _scaled(box[3]))
            return ("page" if box is None else "box", number, label), edges
        case Times(start, end):
            return ("times", 0, None), (round(start * 1000), round(end * 1000), 0, 0)
        case Cells(sheet, first_row, first_column, last_row, last_column):
            return ("cells", 0, sheet), (first_row, first_column, last_row, last_column)
        case Chapter(number, file):
            return ("chapter", number, file), _NOTHING
        case Line(number):  # not in the frame, which many places share
            return ("line", 0, None), (number, 0, 0, 0)
        case Slide(number) | NotebookCell(number):
            return ("slide" if isinstance(where, Slide) else "notebook cell", number, None), _NOTHING


def _join(frame: _Frame, numbers: list[int]) -> Where:
    kind, number, name = frame
    one, two, three, four = numbers
    match kind:
        case "page" | "box":
            box = Box(one / _STEPS, two / _STEPS, three / _STEPS, four / _STEPS)
            return Page(number, box if kind == "box" else None, name)
        case "times":
            return Times(one / 1000, two / 1000)
        case "cells":
            return Cells(name or "", one, two, three, four)
        case "chapter":
            return Chapter(number, name or "")
        case "line":
            return Line(one)
        case _:
            return _NUMBERED[kind](number)


def _scaled(value: float) -> int:
    if value >= 1.0:
        return _STEPS
    return round(value * _STEPS) if value > 0.0 else 0


def _little_endian(column: array[int]) -> bytes:
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return column.tobytes()


def _frames_from_json(data: bytes) -> list[_Frame]:
    try:
        raw = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"the frames of the places are not JSON: {error}") from None
    if not isinstance(raw, list) or not all(_is_frame(frame) for frame in raw):
        raise ValueError("the frames of the places are not a list of [kind, number, name]")
    return [(kind, number, name) for kind, number, name in raw]


def _is_frame(raw: Any) -> bool:
    match raw:
        case [str(kind), int(number), None | str()]:
            return kind in _KINDS and number >= 0
        case _:
            return False
