"""Where the cells of a table stand that spans columns and rows."""

from __future__ import annotations

from dataclasses import dataclass, field

_WIDEST = 4096
"""Columns that are spanned from above are known up to here: a page of a few bytes may ask for millions."""


@dataclass(slots=True)
class Grid:
    """Counts the columns of a table, row by row; a column is `taken` up to the row that is told."""

    taken: dict[int, int] = field(default_factory=dict)
    row: int = 0
    column: int = 0
    written: int = 0

    def next_row(self) -> None:
        """Begin a row."""
        self.column = self.written = 0

    def end_row(self) -> None:
        """End it."""
        self.row += 1

    def next_cell(self, width: int, height: int) -> int:
        """How many columns this cell stands to the right of the last one.

        >>> grid = Grid()
        >>> grid.next_cell(2, 2), grid.next_cell(1, 1), grid.end_row(), grid.next_row(), grid.next_cell(1, 1)
        (0, 2, None, None, 2)
        """
        while self.taken.get(self.column, -1) >= self.row:
            self.column += 1
        step = self.column - self.written
        self.written = self.column
        if height > 1:
            for column in range(self.column, min(self.column + width, _WIDEST)):
                self.taken[column] = self.row + height - 1
        self.column += width
        return step
