"""CSV and TSV: the canonical text is the source, a record is a row, and every cell has its place."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Literal

from pincite.extract.builder import Builder
from pincite.extract.formats import current_extractor
from pincite.extract.plain.encoding import decode_source
from pincite.extract.sheets.csv_dialect import NO_DELIMITER, Dialect, Record, announced_delimiter, find_dialect, records
from pincite.extract.sheets.table_header import is_header
from pincite.extract.source import Source
from pincite.types.document import Document
from pincite.types.places import Cells

_PREAMBLE = 30
_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar", NO_DELIMITER: ""}


def extract_csv(source: Source) -> Document:
    """A table in plain text as a document of rows; rows count by record, a blank line is a record too.

    What stands above the table (a title, a date) becomes paragraphs. The first row is the header where it names the
    columns. Places have no sheet: `A1:C4`.
    """
    builder = Builder()
    found = decode_source(source, builder)
    text = builder.put_whole(found.text)
    delimiter, start = announced_delimiter(text)
    if start:
        builder.mark("metadata", 0, len(text[:start].rstrip()))
    dialect = find_dialect(text, start, "\t" if source.extension in {"tsv", "tab"} and "\t" in text else delimiter)
    _mark_table(builder, text, list(records(text, start, dialect)), dialect, first_row=2 if start else 1)
    return builder.build(
        "csv",
        current_extractor("csv"),
        source_sha256=source.sha256,
        title=source.file_name,
        metadata={"encoding": found.encoding, "delimiter": _NAMES[dialect.delimiter]},
    )


def _mark_table(builder: Builder, text: str, rows: Sequence[Record], dialect: Dialect, first_row: int) -> None:
    top = _top_of_table(text, rows, dialect.width)
    header = top if _has_header(text, rows, top) else -1
    for row in rows[:top]:
        _mark_row(builder, text, row, "paragraph")
    if any(_words(text, row) for row in rows[top:]):
        builder.mark("table", rows[top].start, _end_of_table(text, rows))
    stray = 0
    for index, row in enumerate(rows):
        if index >= top:
            _mark_row(builder, text, row, "row", level=int(index == header))
        for column, (start, end) in enumerate(row.cells, 1):
            if start < end:
                number = index + first_row
                builder.place(start, end, Cells("", number, column, number, column))
                stray += text[start] == dialect.quote and not text.endswith(dialect.quote, 0, start)
    if stray:
        builder.note("quotes-unmatched", f"{stray} cells begin with a quote that does not end them; it is kept")


def _mark_row(builder: Builder, text: str, row: Record, kind: Literal["paragraph", "row"], level: int = 0) -> None:
    if _words(text, row):
        builder.mark(kind, row.start, row.end, level)


def _words(text: str, row: Record) -> bool:
    return not text[row.start : row.end].isspace() and row.start < row.end


def _end_of_table(text: str, rows: Sequence[Record]) -> int:
    return next(row.end for row in reversed(rows) if _words(text, row))


def _top_of_table(text: str, rows: Sequence[Record], width: int) -> int:
    """The first record that is as wide as most, with two words in it; 0 where the table has one column."""
    if width < 2:
        return 0
    for index, row in enumerate(islice(rows, _PREAMBLE)):
        if len(row.cells) >= width and sum(bool(text[start:end].strip()) for start, end in row.cells) > 1:
            return index
    return 0


def _has_header(text: str, rows: Sequence[Record], top: int) -> bool:
    filled = [[text[start:end] for start, end in row.cells] for row in rows[top : top + 20] if _words(text, row)]
    return len(filled) > 1 and is_header(filled[0], filled[1:])
