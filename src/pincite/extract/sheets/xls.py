"""XLS and XLSB: the two binary forms of Excel, read by calamine (in Rust) behind guards of our own."""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

import python_calamine as calamine

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.container.zip_container import Container
from pincite.extract.formats import current_extractor
from pincite.extract.sheets.binary_formats import Codes, codes_of_xls, codes_of_xlsb
from pincite.extract.sheets.binary_unseen import unseen_of_xls, unseen_of_xlsb
from pincite.extract.sheets.compound_file import Loop, refuse_loops
from pincite.extract.sheets.number_format import as_shown, general
from pincite.extract.sheets.unseen import Unseen
from pincite.extract.sheets.wide_records import wide_records
from pincite.extract.sheets.writer import Cell, Row, SheetWriter
from pincite.extract.source import Source
from pincite.types.document import Document

_Formats = tuple[Codes, Unseen]
"""The formats of the cells of a sheet, and what is hidden in it."""

_LARGEST_AREA = 20_000_000
_DAY_0 = datetime(1899, 12, 30)  # noqa: DTZ001 - dates of a sheet are of no time zone
_ROW, _FIRST_CELL, _LAST_CELL = 0, 2, 11  # BrtRowHdr and the cells that hold something, MS-XLSB 2.5


def extract_xls(source: Source) -> Document:
    """A binary workbook as a document; where the formats of its cells can't be told, dates are in ISO form and numbers plain.

    Raises ExtractError `encrypted`, `malformed`, and `too_large` where the used area of a sheet has more than 20
    million cells, for which calamine would ask memory at once.
    """
    kind = "xlsb" if source.data.startswith(b"PK") else "xls"
    if kind == "xlsb":
        _refuse_wide_sheets(Container(source.data))
    else:
        _refuse_loops(source.data)
    builder = Builder()
    writer = SheetWriter(builder)
    try:
        workbook = calamine.CalamineWorkbook.from_filelike(io.BytesIO(source.data))
        formats = _formats(source.data, kind, builder)
        for index, sheet in enumerate(workbook.sheets_metadata):
            told = formats[index] if index < len(formats) else ({}, Unseen())
            _write_sheet(builder, writer, workbook, sheet, told)
    except calamine.PasswordError:
        raise ExtractError("encrypted", "found a workbook with a password") from None
    except (calamine.CalamineError, OSError) as error:  # some records that end early are an OSError
        raise ExtractError("malformed", f"not a workbook that can be read: {error}") from None
    except BaseException as error:  # a panic in Rust is no Exception, and must not end the process
        if type(error).__name__ != "PanicException":
            raise
        raise ExtractError("malformed", "the workbook breaks the rules of its format") from None
    return builder.build(kind, current_extractor(kind), source_sha256=source.sha256, title=source.file_name)


def _formats(data: bytes, kind: str, builder: Builder) -> list[_Formats]:
    try:
        if kind == "xlsb":
            return list(zip(codes_of_xlsb(Container(data)), unseen_of_xlsb(Container(data)), strict=True))
        return list(zip(codes_of_xls(data), unseen_of_xls(data), strict=True))
    except (ValueError, struct.error, ExtractError):
        message = "percentages and amounts are shown as plain numbers, and what is hidden in a sheet is not known"
        builder.note("formats-not-read", message)
        return []


def _write_sheet(builder: Builder, writer: SheetWriter, workbook: Any, sheet: Any, formats: _Formats) -> None:
    codes, unseen = formats
    if sheet.typ != calamine.SheetTypeEnum.WorkSheet:
        builder.note("sheet-not-read", f"the sheet {sheet.name!r} is none of cells")
        return
    hidden = sheet.visible != calamine.SheetVisibleEnum.Visible
    rows = map(unseen.mark, _rows(workbook.get_sheet_by_name(sheet.name), codes))
    start, end = writer.write(sheet.name, rows, hidden=hidden)
    unseen.note(builder, sheet.name, start, end)
    if hidden and end > start:
        builder.note("sheet-hidden", f"the sheet {sheet.name!r} is hidden in its workbook", start=start, end=end)


def _rows(sheet: Any, codes: Codes) -> Iterator[Row]:
    merged = dict(sheet.merged_cell_ranges or ())
    first_row, first_column = sheet.start or (0, 0)
    for row, values in enumerate(sheet.to_python(skip_empty_area=True), first_row):
        cells = []
        for column, value in enumerate(values, first_column):
            if value != "" and (text := _shown(value, codes.get((row, column), ""))) and not text.isspace():
                last = merged.get((row, column), (row, column))
                cells.append(Cell(text, row + 1, column + 1, last[0] + 1, last[1] + 1))
        if cells:
            yield cells


def _shown(value: Any, code: str) -> str:
    """The value by the code of its cell; a date that has none in ISO form."""
    match value:
        case bool() | str():
            return str(value).upper() if isinstance(value, bool) else value
        case int() | float() if math.isfinite(value):
            return as_shown(float(value), code) if code else general(float(value))
        case timedelta():
            return as_shown(value / timedelta(days=1), code or "[h]:mm:ss")
        case date() | time() if code:
            return as_shown(_serial(value), code)
        case date() | time():
            return str(value).split(".")[0].removesuffix(":00")
        case _:
            return str(value)


def _serial(value: date | time) -> float:
    """A date or a time as the number that a workbook keeps: days, and the part of one that has passed."""
    if isinstance(value, time):
        return (datetime.combine(_DAY_0, value) - _DAY_0) / timedelta(days=1)
    at = value if isinstance(value, datetime) else datetime.combine(value, time())
    return (at - _DAY_0) / timedelta(days=1)


def _refuse_loops(data: bytes) -> None:
    """Raise `malformed` for a file whose parts follow themselves, before calamine reads them until its memory ends."""
    try:
        refuse_loops(data)
    except Loop as error:
        raise ExtractError("malformed", f"the parts of the workbook follow each other in a circle: {error}") from None


def _refuse_wide_sheets(container: Container) -> None:
    """Raise `too_large` before calamine unpacks a part that is a bomb, or lays out a sheet with a far-away cell."""
    for part in container.names:
        container.admit(part)
        if part.startswith("xl/worksheets/") and part.endswith(".bin"):
            rows, columns = _used(container.read(part))
            if rows * columns > _LARGEST_AREA:
                raise ExtractError("too_large", f"a sheet of {rows} x {columns} cells: expected {_LARGEST_AREA}", part)


def _used(part: bytes) -> tuple[int, int]:
    """How many rows and columns lie between the outermost cells of a sheet that hold something."""
    row, rows, columns = 0, set[int](), set[int]()
    for kind, record in wide_records(part):
        if kind == _ROW:
            row = int.from_bytes(record[:4], "little")
        elif _FIRST_CELL <= kind <= _LAST_CELL:
            rows.add(row)
            columns.add(int.from_bytes(record[:4], "little"))
    return (max(rows) - min(rows) + 1, max(columns) - min(columns) + 1) if rows else (0, 0)
