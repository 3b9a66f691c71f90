"""A damaged part beside the text costs a note, one that the text needs costs the document."""

import io
import zipfile

import pytest

from office_maker import make_docx, make_odf, make_pptx, slide_xml
from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes
from sheet_maker import Sheet, make_xlsx, zipped

PARAGRAPH = "<w:p><w:r><w:t>words</w:t></w:r></w:p>"
SHAPE = "<p:sp><p:txBody><a:p><a:r><a:t>words</a:t></a:r></a:p></p:txBody></p:sp>"


def damaged(data, part):
    """The file with another content of one of its parts."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    assert part in members
    return zipped(members | {part: b"<broken"})


DOCX = make_docx(PARAGRAPH, core="<dc:title>T</dc:title>", comments="<w:comment/>", header1=PARAGRAPH)
PPTX = make_pptx([slide_xml(SHAPE)], core="<dc:title>T</dc:title>")
ODT = make_odf("<text:p>words</text:p>", meta="<dc:title>T</dc:title>")
XLSX = make_xlsx([Sheet("S", {"A1": "words"})], parts={"docProps/core.xml": "<c/>"})


@pytest.mark.parametrize(
    ("data", "part", "name"),
    [
        (DOCX, "docProps/core.xml", "a.docx"),
        (DOCX, "word/comments.xml", "a.docx"),
        (DOCX, "word/header1.xml", "a.docx"),
        (PPTX, "docProps/core.xml", "a.pptx"),
        (ODT, "meta.xml", "a.odt"),
        (XLSX, "docProps/core.xml", "a.xlsx"),
    ],
)
def test_a_damaged_part_beside_the_text_costs_a_note(data, part, name):
    document = extract_bytes(damaged(data, part), name)
    assert "words" in document.text
    assert "part-failed" in [note.code for note in document.notes]


@pytest.mark.parametrize(
    ("data", "part", "name"), [(DOCX, "word/document.xml", "a.docx"), (ODT, "styles.xml", "a.odt")]
)
def test_a_damaged_part_that_the_text_needs_costs_the_document(data, part, name):
    with pytest.raises(ExtractError) as found:
        extract_bytes(damaged(data, part), name)
    assert found.value.code in {"malformed", "truncated"}
