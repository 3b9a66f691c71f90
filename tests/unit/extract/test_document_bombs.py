"""Documents built to harm their reader end with their code, in the child process and within its limits."""

import pytest

from office_maker import W, make_docx, make_epub, make_odf, make_pptx, package, slide_xml, zipped
from pincite.errors import ExtractError
from pincite.extract.sandbox import Extractor


@pytest.fixture(scope="module")
def extractor():
    with Extractor(seconds=60, memory=1_000_000_000) as made:
        yield made


def word(xml):
    return zipped(package("word/document.xml") | {"word/document.xml": xml})


BILLION_LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {new} "{f"&{old};" * 10}">' for old, new in zip("abcdefgh", "bcdefghi", strict=True))
    + f']><w:document xmlns:w="{W}"><w:body><w:p><w:r><w:t>&i;</w:t></w:r></w:p></w:body></w:document>'
)
READS_A_FILE = (
    '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    f'<w:document xmlns:w="{W}"><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>'
)
ZIP_BOMB = word(f'<w:document xmlns:w="{W}"><w:body>' + " " * 50_000_000)
DEEP = 3000
DEEP_TABLES = "<w:tbl><w:tr><w:tc>" * 80 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 80
DEEP_LISTS = "<text:list><text:list-item>" * 100 + "<text:p>x</text:p>" + "</text:list-item></text:list>" * 100


@pytest.mark.parametrize(
    ("data", "name", "code"),
    [
        (word(BILLION_LAUGHS), "laughs.docx", "malformed"),
        (word(READS_A_FILE), "reads.docx", "malformed"),
        (ZIP_BOMB, "bomb.docx", "too_large"),
        (make_docx("<w:sdt>" * DEEP + "</w:sdt>" * DEEP), "deep.docx", "too_deep"),
        (make_pptx([slide_xml("<p:grpSp>" * DEEP + "</p:grpSp>" * DEEP)]), "deep.pptx", "too_deep"),
        (make_odf("<text:list>" * DEEP + "</text:list>" * DEEP), "deep.odt", "too_deep"),
        (make_odf("<text:list>" * DEEP + "</text:list>" * DEEP, flat=True), "deep.fodt", "too_deep"),
        (make_epub({"a.xhtml": "<html><body>" + "<div>" * DEEP}), "deep.epub", "too_deep"),
        (make_epub({"a.xhtml": "<p " + "a='b' " * 100_000 + ">x</p>"}), "attributes.epub", "too_deep"),
        (make_docx("<w:p/>")[:-40], "cut.docx", "truncated"),
        (zipped(package("word/document.xml") | {"word/other.xml": "x"}), "none.docx", "malformed"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bomb_ends_with_its_code(extractor, data, name, code):
    with pytest.raises(ExtractError) as caught:
        extractor.extract_bytes(data, name)
    assert caught.value.code == code, caught.value.message


@pytest.mark.parametrize(
    ("data", "name"),
    [(make_docx(DEEP_TABLES + "<w:p><w:r><w:t>x</w:t></w:r></w:p>"), "a.docx"), (make_odf(DEEP_LISTS), "a.odt")],
)
def test_nesting_that_a_parser_allows_is_read_or_refused_as_too_deep(extractor, data, name):
    try:
        assert extractor.extract_bytes(data, name).text == "x"
    except ExtractError as error:
        assert error.code == "too_deep"  # noqa: PT017 - either is right


def test_the_reader_lives_on_after_every_bomb(extractor):
    assert extractor.extract_bytes(make_docx("<w:p><w:r><w:t>alive</w:t></w:r></w:p>"), "a.docx").text == "alive"
