"""The rows and columns of a sheet that its program hides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pincite.extract.builder import Builder
from pincite.extract.sheets.writer import Cell


@dataclass(slots=True)
class Unseen:
    """Hidden rows and columns, counted from 1; it counts those that hold something."""

    rows: set[int] = field(default_factory=set)
    columns: list[range] = field(default_factory=list)
    _rows: set[int] = field(default_factory=set)
    _columns: set[int] = field(default_factory=set)

    def mark(self, cells: Iterable[Cell]) -> list[Cell]:
        """The cells of a row, those that are hidden marked so."""
        return [self._marked(cell) for cell in cells]

    def note(self, builder: Builder, sheet: str, start: int, end: int) -> None:
        """Say how many rows and columns are hidden, where any are."""
        if self._rows or self._columns:
            message = f"{len(self._rows)} rows and {len(self._columns)} columns of {sheet!r} are hidden in the sheet; they are read too"
            builder.note("cells-hidden", message, start=start, end=end)

    def _marked(self, cell: Cell) -> Cell:
        in_row, in_column = cell.row in self.rows, any(cell.column in found for found in self.columns)
        if in_row:
            self._rows.add(cell.row)
        if in_column:
            self._columns.add(cell.column)
        return cell._replace(hidden=True) if in_row or in_column else cell
