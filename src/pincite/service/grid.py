"""A table as a person looks at one: rows and columns around a passage, each cell with its own words."""

from __future__ import annotations

from typing import Any

from pincite.types.document import Document
from pincite.types.locator import column_name
from pincite.types.places import Cells, Place

AROUND = 15
"""How many rows above and below the passage are shown."""

MOST_COLUMNS = 60


def grid_around(document: Document, start: int, end: int) -> dict[str, Any] | None:
    """The rows of one sheet around `[start, end)`; None where that is in no cell."""
    lit = [place.where for place in document.places.between(start, end) if isinstance(place.where, Cells)]
    if not lit:
        return None
    sheet = lit[0].sheet
    first = max(1, min(cells.first_row for cells in lit if cells.sheet == sheet) - AROUND)
    last = max(cells.last_row for cells in lit if cells.sheet == sheet) + AROUND
    cells = _cells(document, sheet, first, last)
    width = min(MOST_COLUMNS, max(where.last_column for _, where in cells))
    return {
        "sheet": sheet,
        "columns": [column_name(number) for number in range(1, width + 1)],
        "rows": _rows(document, cells, width, (start, end)),
    }


def _cells(document: Document, sheet: str, first: int, last: int) -> list[tuple[Place, Cells]]:
    return [
        (place, place.where)
        for place in document.places
        if isinstance(place.where, Cells) and place.where.sheet == sheet and first <= place.where.first_row <= last
    ]


def _rows(
    document: Document, cells: list[tuple[Place, Cells]], width: int, span: tuple[int, int]
) -> list[dict[str, Any]]:
    at = {(where.first_row, where.first_column): (place, where) for place, where in cells}
    covered: set[tuple[int, int]] = set()
    rows = []
    for row in range(min(where.first_row for _, where in cells), max(where.first_row for _, where in cells) + 1):
        shown = []
        for column in range(1, width + 1):
            if (row, column) in covered:
                continue
            found = at.get((row, column))
            shown.append(_cell(document, found, span))
            if found:
                covered |= {
                    (r, c) for r in range(row, found[1].last_row + 1) for c in range(column, found[1].last_column + 1)
                }
        rows.append({"row": row, "cells": shown})
    return rows


def _cell(document: Document, found: tuple[Place, Cells] | None, span: tuple[int, int]) -> dict[str, Any]:
    if found is None:
        return {"text": "", "rows": 1, "columns": 1, "lit": False}
    place, where = found
    return {
        "text": document.text[place.start : place.end],
        "rows": where.last_row - where.first_row + 1,
        "columns": where.last_column - where.first_column + 1,
        "lit": place.start < span[1] and span[0] < place.end,
    }
