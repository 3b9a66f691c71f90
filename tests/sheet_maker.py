"""Writes workbooks part by part, so that a test shows what is in them."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
ODF = "urn:oasis:names:tc:opendocument:xmlns"


@dataclass(frozen=True)
class Styled:
    """A number and its format code."""

    value: float
    code: str


@dataclass(frozen=True)
class Formula:
    """A formula and the value that was saved with it; None where there is none."""

    formula: str
    value: float | str | None = None


Value = str | float | bool | Styled | Formula


@dataclass(frozen=True)
class Sheet:
    """A sheet: what its cells hold by their references, in the order in which they are written."""

    name: str
    cells: Mapping[str, Value]
    merged: Sequence[str] = ()
    state: str = ""
    hidden_rows: Sequence[int] = ()
    hidden_columns: Sequence[int] = ()
    extra: str = field(default="")


def make_xlsx(
    sheets: Sequence[Sheet],
    *,
    parts: Mapping[str, str | bytes] | None = None,
    main: str = MAIN,
    from_1904: bool = False,
) -> bytes:
    """A workbook with these sheets; `parts` adds parts or replaces them."""
    strings: list[str] = []
    codes: list[str] = []
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
        "xl/workbook.xml": _workbook(sheets, main, from_1904=from_1904),
        "xl/_rels/workbook.xml.rels": _relations(len(sheets)),
    }
    for number, sheet in enumerate(sheets, 1):
        files[f"xl/worksheets/sheet{number}.xml"] = _sheet(sheet, main, strings, codes)
    items = "".join(f'<si><t xml:space="preserve">{escape(text)}</t></si>' for text in strings)
    files["xl/sharedStrings.xml"] = f'<sst xmlns="{main}">{items}</sst>'
    files["xl/styles.xml"] = _styles(codes, main)
    return zipped(files | dict(parts or {}))


def zipped(files: Mapping[str, str | bytes]) -> bytes:
    """An archive with these members."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2024, 1, 31, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def make_ods(tables: str, *, manifest: str = "") -> bytes:
    """An OpenDocument sheet with these `table:table` elements."""
    spaces = " ".join(f'xmlns:{name}="{ODF}:{name}:1.0"' for name in ("office", "table", "text", "style"))
    content = f"<office:document-content {spaces}><office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    files: dict[str, str | bytes] = {"content.xml": content}
    if manifest:
        files["META-INF/manifest.xml"] = manifest
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def _workbook(sheets: Sequence[Sheet], main: str, *, from_1904: bool) -> str:
    listed = "".join(
        f'<sheet name={quoteattr(sheet.name)} sheetId="{number}" r:id="rId{number}"'
        + (f' state="{sheet.state}"' if sheet.state else "")
        + "/>"
        for number, sheet in enumerate(sheets, 1)
    )
    settings = '<workbookPr date1904="1"/>' if from_1904 else ""
    return f'<workbook xmlns="{main}" xmlns:r="{RELATION}">{settings}<sheets>{listed}</sheets></workbook>'


def _relations(count: int) -> str:
    listed = "".join(
        f'<Relationship Id="rId{number}" Type="{RELATION}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in range(1, count + 1)
    )
    return f'<Relationships xmlns="{PACKAGE}/relationships">{listed}</Relationships>'


def _styles(codes: Sequence[str], main: str) -> str:
    formats = "".join(f'<numFmt numFmtId="{164 + i}" formatCode={quoteattr(code)}/>' for i, code in enumerate(codes))
    styles = "".join(f'<xf numFmtId="{164 + i}"/>' for i in range(len(codes)))
    return f'<styleSheet xmlns="{main}"><numFmts>{formats}</numFmts><cellXfs><xf numFmtId="0"/>{styles}</cellXfs></styleSheet>'


