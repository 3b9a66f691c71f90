"""XLSX: our own reader over the guarded container, because only the parts say how a number is shown.

The canonical text has a heading for each sheet and a line for each row; a cell is what Excel shows, formulas are the
values that were saved with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from posixpath import join, normpath
from typing import Any

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.container.aside import read_aside
from pincite.extract.container.xml_tree import Element, parse_xml
from pincite.extract.container.zip_container import Container
from pincite.extract.formats import current_extractor
from pincite.extract.plain.front_matter import iso_date
from pincite.extract.sheets.unseen import Unseen
from pincite.extract.sheets.writer import Cell, Row, SheetWriter
from pincite.extract.sheets.xlsx_cells import Shown, shared_strings, shown_formats
from pincite.extract.source import Source
from pincite.types.document import Document

_LETTERS = re.compile("[A-Z]{1,3}")
_RANGE = re.compile(r"([A-Z]{1,3}[0-9]{1,7}):([A-Z]{1,3}[0-9]{1,7})")
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_STRICT_RELATION = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"
_ASIDE = {
    "drawings": "drawings and charts",
    "comments": "comments",
    "pivotTables": "pivot tables",
    "embeddings": "embedded files",
}
_MOST_FORMULAS = 50


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A sheet as the workbook lists it: its name, the part that holds it, and whether a reader sees it."""

    name: str
    part: str
    hidden: bool
    is_chart: bool


def extract_xlsx(source: Source) -> Document:
    """A workbook as a document: hidden sheets, rows and columns are read too, and noted.

    Raises ExtractError `malformed` where parts are missing, `too_large` beyond 3 million cells.
    """
    builder = Builder()
    container = Container(source.data)
    workbook = _part(container, "xl/workbook.xml")
    shown = _how_shown(container, workbook)
    writer = SheetWriter(builder)
    for sheet in _sheets(container, workbook):
        if sheet.is_chart:
            builder.note("sheet-not-read", f"the sheet {sheet.name!r} is a chart")
        else:
            _write_sheet(builder, writer, sheet, _SheetReader(_part(container, sheet.part), shown))
    _note_aside(builder, container.names)
    properties = read_aside(builder, "what the workbook says of itself", lambda: _properties(container)) or {}
    return builder.build(
        "xlsx",
        current_extractor("xlsx"),
        source_sha256=source.sha256,
        title=properties.pop("title", "") or source.file_name,
        metadata=properties,
    )


def _write_sheet(builder: Builder, writer: SheetWriter, sheet: _Sheet, reader: _SheetReader) -> None:
    start, end = writer.write(sheet.name, reader.rows(), hidden=sheet.hidden)
    if sheet.hidden and end > start:
        builder.note("sheet-hidden", f"the sheet {sheet.name!r} is hidden in its workbook", start=start, end=end)
    reader.unseen.note(builder, sheet.name, start, end)
    if reader.valueless:
        formulas = "\n".join(reader.formulas)
        builder.note(
            "formula-without-value",
            f"{reader.valueless} formulas of {sheet.name!r} were saved without their values: calculate and save again",
            start=start,
            end=end,
            text=formulas,
        )


