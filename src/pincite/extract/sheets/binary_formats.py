"""How the numbers of a binary workbook are shown: the format code of each cell, which calamine does not tell.

Records are those of MS-XLS 2.4 (Excel 97 to 2003; of older ones nothing is told) and MS-XLSB 2.4.
"""

from __future__ import annotations

import posixpath
import struct
from collections.abc import Iterator, Mapping

from pincite.extract.container.xml_tree import parse_xml
from pincite.extract.container.zip_container import Container
from pincite.extract.sheets.compound_file import read_stream
from pincite.extract.sheets.number_format import BUILT_IN
from pincite.extract.sheets.wide_records import wide_records

Codes = Mapping[tuple[int, int], str]
"""The format code of the cells of one sheet, by row and column from 0; cells without a format of their own are not there."""

_BOF, _EOF, _BOUND, _FORMAT, _XF = 0x809, 0x0A, 0x85, 0x41E, 0xE0
_NUMBER, _RK, _MULTIPLE, _FORMULA = 0x203, 0x27E, 0xBD, 0x06
_BIFF_8 = 0x600
_BUNDLE, _CODE, _BEGIN_XFS, _CELL_XF, _END_XFS = 156, 44, 617, 47, 618
_ROW, _FIRST_CELL, _LAST_CELL = 0, 2, 11


def codes_of_xls(data: bytes) -> list[Codes]:
    """The codes of each sheet of an .xls, in the order of the workbook; raises ValueError where the records are broken."""
    stream = read_stream(data, "Workbook")
    codes, styles = dict(BUILT_IN), list[int]()
    starts = sheet_starts(stream)
    for kind, record in xls_records(stream, 0):
        if kind == _FORMAT and len(record) > 5:
            codes[int.from_bytes(record[:2], "little")] = _string(record)
        elif kind == _XF and len(record) >= 4:
            styles.append(int.from_bytes(record[2:4], "little"))
    told = {start: _told(_xls_cells(stream, start), styles, codes) for start in dict.fromkeys(starts)}
    return [told[start] for start in starts]


def sheet_starts(stream: bytes) -> list[int]:
    """Where the records of each sheet begin; raises ValueError for a workbook before Excel 97."""
    starts = []
    for kind, record in xls_records(stream, 0):
        if kind == _BOF and int.from_bytes(record[:2], "little") != _BIFF_8:
            raise ValueError("a workbook before Excel 97")
        if kind == _BOUND:
            starts.append(int.from_bytes(record[:4], "little"))
    return starts


def codes_of_xlsb(container: Container) -> list[Codes]:
    """The codes of each sheet of an .xlsb, in the order of the workbook; raises ValueError where the records are broken."""
    codes, styles = dict(BUILT_IN), list[int]()
    inside = False
    for kind, record in wide_records(container.read("xl/styles.bin") if "xl/styles.bin" in container else b""):
        inside = kind == _BEGIN_XFS or (inside and kind != _END_XFS)
        if kind == _CODE and len(record) > 6:
            codes[int.from_bytes(record[:2], "little")] = _wide(record, 2)[0]
        elif kind == _CELL_XF and inside:
            styles.append(int.from_bytes(record[2:4], "little"))
    parts = list(sheet_parts(container))
    told = {part: _told(_xlsb_cells(container.read(part)), styles, codes) for part in dict.fromkeys(parts)}
    return [told[part] for part in parts]


def _told(cells: Iterator[tuple[int, int, int]], styles: list[int], codes: Mapping[int, str]) -> Codes:
    shown = [codes.get(number, "") for number in styles]
    return {(row, column): shown[style] for row, column, style in cells if style < len(shown) and shown[style]}


def xls_records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """The records from `at` to the end of their substream."""
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        yield kind, stream[at + 4 : at + 4 + length]
        if kind == _EOF:
            return
        at += 4 + length


def _string(record: bytes) -> str:
    """The code in a record of a format: its characters take one or two bytes each."""
    length, wide = int.from_bytes(record[2:4], "little"), record[4] & 1
    return record[5 : 5 + (length << wide)].decode("utf-16-le" if wide else "latin-1", "replace")


def _xls_cells(stream: bytes, start: int) -> Iterator[tuple[int, int, int]]:
    """Row, column and style of every number; what is drawn on the sheet begins another substream, below its cells."""
    for place, (kind, record) in enumerate(xls_records(stream, start)):
        if place and kind == _BOF:
            return
        if kind in {_NUMBER, _RK, _FORMULA} and len(record) >= 6:
            yield struct.unpack_from("<HHH", record)
        elif kind == _MULTIPLE and len(record) >= 6:
            row, first = struct.unpack_from("<HH", record)
            for number in range((len(record) - 6) // 6):
                yield row, first + number, int.from_bytes(record[4 + 6 * number : 6 + 6 * number], "little")


def _wide(record: bytes, at: int) -> tuple[str, int]:
    """A string that begins with its length, and where it ends."""
    end = at + 4 + 2 * int.from_bytes(record[at : at + 4], "little")
    return record[at + 4 : end].decode("utf-16-le", "replace"), end


def sheet_parts(container: Container) -> Iterator[str]:
    """The part of each sheet."""
    relations = parse_xml(container.read("xl/_rels/workbook.bin.rels"), "xl/_rels/workbook.bin.rels")
    targets = {found.get("Id", ""): found.get("Target", "") for found in relations.iter("{*}Relationship")}
    for kind, record in wide_records(container.read("xl/workbook.bin")):
        if kind == _BUNDLE:
            yield posixpath.normpath(posixpath.join("xl", targets.get(_wide(record, 8)[0], ""))).lstrip("/")


def _xlsb_cells(part: bytes) -> Iterator[tuple[int, int, int]]:
    """Row, column and style of every cell that holds something."""
    row = 0
    for kind, record in wide_records(part):
        if kind == _ROW:
            row = int.from_bytes(record[:4], "little")
        elif _FIRST_CELL <= kind <= _LAST_CELL and len(record) >= 8:
            yield row, int.from_bytes(record[:4], "little"), int.from_bytes(record[4:7], "little")
