"""Sheets as text: each a heading with its tables below, a row on a line, a tab between cells, a place for each cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.sheets.table_header import is_header
from pincite.types.places import Cells

MOST_CELLS = 3_000_000
_LONGEST = 100_000_000
_WIDEST_GAP = 32
_LOOKED_AT = 20


class Cell(NamedTuple):
    """What a cell shows, its row and column from 1, the last ones of the merged range that it fills, and whether it is hidden."""

    text: str
    row: int
    column: int
    last_row: int
    last_column: int
    hidden: bool = False


Row = Sequence[Cell]
"""The cells of one row that show something, from left to right; there is at least one."""


class SheetWriter:
    """Writes the sheets of one workbook, one after the other."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._cells = 0
        self._characters = 0
        self._sheet = ""
        self._hidden = False
        self._columns: tuple[int, int] | None = None

    def write(self, sheet: str, rows: Iterable[Row], *, hidden: bool = False) -> tuple[int, int]:
        """Write one sheet from top to bottom, and return the span of its text; nothing of one that shows nothing.

        Of a `hidden` one all cells are.

        A blank row ends a table, unless what follows has no header of its own and stands in the same columns. Rows of
        one cell above a wider table are its titles: paragraphs.

        Raises ExtractError `too_large` beyond 3 million cells or 100 million characters in one workbook.
        """
        self._sheet, self._hidden, self._columns = sheet, hidden, None
        start = None
        for region in _regions(self._counted(rows)):
            if start is None:
                start = self._heading()
            self._region(region)
        self._close_table()
        return (start or self._builder.length, self._builder.length)

    def _counted(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows as they come, until there are too many: a file of a few bytes may repeat them without end."""
        for row in rows:
            self._cells += len(row)
            self._characters += sum(len(cell.text) for cell in row)
            if self._cells > MOST_CELLS or self._characters > _LONGEST:
                raise ExtractError(
                    "too_large",
                    f"the workbook shows more than {MOST_CELLS} cells or {_LONGEST} characters",
                    f"sheet {self._sheet}, row {row[0].row}",
                )
            yield row

    def _heading(self) -> int:
        if self._builder.length:
            self._builder.put("\n\n")
        start = self._builder.length
        self._builder.open("heading", 1, self._sheet)
        self._builder.put(self._sheet)
        self._builder.close()
        return start

    def _region(self, rows: list[Row]) -> None:
        top = _titles(rows)
        left, right = min(row[0].column for row in rows), max(row[-1].last_column for row in rows)
        headers = _header_rows(rows[top:])
        before = self._columns
        if not (before and not headers and not top and before[0] <= left and right <= before[1]):
            self._close_table()
            for row in rows[:top]:
                self._builder.put("\n\n")
                self._row(row, "paragraph", 0, {})
            self._builder.put("\n\n")
            self._builder.open("table")
            self._columns = (left, right)
        else:
            self._builder.put("\n")
        stops = {column: index for index, column in enumerate(sorted({c.column for row in rows for c in row}))}
        for index, row in enumerate(rows[top:]):
            if index:
                self._builder.put("\n")
            self._row(row, "row", int(index < headers), stops)

    def _row(self, row: Row, kind: Literal["row", "paragraph"], level: int, stops: dict[int, int]) -> None:
        self._builder.open(kind, level)
        stop = 0
        for cell in row:
            at = stops.get(cell.column, 0)
            if at > stop:
                self._builder.put("\t" * min(at - stop, _WIDEST_GAP))
                stop = at
            hidden = self._hidden or cell.hidden
            where = Cells(self._sheet, cell.row, cell.column, cell.last_row, cell.last_column, hidden)
            self._builder.put(cell.text, where)
        self._builder.close()

    def _close_table(self) -> None:
        if self._columns:
            self._builder.close()
        self._columns = None


def _regions(rows: Iterable[Row]) -> Iterable[list[Row]]:
    """The rows in groups that are parted by rows that show nothing."""
    region: list[Row] = []
    for row in rows:
        if region and row[0].row > max(cell.last_row for cell in region[-1]) + 1:
            yield region
            region = []
        region.append(row)
    if region:
        yield region


def _titles(rows: list[Row]) -> int:
    """How many rows of one cell stand above a table that is wider."""
    widths = Counter(len(row) for row in rows)
    if max(widths, key=lambda width: (widths[width], width)) < 2:
        return 0
    return next(index for index, row in enumerate(rows) if len(row) > 1)


def _header_rows(rows: list[Row]) -> int:
    """How many rows at the top name the columns: one, or two where the upper one spans columns of the lower."""
    if len(rows) > 2 and any(cell.last_column > cell.column for cell in rows[0]):
        lower, below = _texts(rows[1]), [_texts(row) for row in rows[2:_LOOKED_AT]]
        if is_header(lower, below):
            return 2
    return int(len(rows) > 1 and is_header(_texts(rows[0]), [_texts(row) for row in rows[1:_LOOKED_AT]]))


def _texts(row: Row) -> list[str]:
    return [cell.text for cell in row]
