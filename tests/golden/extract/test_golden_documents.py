"""One reviewed document per format: what a person would say is in it, block by block."""

from __future__ import annotations

from pathlib import Path

import pytest

from pdf_maker import Sheet, column, make_pdf
from pincite.extract.extract import extract_bytes

HERE = Path(__file__).parent
REGIONS, TONNES = column(["Region", "North", "South"], top=680), column(["Tonnes", "1,204", "998"], x=200, top=680)
TABLE = list(zip(REGIONS, TONNES, strict=True))
PDF = make_pdf(
    [
        Sheet(
            [
                (60, 810, 9, "JOURNAL OF FISHERIES"),
                (60, 770, 18, f"Landing rules, part {number}"),
                *column(["The quota of the inter-", "national fleet was exceeded."], top=730),
                *[cell for row in TABLE for cell in row],
                (290, 30, 9, str(number)),
            ]
        )
        for number in (1, 2, 3)
    ],
    title="Landing rules",
)


def dump(document) -> str:
    """A document as a page that can be read and compared."""
    lines = [f"title: {document.title}", *(f"{key}: {value}" for key, value in sorted(document.metadata.items())), ""]
    for block in document.blocks:
        level = f" {block.level}" if block.level else ""
        title = f" <{block.title}>" if block.title else ""
        lines.append(
            f"{block.start}-{block.end} {block.kind}{level}{title}: {document.text[block.start : block.end]!r}"
        )
    lines += ["", *(f"{note.code} {note.page or ''}: {note.message}: {note.text!r}" for note in document.notes)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", ["sample.md", "sample.html", "sample.pdf"])
def test_a_document_is_what_was_reviewed(name):
    data = PDF if name == "sample.pdf" else (HERE / name).read_bytes()
    assert dump(extract_bytes(data, name)) == (HERE / f"{name}.golden").read_text(encoding="utf-8")