def _sheet(sheet: Sheet, main: str, strings: list[str], codes: list[str]) -> str:
    rows: dict[str, list[str]] = {}
    for reference, value in sheet.cells.items():
        number = reference.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        rows.setdefault(number, []).append(_cell(reference, value, strings, codes))
    body = "".join(
        f'<row r="{number}"' + (' hidden="1"' if int(number) in sheet.hidden_rows else "") + f">{''.join(cells)}</row>"
        for number, cells in rows.items()
    )
    columns = "".join(f'<col min="{number}" max="{number}" hidden="1"/>' for number in sheet.hidden_columns)
    merged = "".join(f'<mergeCell ref="{ref}"/>' for ref in sheet.merged)
    return (
        f'<worksheet xmlns="{main}">{f"<cols>{columns}</cols>" if columns else ""}<sheetData>{body}</sheetData>'
        f"{f'<mergeCells>{merged}</mergeCells>' if merged else ''}{sheet.extra}</worksheet>"
    )


def _cell(reference: str, value: Value, strings: list[str], codes: list[str]) -> str:
    match value:
        case bool():
            return f'<c r="{reference}" t="b"><v>{int(value)}</v></c>'
        case str():
            strings.append(value)
            return f'<c r="{reference}" t="s"><v>{len(strings) - 1}</v></c>'
        case Styled(number, code):
            if code not in codes:
                codes.append(code)
            return f'<c r="{reference}" s="{codes.index(code) + 1}"><v>{number!r}</v></c>'
        case Formula(formula, str() as cached):
            return f'<c r="{reference}" t="str"><f>{escape(formula)}</f><v>{escape(cached)}</v></c>'
        case Formula(formula, cached):
            kept = "" if cached is None else f"<v>{cached!r}</v>"
            return f'<c r="{reference}"><f>{escape(formula)}</f>{kept}</c>'
        case _:
            return f'<c r="{reference}"><v>{value!r}</v></c>'


def make_xlsb(
    name: str, cells: Mapping[tuple[int, int], str | float | Styled], *, hidden: tuple[int, int] | None = None
) -> bytes:
    """A binary workbook of one sheet; rows and columns count from 0. One row and one column may be `hidden`."""
    codes = _codes_of(cells)
    row_hidden, column_hidden = hidden or (-1, -1)
    body = b"".join(
        _record(0, row.to_bytes(4, "little") + bytes(7) + bytes([0x10 * (row == row_hidden)]) + bytes(5))
        + _binary_cell(column, value, codes)
        for (row, column), value in cells.items()
    )
    column_record = struct.pack("<IIIIH", column_hidden, column_hidden, 2560, 0, 1) if hidden else b""
    sheet = (
        _record(129, b"")
        + _record(148, bytes(16))
        + (_record(60, column_record) if hidden else b"")
        + _record(145, b"")
        + body
        + _record(146, b"")
        + _record(130, b"")
    )
    listed = bytes(4) + (1).to_bytes(4, "little") + _wide("rId1") + _wide(name)
    workbook = _record(131, b"") + _record(143, b"") + _record(156, listed) + _record(144, b"") + _record(132, b"")
    relations = _relations(1).replace("sheet1.xml", "sheet1.bin")
    formats = b"".join(_record(44, (164 + n).to_bytes(2, "little") + _wide(code)) for n, code in enumerate(codes))
    numbers = [0, *range(164, 164 + len(codes))]
    styles = b"".join(_record(47, bytes(2) + number.to_bytes(2, "little") + bytes(12)) for number in numbers)
    return zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"/>',
            "xl/workbook.bin": workbook,
            "xl/_rels/workbook.bin.rels": relations,
            "xl/worksheets/sheet1.bin": sheet,
            "xl/styles.bin": formats + _record(617, bytes(4)) + styles + _record(618, b""),
        }
    )


