"""What holds for every Word, OpenDocument, PowerPoint and EPUB file, whatever its parts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from office_maker import make_docx, make_epub, make_odf, make_pptx, slide_xml
from pincite.errors import EXTRACT_CODES, ExtractError
from pincite.extract.extract import extract_bytes
from pincite.types.document_codec import decode_document, encode_document
from pincite.types.places import Chapter

STYLES = (
    '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="C"><w:name w:val="code"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="Q"><w:name w:val="quote"/></w:style>'
    '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="toc 1"/></w:style>'
)
NUMBERING = (
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
)
FOOTNOTES = '<w:footnote w:id="1"><w:p><w:r><w:t>wordN</w:t></w:r></w:p></w:footnote>'
SHEET = {"styles": STYLES, "numbering": NUMBERING, "footnotes": FOOTNOTES}


def run(more=""):
    return f"<w:r>{more}<w:t>word</w:t></w:r>"


WORD_RUNS = st.lists(
    st.sampled_from(
        [run(), run("<w:rPr><w:vanish/></w:rPr>"), f"<w:ins>{run()}</w:ins>", f"<w:del>{run()}</w:del>", "<w:r><w:tab/></w:r>",
         "<w:r><w:br/></w:r>", "<w:r><w:t> </w:t></w:r>", '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
         '<w:r><w:fldChar w:fldCharType="separate"/></w:r>', '<w:r><w:fldChar w:fldCharType="end"/></w:r>',
         f"<w:hyperlink>{run()}</w:hyperlink>", f"<w:sdt><w:sdtContent>{run()}</w:sdtContent></w:sdt>",
         '<w:r><w:footnoteReference w:id="1"/></w:r>', f"<w:r><w:pict><w:txbxContent><w:p>{run()}</w:p></w:txbxContent></w:pict></w:r>",
         "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:t>word</w:t></mc:Choice></mc:AlternateContent></w:r>"]
    ),
    max_size=4,
).map("".join)  # fmt: skip
WORD_STYLES = st.sampled_from(
    ["", '<w:pStyle w:val="H1"/>', '<w:pStyle w:val="C"/>', '<w:pStyle w:val="Q"/>', '<w:pStyle w:val="T"/>',
     '<w:numPr><w:numId w:val="1"/></w:numPr>', '<w:numPr><w:ilvl w:val="3"/><w:numId w:val="7"/></w:numPr>',
     "<w:rPr><w:del/></w:rPr>"]
)  # fmt: skip
WORD_PARAGRAPHS = st.builds(lambda style, runs: f"<w:p><w:pPr>{style}</w:pPr>{runs}</w:p>", WORD_STYLES, WORD_RUNS)


def table(cells):
    row = "".join(f"<w:tc><w:tcPr>{merge}</w:tcPr>{inside}</w:tc>" for merge, inside in cells)
    return f"<w:tbl><w:tr>{row}</w:tr><w:tr><w:tc>{cells[0][1]}</w:tc></w:tr></w:tbl>"


def with_tables(inside):
    merges = st.sampled_from(["", '<w:gridSpan w:val="2"/>', "<w:vMerge/>"])
    return st.lists(
        st.one_of(WORD_PARAGRAPHS, inside, st.lists(st.tuples(merges, inside), min_size=1, max_size=3).map(table)),
        max_size=4,
    ).map("".join)


WORD = st.recursive(WORD_PARAGRAPHS, with_tables, max_leaves=12)

ODF_INLINE = st.lists(
    st.sampled_from(
        ["word", " ", "\n  ", "<text:s/>", "<text:tab/>", "<text:line-break/>", "<text:span>word</text:span>", "<text:a>word</text:a>",
         "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>word</text:p></text:note-body></text:note>",
         "<draw:frame><draw:text-box><text:p>word</text:p></draw:text-box></draw:frame>", "<text:soft-page-break/>",
         "<office:annotation><text:p>word</text:p></office:annotation>", "<text:ruby><text:ruby-base>word</text:ruby-base></text:ruby>"]
    ),
    max_size=4,
).map("".join)  # fmt: skip
ODF_LEAVES = st.one_of(
    ODF_INLINE.map(lambda inside: f"<text:p>{inside}</text:p>"),
    ODF_INLINE.map(lambda inside: f'<text:h text:outline-level="2">{inside}</text:h>'),
)


def odf_around(inside):
    several = st.lists(inside, min_size=1, max_size=3)
    return st.one_of(
        several.map("".join),
        several.map(
            lambda items: (
                f"<text:list>{''.join(f'<text:list-item>{one}</text:list-item>' for one in items)}</text:list>"
            )
        ),
        several.map(
            lambda cells: (
                "<table:table><table:table-row>"
                + "".join(f"<table:table-cell>{one}</table:table-cell>" for one in cells)
                + f"</table:table-row><table:table-row><table:table-cell>{cells[0]}</table:table-cell></table:table-row></table:table>"
            )
        ),
        several.map(lambda parts: f"<text:section>{''.join(parts)}</text:section>"),
    )


ODF = st.recursive(ODF_LEAVES, odf_around, max_leaves=12)

SLIDE_PARAGRAPHS = st.lists(
    st.sampled_from(
        ["<a:p><a:r><a:t>word</a:t></a:r></a:p>", "<a:p/>", '<a:p><a:pPr lvl="2"/><a:r><a:t>word</a:t></a:r></a:p>',
         "<a:p><a:r><a:t>word</a:t></a:r><a:br/><a:fld><a:t>word</a:t></a:fld></a:p>",
         '<a:p><a:pPr><a:buAutoNum type="arabicPeriod"/></a:pPr><a:r><a:t>word</a:t></a:r></a:p>']
    ),
    max_size=3,
).map("".join)  # fmt: skip
SHAPES = st.builds(
    lambda ph, y, inside: (
        f'<p:sp><p:nvSpPr><p:cNvPr id="1" name=""/><p:nvPr>{ph}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="{y}"/></a:xfrm>'
        f"</p:spPr><p:txBody>{inside}</p:txBody></p:sp>"
    ),
    st.sampled_from(["", '<p:ph type="title"/>', '<p:ph idx="1"/>', '<p:ph type="ftr"/>']),
    st.integers(-10, 10_000_000),
    SLIDE_PARAGRAPHS,
)
SLIDES = st.lists(st.lists(SHAPES, max_size=3).map("".join), min_size=1, max_size=3)


def assert_sound(document):
    text = document.text
    ends = []
    covered = bytearray(len(text))
    for block in document.blocks:
        assert 0 <= block.start < block.end <= len(text)
        while ends and ends[-1] <= block.start:
            ends.pop()
        assert not ends or block.end <= ends[-1]
        ends.append(block.end)
        covered[block.start : block.end] = b"\1" * (block.end - block.start)
        assert text[block.start : block.end].strip()
    assert all(covered[offset] for offset, char in enumerate(text) if not char.isspace())
    assert decode_document(encode_document(document)) == document


def read(data, name):
    try:
        return extract_bytes(data, name)
    except ExtractError as error:
        return explained(error)


def explained(error):
    assert error.code in EXTRACT_CODES


def words(document):
    return len(re.findall("word", document.text + " ".join(note.text for note in document.notes)))


@settings(deadline=None, max_examples=150)
@given(WORD)
def test_any_word_document_is_sound_and_every_word_is_in_it_or_in_a_note(body):
    document = read(make_docx(body, **SHEET), "a.docx")
    if document:
        assert_sound(document)
        referred = max(body.count("footnoteReference"), 1)  # one that nothing refers to is in a note
        assert body.count("word") + 1 <= words(document) <= body.count("word") + referred


@settings(deadline=None, max_examples=150)
@given(ODF)
def test_any_opendocument_text_is_sound_and_every_word_is_in_it_or_in_a_note(body):
    document = read(make_odf(body), "a.odt")
    if document:
        assert_sound(document)
        assert words(document) == body.count("word")


@settings(deadline=None, max_examples=150)
@given(SLIDES)
def test_any_presentation_is_sound_and_every_word_stands_on_its_slide(slides):
    marked = [slide.replace("word", f"word{number}") for number, slide in enumerate(slides, 1)]
    document = read(make_pptx([slide_xml(slide) for slide in marked]), "a.pptx")
    if document:
        assert_sound(document)
        assert words(document) == "".join(slides).count("word")
        for found in re.finditer(r"word(\d)", document.text):
            assert document.locate(*found.span()).slides == (int(found.group(1)),)


@settings(deadline=None, max_examples=100)
@given(st.lists(st.lists(st.sampled_from(["<p>", "</p>", "<h1>", "</h1>", "word ", "<p/>", "<a id='x'/>", "<table><tr><td>", "</table>", "<br/>"]), max_size=8).map("".join), min_size=1, max_size=3))  # fmt: skip
def test_any_book_is_sound_and_every_word_is_in_it(chapters):
    document = read(make_epub({f"{number}.xhtml": body for number, body in enumerate(chapters)}), "a.epub")
    if document:
        assert_sound(document)
        assert words(document) == "".join(chapters).count("word")
        for number, body in enumerate(chapters):
            found = [place for place in document.places if _is_in(place, Chapter(number + 1, f"OPS/{number}.xhtml"))]
            assert sum(document.text[place.start : place.end].count("word") for place in found) == body.count("word")


def _is_in(place, chapter):
    return (place.where.number, place.where.file) == (chapter.number, chapter.file)


RICH = st.lists(
    st.sampled_from(
        ["word ", r"\par ", r"\pard ", r"{\b word}", r"{\v word}", r"{\deleted word}", r"\trowd\intbl ", r"\cell ", r"\row ", r"\line ",
         r"{\footnote word}", r"{\field{\*\fldinst word}{\fldrslt word}}", r"{\listtext 1.\tab}", r"\outlinelevel0 ", r"\u8364?",
         r"\'e9", r"{\shp{\*\shpinst{\sp{\sn x}}{\shptxt word\par}}}", r"\intbl ", r"\nestcell ", "\r\n", r"{\header word\par}",
         r"{\*\annotation word}", r"\u-10179?", r"\~"]
    ),
    max_size=25,
).map("".join)  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(RICH)
def test_any_rich_text_is_sound_and_every_word_is_in_it_or_in_a_note(inside):
    document = read((r"{\rtf1\ansi " + inside + "}").encode(), "a.rtf")
    if document:
        assert_sound(document)
        assert words(document) == inside.count("word")


SAMPLES = {
    "a.rtf": rb"{\rtf1\ansi{\fonttbl{\f0\fcharset204 A;}}\f0 words\'e9 \u8364?{\v x}\par\trowd a\cell b\cell\row more\par}",
    "a.docx": make_docx("<w:p><w:r><w:t>words of a paragraph</w:t></w:r></w:p>" * 5, **SHEET),
    "a.odt": make_odf("<text:p>words of a paragraph</text:p>" * 5),
    "a.pptx": make_pptx([slide_xml("<p:sp><p:txBody><a:p><a:r><a:t>words</a:t></a:r></a:p></p:txBody></p:sp>")]),
    "a.epub": make_epub({"1.xhtml": "<html><body><p>words</p></body></html>"}),
}


@pytest.mark.parametrize("name", SAMPLES)
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_a_file_with_a_wrong_byte_or_cut_anywhere_ends_in_a_document_or_an_error_with_a_code(name, data):
    whole = SAMPLES[name]
    at, byte = data.draw(st.integers(0, len(whole) - 1)), data.draw(st.integers(0, 255))
    for damaged in (whole[:at] + bytes([byte]) + whole[at + 1 :], whole[:at]):
        document = read(damaged, name)
        if document:
            assert_sound(document)
