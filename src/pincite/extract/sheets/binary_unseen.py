"""Which rows and columns of a binary workbook are hidden, which calamine does not tell (MS-XLS 2.4.221 and 2.4.53, MS-XLSB 2.4.741 and 2.4.323)."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.extract.container.zip_container import Container
from pincite.extract.sheets.binary_formats import sheet_parts, sheet_starts, xls_records
from pincite.extract.sheets.compound_file import read_stream
from pincite.extract.sheets.unseen import Unseen
from pincite.extract.sheets.wide_records import wide_records

_BOF, _ROW, _COLUMNS = 0x809, 0x208, 0x7D
_WIDE_ROW, _WIDE_COLUMNS = 0, 60
_ROW_IS_HIDDEN, _WIDE_ROW_IS_HIDDEN, _COLUMNS_ARE_HIDDEN = 0x20, 0x10, 0x01


def unseen_of_xls(data: bytes) -> list[Unseen]:
    """What is hidden in each sheet of an .xls, in the order of the workbook; raises ValueError where the records are broken."""
    stream = read_stream(data, "Workbook")
    return [_unseen_of(_xls_hidden(stream, start)) for start in sheet_starts(stream)]


def unseen_of_xlsb(container: Container) -> list[Unseen]:
    """What is hidden in each sheet of an .xlsb, in the order of the workbook; raises ValueError where the records are broken."""
    return [_unseen_of(_xlsb_hidden(container.read(part))) for part in sheet_parts(container)]


def _unseen_of(hidden: Iterator[int | range]) -> Unseen:
    found = Unseen()
    for one in hidden:
        if isinstance(one, range):
            found.columns.append(one)
        else:
            found.rows.add(one)
    return found


def _xls_hidden(stream: bytes, start: int) -> Iterator[int | range]:
    """The numbers of hidden rows, and the ranges of hidden columns."""
    for place, (kind, record) in enumerate(xls_records(stream, start)):
        if place and kind == _BOF:
            return
        if kind == _ROW and len(record) >= 16 and record[12] & _ROW_IS_HIDDEN:
            yield _number(record, 0, 2) + 1
        elif kind == _COLUMNS and len(record) >= 10 and record[8] & _COLUMNS_ARE_HIDDEN:
            yield range(_number(record, 0, 2) + 1, _number(record, 2, 2) + 2)


def _xlsb_hidden(part: bytes) -> Iterator[int | range]:
    for kind, record in wide_records(part):
        if kind == _WIDE_ROW and len(record) >= 12 and record[11] & _WIDE_ROW_IS_HIDDEN:
            yield _number(record, 0, 4) + 1
        elif kind == _WIDE_COLUMNS and len(record) >= 18 and record[16] & _COLUMNS_ARE_HIDDEN:
            yield range(_number(record, 0, 4) + 1, _number(record, 4, 4) + 2)


def _number(record: bytes, at: int, width: int) -> int:
    return int.from_bytes(record[at : at + width], "little")