def make_xls(
    name: str, cells: Mapping[tuple[int, int], str | float | Styled], *, hidden: tuple[int, int] | None = None
) -> bytes:
    """A workbook of one sheet as Excel 97 wrote it: records in the one stream of a compound file; `hidden` as above."""
    codes = _codes_of(cells)
    formats = b"".join(
        _old_record(0x41E, struct.pack("<HHB", 164 + n, len(code), 1) + code.encode("utf-16-le"))
        for n, code in enumerate(codes)
    )
    numbers = [0, *range(164, 164 + len(codes))]
    styles = formats + b"".join(_old_record(0xE0, struct.pack("<HH", 0, number) + bytes(16)) for number in numbers)
    begin = _old_record(0x809, bytes.fromhex("0006050000000000") + bytes(8))
    sheet_begin = _old_record(0x809, bytes.fromhex("0006100000000000") + bytes(8))
    label = len(name).to_bytes(1, "little") + b"\x01" + name.encode("utf-16-le")
    globals_length = len(begin) + len(styles) + 4 + 6 + len(label) + 4
    listed = _old_record(0x85, globals_length.to_bytes(4, "little") + bytes(2) + label)
    body = b"".join(_old_cell(row, column, value, codes) for (row, column), value in cells.items())
    if hidden:
        row_record = struct.pack("<HHHHHHHH", hidden[0], 0, 9, 255, 0, 0, 0x20, 0)
        body = (
            _old_record(0x7D, struct.pack("<HHHHHH", hidden[1], hidden[1], 2560, 0, 1, 0))
            + _old_record(0x208, row_record)
            + body
        )
    stream = begin + styles + listed + _old_record(0x0A, b"") + sheet_begin + body + _old_record(0x0A, b"")
    return _compound_file("Workbook", stream.ljust(4096, b"\0"))


def _record(kind: int, payload: bytes) -> bytes:
    head = bytes([kind]) if kind < 128 else bytes([kind & 0x7F | 0x80, kind >> 7])
    length, size = len(payload), b""
    while length > 127:
        size, length = size + bytes([length & 0x7F | 0x80]), length >> 7
    return head + size + bytes([length]) + payload


def _wide(text: str) -> bytes:
    return len(text).to_bytes(4, "little") + text.encode("utf-16-le")


def _codes_of(cells: Mapping[tuple[int, int], str | float | Styled]) -> list[str]:
    return list(dict.fromkeys(value.code for value in cells.values() if isinstance(value, Styled)))


def _binary_cell(column: int, value: str | float | Styled, codes: Sequence[str]) -> bytes:
    style = codes.index(value.code) + 1 if isinstance(value, Styled) else 0
    place = column.to_bytes(4, "little") + style.to_bytes(4, "little")
    if isinstance(value, str):
        return _record(6, place + _wide(value))
    value = value.value if isinstance(value, Styled) else value
    return _record(5, place + struct.pack("<d", value))


def _old_record(kind: int, payload: bytes) -> bytes:
    return struct.pack("<HH", kind, len(payload)) + payload


def _old_cell(row: int, column: int, value: str | float | Styled, codes: Sequence[str]) -> bytes:
    style = codes.index(value.code) + 1 if isinstance(value, Styled) else 0
    place = struct.pack("<HHH", row, column, style)
    value = value.value if isinstance(value, Styled) else value
    if isinstance(value, str):
        return _old_record(0x204, place + struct.pack("<HB", len(value), 1) + value.encode("utf-16-le"))
    return _old_record(0x203, place + struct.pack("<d", value))


def _compound_file(name: str, stream: bytes) -> bytes:
    """One stream, of 4,096 bytes or more, after a table of sectors and a directory."""
    free, end, table = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
    stream += bytes(-len(stream) % 512)
    count = len(stream) // 512
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(6)
    head += (
        struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, end, 0, end, 0)
        + struct.pack("<I", 0)
        + struct.pack("<108I", *[free] * 108)
    )
    links = [table, end, *range(3, count + 2), end]
    allocation = struct.pack(f"<{len(links)}I", *links).ljust(512, b"\xff")
    root = _entry("Root Entry", 5, end, 0, child=1)
    return head + allocation + (root + _entry(name, 2, 2, len(stream))).ljust(512, b"\0") + stream


def _entry(name: str, kind: int, start: int, size: int, child: int = 0xFFFFFFFF) -> bytes:
    raw = name.encode("utf-16-le") + b"\0\0"
    siblings = struct.pack("<III", 0xFFFFFFFF, 0xFFFFFFFF, child)
    return (
        raw.ljust(64, b"\0")
        + struct.pack("<HBB", len(raw), kind, 1)
        + siblings
        + bytes(36)
        + struct.pack("<IQ", start, size)
    )
