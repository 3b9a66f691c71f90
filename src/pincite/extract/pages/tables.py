"""Tables of a page: rows of cells that stand under each other, a cell of several lines and an empty one included.

A table is mostly drawn cell by cell, and a cell whose text is too long goes on in the line below. So segments are
stacked to cells, cells side by side are rows, and rows whose columns agree are a table. The order of drawing stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from pincite.extract.pages.page import Segment

_ITEM = re.compile(r"[•▪■‣◦●○–·*-]$|[(]?(?:\d{1,3}|[a-z])[.)]$", re.IGNORECASE)
_MOST_LINES, _MOST_CELLS = 8, 100
_ROWS_BACK = 20  # how many rows above a new one have a say in where its columns are
_WIDEST_GAP = 2.0  # times the height of a line of text, between two rows
_LEAST_SPACE = 0.4  # times the height of a word: what parts two cells; a space between words is about half as wide

Cell = list[Segment]


@dataclass(slots=True)
class Band:
    """Cells side by side. In a table there is one for each of its columns, empty ones as empty lists."""

    cells: list[Cell]

    @property
    def top(self) -> float:
        return min(segment.top for cell in self.cells for segment in cell)

    @property
    def bottom(self) -> float:
        return max(segment.bottom for cell in self.cells for segment in cell)

    @property
    def segments(self) -> list[Segment]:
        return [segment for cell in self.cells for segment in cell]


def find_tables(segments: list[Segment], body: float) -> Iterator[list[Segment] | list[Band]]:
    """The segments of a page in their order: stretches of them as they are, and between these tables as lists of rows."""
    bands = _bands(segments, body)
    plain: list[Segment] = []
    at = 0
    while at < len(bands):
        table, used = _table(bands, at, body)
        if table:
            if plain:
                yield plain
            plain = []
            yield table
        else:
            plain.extend(bands[at].segments)
        at += max(used, 1)
    if plain:
        yield plain


def _bands(segments: list[Segment], body: float) -> list[Band]:
    bands: list[Band] = []
    for segment in segments:
        band = bands[-1] if bands else None
        if band and _goes_on_in(band.cells[-1], segment, body):
            band.cells[-1].append(segment)
        elif (
            band and len(band.cells) < _MOST_CELLS and segment.left >= _right(band.cells[-1]) and _beside(band, segment)
        ):
            band.cells.append([segment])
        else:
            bands.append(Band([[segment]]))
    return [part for band in bands for part in _parted(band)]


def _parted(band: Band) -> list[Band]:
    """A paragraph is no cell: what stands in one column only, or is long, is taken apart into its lines."""
    if len(band.cells) > 1 and max(map(len, band.cells)) <= _MOST_LINES:
        return [band]
    return [Band([[segment]]) for segment in band.segments]


def _goes_on_in(cell: Cell, segment: Segment, body: float) -> bool:
    """Whether a segment is the next line of a cell: close below its last one, and flush with it or centred."""
    last = cell[-1]
    gap = segment.top - last.bottom
    flush = abs(segment.left - cell[0].left) < 0.4 * body
    centred = abs(segment.left + segment.right - cell[0].left - cell[0].right) < 0.8 * body
    return segment.top > last.top and -0.5 * body < gap < 0.7 * body and (flush or centred)


def _beside(band: Band, segment: Segment) -> bool:
    shared = min(band.bottom, segment.bottom) - max(band.top, segment.top)
    return shared > 0.5 * segment.height


def _right(cell: Cell) -> float:
    return max(segment.right for segment in cell)


def _table(bands: list[Band], at: int, body: float) -> tuple[list[Band], int]:
    """The table that begins with the band at `at`, and how many bands it takes; no rows where there is none."""
    if len(bands[at].cells) < 2:
        return [], 0
    rows = [bands[at]]
    while at + len(rows) < len(bands):
        row = _fitted(bands[at + len(rows)], rows[-_ROWS_BACK:], body)
        if row is None:
            break
        rows.append(row)
    if len(rows) < 2 or _is_list(rows) or all(segment.fixed for row in rows for segment in row.segments):
        return [], 0
    columns = _sure_columns(rows)
    return _continued(_in_columns([_split(row, columns, body) for row in rows], body), body), len(rows)


def _fitted(band: Band, rows: list[Band], body: float) -> Band | None:
    """The band as the next row of a table; None where it is none."""
    gap = band.top - rows[-1].bottom
    if not -0.5 * body < gap < _WIDEST_GAP * body or abs(_height(band) - _height(rows[-1])) > 0.3 * body:
        return None
    columns = _columns(rows)
    split = _split(band, _sure_columns(rows), body)
    if len(split.cells) > 1:
        return split if any(_aligned(cell, rows, body) for cell in split.cells[1:]) else None
    right = split.cells[0][0].left > columns[0][1] and len(columns) > 1
    return split if right and gap < 0.7 * body and _aligned(split.cells[0], rows, body) else None


def _height(band: Band) -> float:
    return median(segment.height for segment in band.segments)


def _aligned(cell: Cell, rows: list[Band], body: float) -> bool:
    """Whether a cell stands flush left, flush right or centred under one that is not the first of its row."""
    left, right = cell[0].left, _right(cell)
    for other in (cell for row in rows for cell in row.cells[1:] if cell):
        from_left, from_right = left - other[0].left, right - _right(other)
        if min(abs(from_left), abs(from_right), abs(from_left + from_right) / 2) < 0.4 * body:
            return True
    return False


def _is_list(rows: list[Band]) -> bool:
    return all(_ITEM.match(row.cells[0][0].text) for row in rows if row.cells[0])


def _columns(rows: list[Band]) -> list[tuple[float, float]]:
    """From where to where each column reaches, by the rows that have the most cells."""
    most = max(len(row.cells) for row in rows)
    full = [row.cells for row in rows if len(row.cells) == most]
    return [
        (min(cells[number][0].left for cells in full), max(_right(cells[number]) for cells in full))
        for number in range(most)
    ]


def _sure_columns(rows: list[Band]) -> list[tuple[float, float]]:
    """The columns, where at least two rows have all of them."""
    most = max(len(row.cells) for row in rows)
    return _columns(rows) if sum(len(row.cells) == most for row in rows) > 1 else []


def _split(band: Band, columns: list[tuple[float, float]], body: float) -> Band:
    """The band with cells taken apart that stand so close that they look like words of one, if two rows have columns."""
    if len(band.cells) >= len(columns) or not columns:
        return band
    cells: list[Cell] = []
    for cell in band.cells:
        parts = _parts(cell[0], columns, body)
        cells.extend([part] for part in parts)
        if len(cell) > 1:
            cells[-1 if len(parts) == 1 else -len(parts)].extend(cell[1:])
    return Band(cells)


def _parts(segment: Segment, columns: list[tuple[float, float]], body: float) -> list[Segment]:
    for index in range(1, len(segment.words)):
        before, word = segment.box(index - 1), segment.box(index)
        begins = any(abs(word[0] - left) < 0.25 * body for left, _ in columns[1:])
        if begins and word[0] - before[2] > _LEAST_SPACE * (word[3] - word[1]):
            first, rest = segment.split(index)
            return [first, *_parts(rest, columns, body)]
    return [segment]


def _in_columns(rows: list[Band], body: float) -> list[Band]:
    """The rows with an empty cell where they have none for a column, if columns can be told."""
    columns = _columns(rows)
    if any(one[1] > two[0] + 0.2 * body for one, two in pairwise(columns)):
        return rows
    return [_filled(row, columns) for row in rows]


def _filled(row: Band, columns: list[tuple[float, float]]) -> Band:
    if len(row.cells) == len(columns):
        return row
    cells: list[Cell] = [[] for _ in columns]
    last = -1
    for cell in row.cells:
        middle = (cell[0].left + _right(cell)) / 2
        number = min(range(len(columns)), key=lambda number: _distance(columns[number], middle))
        if number <= last:
            return row  # it has columns of its own
        cells[number] = cell
        last = number
    return Band(cells[: last + 1])


def _distance(column: tuple[float, float], x: float) -> float:
    return max(column[0] - x, x - column[1], 0.0)


def _continued(rows: list[Band], body: float) -> list[Band]:
    """The rows, those that only go on with cells of the row above put into it: no first cell, and closer than rows are."""
    gaps = [two.top - one.bottom for one, two in pairwise(rows) if two.cells[0]]
    found = rows[:1]
    for row in rows[1:]:
        above = found[-1]
        gap = row.top - above.bottom
        fits = not row.cells[0] and all(above.cells[number : number + 1] != [[]] for number in _filled_ones(row))
        if fits and len(row.cells) <= len(above.cells) and (not gaps or gap < 0.75 * max(median(gaps), 0.2 * body)):
            cells = [cell + more for cell, more in zip(above.cells, row.cells, strict=False)]
            found[-1] = Band(cells + above.cells[len(row.cells) :])
        else:
            found.append(row)
    return found


def _filled_ones(row: Band) -> list[int]:
    return [number for number, cell in enumerate(row.cells) if cell]
