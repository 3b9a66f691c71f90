"""Where in the source a stretch of canonical text was read: page, time, cells, slide, cell of a notebook, chapter or line."""

from __future__ import annotations

import json
import struct
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any, NamedTuple, TypeAlias

from pincite.types.columns import BLOCK, from_little_endian, little_endian, pack, unpack


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

    `sheet` is empty where the source is one table without a name, as a CSV file is. `hidden` where its program does not
    show them: a hidden sheet, row or column.
    """

    sheet: str
    first_row: int
    first_column: int
    last_row: int
    last_column: int
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Slide:
    """A slide, counted from 1 in presentation order; `hidden` where it is left out when the slides are shown."""

    number: int
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class NotebookCell:
    """A cell of a notebook with its outputs, counted from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a book: `number` counts the spine of the book from 1, `file` is its name in the archive.

    `element` is the way from the root of the chapter to a paragraph, heading or the like as steps of an EPUB CFI,
    `/4/2/6[p3]`; empty where only the chapter is known.
    """

    number: int
    file: str
    element: str = ""


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
_CODES = "IIIIIIIH"  # start, end, frame, four numbers, and the confidence
_BYTES = sum(array(code).itemsize for code in _CODES)
_HEADER = struct.Struct("<II")

_Columns: TypeAlias = "list[array[int]]"


class Places:
    """The places of one document, sorted and disjoint, in code points of its canonical text.

    Columns of integers, 30 bytes a place; what is appended is packed by blocks of `BLOCK` places, and takes about six: a
    book has a million words. Boxes are kept to 1/50,000 of the page, times to the millisecond.

    >>> places = Places([Place(0, 4, Page(1)), Place(5, 9, Page(2, Box(0.1, 0.2, 0.3, 0.4)))])
    >>> [place.where.number for place in places.between(3, 6)]
    [1, 2]
    >>> Places.from_bytes(places.to_bytes()) == places
    True
    """

    __slots__ = ("_columns", "_ends", "_frames", "_known", "_last", "_packed", "_unpacked")

    def __init__(self, places: Iterable[Place] = ()) -> None:
        self._columns: _Columns = [array(code) for code in _CODES]  # those that are not packed
        self._packed: list[list[bytes]] = []
        self._ends = array("I")  # of the last place of each block
        self._unpacked: tuple[int, _Columns] | None = None
        self._last = 0
        self._frames: list[_Frame] = []
        self._known: dict[_Frame, int] = {}
        for place in places:
            self.append(place.start, place.end, place.where, place.confidence)

    def append(self, start: int, end: int, where: Where, confidence: float = 1.0) -> None:
        """Add the place of `text[start:end]`, which must not be empty nor begin before the last one ends."""
        last = self._last
        if not last <= start < end:
            raise ValueError(f"a place at {start}-{end} after one that ends at {last}: places are sorted and disjoint")
        frame, numbers = _split(where)
        starts, ends, frames, one, two, three, four, confidences = self._columns
        starts.append(start)
        ends.append(end)
        frames.append(self._frame(frame))
        one.append(numbers[0])
        two.append(numbers[1])
        three.append(numbers[2])
        four.append(numbers[3])
        confidences.append(_scaled(confidence))
        self._last = end
        if len(starts) == BLOCK:
            self._pack()

    def __len__(self) -> int:
        return len(self._packed) * BLOCK + len(self._columns[0])

    def __getitem__(self, index: int) -> Place:
        within = range(len(self))[index]
        number = min(within // BLOCK, len(self._packed))
        return self._place(self._block(number), within - number * BLOCK)

    def __iter__(self) -> Iterator[Place]:
        for columns in self._blocks():
            yield from (self._place(columns, index) for index in range(len(columns[0])))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Places) and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        return f"<Places of {len(self)} stretches>"

    def between(self, start: int, end: int) -> list[Place]:
        """The places that share at least one character with `[start, end)`, in order."""
        found: list[Place] = []
        for number in range(bisect_right(self._ends, start), len(self._packed) + 1):
            columns = self._block(number)
            for index in range(bisect_right(columns[1], start), len(columns[1])):
                if columns[0][index] >= end:
                    return found
                found.append(self._place(columns, index))
        return found

    def words_of_pages(self) -> Counter[int]:
        """How many places stand on each page, by its number."""
        counts: Counter[int] = Counter()
        for columns in (*(unpack(block[2], _CODES[2]) for block in self._packed), self._columns[2]):
            for frame, count in Counter(columns).items():
                kind, number, _ = self._frames[frame]
                if kind in {"page", "box"}:
                    counts[number] += count
        return counts

    def to_bytes(self) -> bytes:
        """The columns as little-endian bytes after a JSON list of what they share; `from_bytes` reads it back."""
        return b"".join(self.pieces())

    def pieces(self) -> Iterator[bytes]:
        """What `to_bytes` gives, piece by piece."""
        frames = json.dumps(self._frames, separators=(",", ":")).encode()
        yield _HEADER.pack(len(self), len(frames)) + frames
        for number, code in enumerate(_CODES):
            for block in self._packed:
                yield little_endian(unpack(block[number], code))
            yield little_endian(self._columns[number])

    @classmethod
    def from_bytes(cls, data: bytes) -> Places:
        """The places that `to_bytes` wrote; raises ValueError where the bytes can't be that."""
        return cls.read(BytesIO(data).read, len(data))

    @classmethod
    def read(cls, take: Callable[[int], bytes | bytearray], length: int, *, packed: bool = False) -> Places:
        """The places in the next `length` bytes, of which `take` gives as many as it is asked for, or all that are left.

        Packed, they take a fifth of the memory, and reading them five times as long. Raises ValueError where they can't
        be what `to_bytes` wrote.
        """
        if length < _HEADER.size:
            raise ValueError(f"places end after {length} bytes, inside their header")
        count, frames_length = _HEADER.unpack(take(_HEADER.size))
        expected = _HEADER.size + frames_length + count * _BYTES
        if length != expected:
            raise ValueError(f"places of {length} bytes, but their header speaks of {expected}")
        places = cls()
        places._frames = _frames_from_json(take(frames_length))
        places._known = {frame: index for index, frame in enumerate(places._frames)}
        places._packed = [[] for _ in range(count // BLOCK if packed else 0)]
        for number, code in enumerate(_CODES):
            for block in places._packed:
                block.append(pack(_taken(take, code, BLOCK)))
            places._columns[number] = _taken(take, code, count - BLOCK * len(places._packed))
        places._verify()
        return places

    def _frame(self, frame: _Frame) -> int:
        if (index := self._known.get(frame)) is None:
            index = self._known[frame] = len(self._frames)
            self._frames.append(frame)
        return index

    def _pack(self) -> None:
        self._packed.append([pack(column) for column in self._columns])
        self._ends.append(self._last)
        self._columns = [array(code) for code in _CODES]

    def _block(self, number: int) -> _Columns:
        """The columns of one block; the last one is not packed."""
        if number >= len(self._packed):
            return self._columns
        unpacked = self._unpacked  # threads that search may share a document: each looks at it once
        if unpacked is None or unpacked[0] != number:
            columns = [unpack(one, code) for one, code in zip(self._packed[number], _CODES, strict=True)]
            self._unpacked = unpacked = number, columns
        return unpacked[1]

    def _blocks(self) -> Iterator[_Columns]:
        return (self._block(number) for number in range(len(self._packed) + 1))

    def _place(self, columns: _Columns, index: int) -> Place:
        start, end, frame, *numbers, confidence = (column[index] for column in columns)
        return Place(start, end, _join(self._frames[frame], numbers), confidence / _STEPS)

    def _verify(self) -> None:
        """Raise ValueError for what `append` would not have made, and find out where each block ends."""
        for columns in self._blocks():
            starts, ends, frames, confidences = *columns[:3], columns[-1]
            for start, end, frame in zip(starts, ends, frames, strict=True):
                if not self._last <= start < end or frame >= len(self._frames):
                    raise ValueError(
                        f"a place at {start}-{end} after one that ends at {self._last}: not what was written"
                    )
                self._last = end
            if confidences and max(confidences) > _STEPS:
                raise ValueError("a place with a confidence above 1: not what was written")
            if len(self._ends) < len(self._packed):
                self._ends.append(self._last)


_HIDDEN = "hidden"
_NOTHING = (0, 0, 0, 0)


def _split(where: Where) -> tuple[_Frame, tuple[int, int, int, int]]:
    if isinstance(where, Page):  # a book has a million: asked first, and without a pattern
        if where.box is None:
            return ("page", where.number, where.label), _NOTHING
        left, top, right, bottom = where.box
        return ("box", where.number, where.label), (_scaled(left), _scaled(top), _scaled(right), _scaled(bottom))
    return _split_other(where)


def _split_other(
    where: Times | Cells | Slide | NotebookCell | Chapter | Line,
) -> tuple[_Frame, tuple[int, int, int, int]]:
    match where:
        case Times(start, end):
            return ("times", 0, None), (round(start * 1000), round(end * 1000), 0, 0)
        case Cells(sheet, first_row, first_column, last_row, last_column, hidden):
            return ("cells", int(hidden), sheet), (first_row, first_column, last_row, last_column)
        case Chapter(number, file, element):
            return ("chapter", number, f"{file}\0{element}" if element else file), _NOTHING
        case Line(number):  # not in the frame, which many places share
            return ("line", 0, None), (number, 0, 0, 0)
        case Slide(number, hidden):
            return ("slide", number, _HIDDEN if hidden else None), _NOTHING
        case _:
            return ("notebook cell", where.number, None), _NOTHING


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
            return Cells(name or "", one, two, three, four, hidden=bool(number))
        case "chapter":
            file, _, element = (name or "").partition("\0")  # no name of a file holds one
            return Chapter(number, file, element)
        case "line":
            return Line(one)
        case _:
            return Slide(number, hidden=name == _HIDDEN) if kind == "slide" else NotebookCell(number)


def _scaled(value: float) -> int:
    if 0.0 < value < 1.0:
        return round(value * _STEPS)
    return _STEPS if value >= 1.0 else 0


def _taken(take: Callable[[int], bytes | bytearray], code: str, count: int) -> array[int]:
    wanted = count * array(code).itemsize
    raw = take(wanted)
    if len(raw) != wanted:
        raise ValueError(f"places end {wanted - len(raw)} bytes early")
    return from_little_endian(code, raw)


def _frames_from_json(data: bytes | bytearray) -> list[_Frame]:
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
