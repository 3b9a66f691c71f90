import pytest

from pincite.errors import ExtractError
from pincite.extract.extract import extract_bytes


def read(inside, head=r"\ansi\ansicpg1252"):
    data = rb"{\rtf1" + head.encode() + (inside if isinstance(inside, bytes) else inside.encode("latin-1")) + b"}"
    return extract_bytes(data, "a.rtf")


def blocks(inside):
    document = read(inside)
    return [(block.kind, block.level, document.text[block.start : block.end]) for block in document.blocks]


def notes(inside):
    return [(note.code, note.text) for note in read(inside).notes]


@pytest.mark.parametrize(
    ("inside", "head", "text"),
    [
        (r"caf\'e9 \u8364?5", r"\ansi", "café €5"),
        (r"{\uc0\u1046 x}{\uc2\u1046\'c6\'c6y}", r"\ansi", "ЖxЖy"),
        (r"\u-10179?\u-8704?!", r"\ansi", "😀!"),
        (r"\'cf\'f0\'e8", r"\ansi\ansicpg1251", "При"),
        (r"{\fonttbl{\f0 A;}{\f1\fcharset204 B;}}\f0 a\f1 \'cf\f0 \'e9", r"\ansi", "aПé"),
        (r"\'93\'fa\'96\'7b", r"\ansi\ansicpg932", "日本"),
        (r"a\~b\_c\-d\emdash e\{x\}\\", r"\ansi", "a\xa0b\u2011c\xadd—e{x}\\"),
        ("one\r\n two", r"\ansi", "one two"),
    ],
)
def test_characters_are_read_in_their_encoding_and_fallbacks_are_skipped(inside, head, text):
    assert read(inside, head + " ").text == text


def test_paragraphs_lines_and_headings():
    inside = r"{\stylesheet{\s1 heading 1;}}{\info{\title T}}\pard\s1 Head\par\pard one\line two\par\pard\outlinelevel1 Sub\par"
    assert blocks(inside) == [("heading", 1, "Head"), ("paragraph", 0, "one\ntwo"), ("heading", 2, "Sub")]


def test_a_table_keeps_rows_cells_and_header():
    inside = r"\trowd\trhdr\pard\intbl Region\cell Catch\cell\row\trowd\pard\intbl North\par East\cell\cell\row\pard after\par"
    assert blocks(inside) == [
        ("table", 0, "Region\tCatch\nNorth East"),
        ("row", 1, "Region\tCatch"),
        ("row", 0, "North East"),
        ("paragraph", 0, "after"),
    ]


def test_items_show_their_numbers_and_no_bullets():
    inside = r"\pard\ls1{\listtext 1.\tab}one\par\pard\ls1\ilvl1{\listtext\'b7\tab}deep\par"
    assert blocks(inside) == [
        ("list", 0, "1. one\ndeep"),
        ("item", 0, "1. one\ndeep"),
        ("list", 0, "deep"),
        ("item", 0, "deep"),
    ]


def test_footnotes_stand_below_with_their_mark():
    assert read(r"Said{\super\chftn{\footnote\pard\chftn  By whom?}} and done\par next\par").text == (
        "Said(1) and done\n\n(1) By whom?\n\nnext"
    )


def test_what_is_not_shown_is_out_with_notes():
    inside = (
        r"{\header ACME\par}seen{\v secret}{\deleted gone} {\field{\*\fldinst HYPERLINK}{\fldrslt link}}{\*\annotation Hm}"
        r"{\*\unknown x}{\pict 0102}{\colortbl;\red0;}\par"
    )
    assert read(inside).text == "seen link"
    assert notes(inside) == [
        ("comment", "Hm"),
        ("furniture", "ACME"),
        ("hidden", "secret"),
        ("deleted", "gone"),
        ("field-code", "HYPERLINK"),
    ]


def test_a_text_box_is_read():
    assert "boxed" in read(r"before{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt boxed\par}}}after\par").text


def test_the_document_says_title_author_and_date():
    document = read(r"{\info{\title Report}{\author Jo}{\creatim\yr2019\mo1\dy1}{\revtim\yr2024\mo1\dy31\hr9}}x\par")
    assert document.title == "Report"
    assert dict(document.metadata) == {"author": "Jo", "date": "2024-01-31"}


def test_raw_bytes_of_pictures_are_no_text():
    assert read(rb"a{\pict\bin5 }}}{{}b\par").text == "ab"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (rb"{\rtf1 words", "truncated"),
        (rb"{\rtf1 " + b"{" * 3000 + b"x" + b"}" * 3001, "too_deep"),
        (rb"{\rtf1 }", "empty"),
    ],
)
def test_broken_files_have_their_code(data, code):
    with pytest.raises(ExtractError) as caught:
        extract_bytes(data, "a.rtf")
    assert caught.value.code == code


def test_of_a_word_in_two_spellings_the_one_in_unicode_is_read():
    assert (
        extract_bytes(rb"{\rtf1\ansi the {\upr{r?sum?}{\*\ud{r\u233?sum\u233?}}} of Ann\par}", "a.rtf").text
        == "the résumé of Ann"
    )


def test_a_formula_is_noted():
    document = extract_bytes(
        rb"{\rtf1\ansi so {\mmath{\*\moMath{\mf{\mnum{\mr a}}{\mden{\mr b}}}}} holds\par}", "a.rtf"
    )
    assert (document.text, [(note.code, note.text) for note in document.notes]) == ("so  holds", [("formula", "ab")])