class _SheetReader:
    """One pass over the rows of a sheet; it finds what is hidden and what has no value."""

    def __init__(self, root: Element, shown: Shown) -> None:
        self._root = root
        self._space = root.tag.rpartition("}")[0] + "}"
        self._cell, self._value, self._formula = (f"{self._space}{local}" for local in ("c", "v", "f"))
        self._shown = shown
        self._merged = dict(self._merged_ranges())
        columns = [
            range(_whole(column.get("min"), 0), _whole(column.get("max"), 0) + 1)
            for column in root.iter(f"{self._space}col")
            if column.get("hidden") in {"1", "true"}
        ]
        self.unseen = Unseen(columns=columns)
        self.valueless = 0
        self.formulas: list[str] = []

    def rows(self) -> Iterator[Row]:
        """The rows that show something, from top to bottom, whatever their order in the part."""
        found: dict[int, list[Cell]] = {}
        number = 0
        for row in self._root.iter(f"{self._space}row"):
            number = _whole(row.get("r"), number + 1)
            if cells := list(self._cells(row, number)):
                if row.get("hidden") in {"1", "true"}:
                    self.unseen.rows.add(number)
                found.setdefault(number, []).extend(self.unseen.mark(cells))
            row.clear()
        for number in sorted(found):
            yield sorted(found[number], key=lambda cell: cell.column)

    def _cells(self, row: Element, number: int) -> Iterator[Cell]:
        column = 0
        taken = set()
        for element in row.iterchildren(self._cell):
            reference = element.get("r")
            column = _column(reference.rstrip("0123456789")) if reference else column + 1
            text = self._text(element, reference or "")
            if text and not text.isspace() and column not in taken:
                taken.add(column)
                last_row, last_column = self._merged.get((number, column), (number, column))
                yield Cell(text, number, column, last_row, last_column)

    def _text(self, element: Element, reference: str) -> str:
        kind = element.get("t", "n")
        value = formula = None
        for child in element:
            if child.tag == self._value:
                value = child.text
            elif child.tag == self._formula:
                formula = child.text or ""
            elif kind == "inlineStr":
                return self._shown.inline(child)
        if value and not value.isspace():
            return self._shown.text(kind, value, _whole(element.get("s"), 0))
        if formula is not None and kind != "str":
            self.valueless += 1
            if len(self.formulas) < _MOST_FORMULAS:
                self.formulas.append(f"{reference} ={formula}")
        return ""

    def _merged_ranges(self) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        for merged in self._root.iter(f"{self._space}mergeCell"):
            if found := _RANGE.fullmatch(merged.get("ref", "")):
                first, last = _corner(found.group(1)), _corner(found.group(2))
                if last[0] >= first[0] and last[1] >= first[1]:
                    yield first, last


def _corner(reference: str) -> tuple[int, int]:
    """Row and column of a reference such as `AB12`."""
    letters = reference.rstrip("0123456789")
    return int(reference[len(letters) :]), _column(letters)


@lru_cache(maxsize=1024)
def _column(letters: str) -> int:
    if not _LETTERS.fullmatch(letters):
        raise ExtractError("malformed", f"found a cell in column {letters[:20]!r}, expected one from A to XFD")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column


def _whole(raw: str | None, default: int) -> int:
    return int(raw) if raw and raw.isascii() and raw.isdigit() and len(raw) < 8 else default


def _part(container: Container, name: str) -> Element:
    return parse_xml(container.read(name), name)


def _how_shown(container: Container, workbook: Element) -> Shown:
    settings = next(workbook.iter("{*}workbookPr"), None)
    from_1904 = settings is not None and settings.get("date1904") in {"1", "true", "on"}
    strings = shared_strings(_part(container, "xl/sharedStrings.xml")) if "xl/sharedStrings.xml" in container else []
    formats = shown_formats(_part(container, "xl/styles.xml")) if "xl/styles.xml" in container else []
    return Shown(strings, formats, from_1904=from_1904)


def _sheets(container: Container, workbook: Element) -> Iterator[_Sheet]:
    targets = _relations(container)
    for sheet in workbook.iter("{*}sheet"):
        kind, part = targets.get(sheet.get(_RELATION) or sheet.get(_STRICT_RELATION) or "", ("", ""))
        hidden = sheet.get("state") in {"hidden", "veryHidden"}
        yield _Sheet(sheet.get("name") or "", part, hidden, is_chart=bool(kind) and not kind.endswith("/worksheet"))


def _relations(container: Container) -> Mapping[str, tuple[str, str]]:
    """The kind and the part of each relation of the workbook."""
    root = _part(container, "xl/_rels/workbook.xml.rels")
    return {
        relation.get("Id", ""): (relation.get("Type", ""), normpath(join("xl", relation.get("Target", ""))).lstrip("/"))
        for relation in root.iter("{*}Relationship")
        if relation.get("TargetMode") != "External"
    }


def _note_aside(builder: Builder, names: Sequence[str]) -> None:
    """What a workbook holds beside its cells is not read, and said."""
    for folder, words in _ASIDE.items():
        count = sum(
            name.startswith((f"xl/{folder}/", f"xl/{folder.rstrip('s')}")) and "_rels" not in name for name in names
        )
        if count:
            builder.note("parts-not-read", f"{count} parts with {words} are not read")


def _properties(container: Container) -> dict[str, str]:
    """What the workbook says of itself."""
    found: dict[str, str] = {}
    if "docProps/core.xml" not in container:
        return found
    wanted: dict[str, Any] = {"title": "title", "creator": "author", "modified": "date", "keywords": "tags"}
    for element in _part(container, "docProps/core.xml"):
        local = element.tag.rpartition("}")[2]
        if local in wanted and (text := (element.text or "").strip()):
            found[wanted[local]] = iso_date(text) if local == "modified" else text
    return found
