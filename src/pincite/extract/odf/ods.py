"""ODS: our own reader, because an OpenDocument sheet keeps the words of each cell as they are shown."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.container.xml_tree import Element, attribute, child, name, number, parse_xml
from pincite.extract.container.zip_container import Container
from pincite.extract.formats import current_extractor
from pincite.extract.sheets.unseen import Unseen
from pincite.extract.sheets.writer import MOST_CELLS, Cell, Row, SheetWriter
from pincite.extract.source import Source
from pincite.types.document import Document

_GROUPS = {"table:table-header-rows", "table:table-row-group", "table:table-rows"}
_HIDDEN = {"collapse", "filter"}
_ASIDE = {"office:annotation", "draw:frame", "draw:g", "draw:custom-shape", "text:note"}
_BREAKS = {"text:tab": "\t", "text:line-break": "\n"}


def extract_ods(source: Source) -> Document:
    """An OpenDocument workbook as a document: a heading for each sheet, a line for each row, what the cells show.

    Raises ExtractError `encrypted` for one with a password.
    """
    builder = Builder()
    container = Container(source.data)
    if "META-INF/manifest.xml" in container and b"encryption-data" in container.read("META-INF/manifest.xml"):
        raise ExtractError("encrypted", "found an OpenDocument sheet with a password")
    root = parse_xml(container.read("content.xml"), "content.xml")
    unseen = {attribute(style, "style:name") for style in root.iter("{*}style") if _hides(style)}
    writer = SheetWriter(builder)
    workbook = child(root, "office:body", "office:spreadsheet")
    for table in workbook if workbook is not None else ():
        if name(table) == "table:table":
            reader = _TableReader(table)
            hidden = attribute(table, "table:style-name") in unseen
            start, end = writer.write(reader.name, reader.rows(), hidden=hidden)
            _note(builder, reader, start, end, hidden=hidden)
    return builder.build(
        "ods", current_extractor("ods"), source_sha256=source.sha256, title=source.file_name, metadata={}
    )


def _hides(style: Element) -> bool:
    properties = child(style, "style:table-properties")
    return properties is not None and attribute(properties, "table:display") == "false"


def _note(builder: Builder, reader: _TableReader, start: int, end: int, *, hidden: bool) -> None:
    if hidden and end > start:
        builder.note("sheet-hidden", f"the sheet {reader.name!r} is hidden in its workbook", start=start, end=end)
    reader.unseen.note(builder, reader.name, start, end)
    if reader.aside:
        builder.note("parts-not-read", f"{len(reader.aside)} comments and drawings", text="\n".join(reader.aside))


class _TableReader:
    """One pass over the rows of a sheet."""

    def __init__(self, table: Element) -> None:
        self._table = table
        self.name = attribute(table, "table:name") or ""
        self.unseen = Unseen(columns=list(_hidden_columns(table)))
        self.aside: list[str] = []

    def rows(self) -> Iterator[Row]:
        """The rows that show something; one that the file says is repeated is as many rows."""
        at = 1
        for row in _rows(self._table):
            times = max(number(row, "table:number-rows-repeated", 1), 1)
            if cells := list(self._cells(row)):
                if times * len(cells) > MOST_CELLS:
                    raise ExtractError("too_large", f"a row of {len(cells)} cells is repeated {times} times", self.name)
                hidden = attribute(row, "table:visibility") in _HIDDEN
                for repeated in range(at, at + times):
                    if hidden:
                        self.unseen.rows.add(repeated)
                    yield self.unseen.mark(c._replace(row=repeated, last_row=repeated + c.last_row) for c in cells)
            at += times

    def _cells(self, row: Element) -> Iterator[Cell]:
        column = 1
        for element in row:
            times = max(number(element, "table:number-columns-repeated", 1), 1)
            if name(element) == "table:table-cell" and (text := self._text(element)):
                height = max(number(element, "table:number-rows-spanned", 1), 1) - 1
                width = max(number(element, "table:number-columns-spanned", 1), 1) - 1
                for repeated in range(column, column + min(times, 1 << 14)):
                    yield Cell(text, 0, repeated, height, repeated + width)
            column += times

    def _text(self, cell: Element) -> str:
        paragraphs = []
        for element in cell:
            if name(element) == "text:p":
                paragraphs.append(self._words(element))
            elif words := " ".join(" ".join(element.itertext()).split()):
                self.aside.append(words)
        text = "\n".join(paragraphs) or (attribute(cell, "office:value") or "")
        return "" if text.isspace() else text

    def _words(self, element: Element) -> str:
        """The words of a paragraph and of all in it; white space stands for itself only where an element says so."""
        parts = [" ".join((element.text or "").split("\n"))]
        for inner in element:
            kind = name(inner)
            if kind == "text:s":
                parts.append(" " * min(max(number(inner, "text:c", 1), 1), 100))
            elif kind in _BREAKS:
                parts.append(_BREAKS[kind])
            elif kind not in _ASIDE:
                parts.append(self._words(inner))
            parts.append(inner.tail or "")
        return "".join(parts)


def _hidden_columns(table: Element) -> Iterator[range]:
    at = 1
    for column in table.iter("{*}table-column"):
        times = max(number(column, "table:number-columns-repeated", 1), 1)
        if attribute(column, "table:visibility") in _HIDDEN:
            yield range(at, at + times)
        at += times


def _rows(parent: Element) -> Iterator[Element]:
    for element in parent:
        kind = name(element)
        if kind == "table:table-row":
            yield element
        elif kind in _GROUPS:
            yield from _rows(element)
