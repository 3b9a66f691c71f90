"""What holds for every table, mail, notebook, program and subtitle, whatever is in it."""

from __future__ import annotations

import json
import struct
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.errors import ExtractError
from pincite.extract.builder import canonical
from pincite.extract.container.zip_container import Container
from pincite.extract.extract import extract_bytes
from pincite.extract.sheets.binary_formats import codes_of_xls, codes_of_xlsb
from pincite.extract.sheets.csv_dialect import find_dialect, records
from pincite.extract.sheets.number_format import as_shown
from sheet_maker import Formula, Sheet, Styled, make_ods, make_xls, make_xlsb, make_xlsx
from soundness import assert_sound, outcome


def pieces(*some):
    return st.lists(st.sampled_from(some), max_size=30).map("".join)


CSV = pieces(  # without NUL, which would make it a text of two bytes a letter
    "a", "b c", ",", ";", "\t", "|", '"', '""', "'", "\n", "\r\n", "12", "1,5", "\ufeff", " ", "sep=;\n", "🙂"
)
SOURCES = {
    "a.rst": pieces(
        "Title\n", "=====\n", "-----\n", "~~~\n", "text\n", "\n", "  in\n", "    deep\n", "- a\n", "  - b\n", "1. x\n", "::\n", "a::\n",
        ".. note:: x\n", ".. code::\n", ".. [1] y\n", ".. csv-table::\n", ":f: v\n", "+--+--+\n", "|a |b |\n", "+==+==+\n", "==  ==\n",
        ">>> 1\n", "\t", "| line\n", "*" * 5 + "\n", "\x85", "\u2028", "🙂\r\n",
    ),
    "a.py": pieces(
        "def f():\n", "class A:\n", "    def g(self):\n", "        x = 1\n", "\n", "}\n", "import a\n", "    \n", "\t", "@d\n", "# c\n",
        "        long_name(argument, other)\n" * 20, "impl<T> X for Y {\n", '"""\n', "\x0c", "\u2028", "x", "🙂\r\n",
    ),
    "a.json": pieces("{", "}", "[", "]", ",", ":", '"a"', '"', "1", "\\u00f1", "\\", "\n", " ", "true", '{"a": 1}', "[" + "1," * 400 + "1]", "\n{}"),
    "a.jsonl": pieces('{"a": 1}\n', "[1]\n", "x\n", "\n", '{"b": "' + "x" * 700 + '"}\n', '{"c": [' + "1," * 400 + "1]}\n"),
}  # fmt: skip
SUBTITLES = pieces(
    "WEBVTT\n", "\n", "1\n", "00:00:01,000 --> 00:00:02,000\n", "00:01.000 --> 00:09.000 align:start\n", "Hello\n", "<v Ann>Hi\n",
    "<i>a</i>\n", "NOTE x\n", "&amp;\n", "<00:00:01.000>", "- b\n", "{\\an8}", "-->", "\ufeff", "\r\n",
)  # fmt: skip
MAIL = pieces(
    "From: a@b\n", "To: <<\n", "Subject: =?utf-8?q?=C3?=\n", "Date: x\n", "\n", "text\n", "> q\n", "Content-Type: text/html\n", "<p>x</p>\n",
    "Content-Type: multipart/mixed; boundary=B\n", "Content-Type: multipart/alternative; boundary=B\n", "--B\n", "--B--\n",
    "Content-Type: message/rfc822\n", "Content-Transfer-Encoding: base64\n", "aGk=\n", "Content-Disposition: attachment; filename=a.csv\n",
    "a,b\n1,2\n", "From x Wed Jan 31 10:00:00 2024\n", "\0", "\xff", "\r\n", "Content-Type: text/plain; charset=utf-16\n",
)  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["cells", "cell_type", "source", "outputs", "output_type", "data", "text/plain", "worksheets", "input", "level", "metadata",
                 "attachments", "text"]
            ),
            inner | st.sampled_from(["markdown", "code", "heading", "stream", "# x\n- y", "error"]),
            max_size=5,
        )
    ),
    max_leaves=25,
)  # fmt: skip


@settings(deadline=None)
@given(CSV, st.sampled_from(["a.csv", "a.tsv"]))
def test_any_table_is_a_sound_document_whose_text_is_the_source_and_whose_cells_are_its_records(source, name):
    document = outcome(source.encode(), name)
    if document and document.type == "csv":
        text = canonical(source)
        assert document.text == text
        assert_sound(document)
        for place in document.places:
            assert place.where.first_row >= 1
            assert "\n" not in text[place.start : place.end] or text[place.start - 1] in "\"'"


@settings(deadline=None)
@given(CSV)
def test_records_cover_a_table_without_gaps(source):
    text = canonical(source)
    end = 0
    for record in records(text, 0, find_dialect(text)):
        assert record.start == end
        assert all(record.start <= start <= stop <= record.end for start, stop in record.cells)
        end = record.end + 1
    assert end >= len(text)


@settings(deadline=None, max_examples=300)
@given(st.sampled_from(sorted(SOURCES)).flatmap(lambda name: st.tuples(st.just(name), SOURCES[name])))
def test_any_text_of_a_program_or_markup_is_a_sound_document_whose_text_is_the_source(named):
    name, source = named
    document = outcome(source.encode(), name)
    if document and document.type != "html":
        if "\\u" not in source:
            assert document.text == canonical(source)
        assert_sound(document)
        assert extract_bytes(source.encode(), name) == document


@settings(deadline=None)
@given(SOURCES["a.py"])
def test_every_line_of_a_program_is_what_stands_in_that_line_of_its_file(source):
    document = outcome(source.encode(), "a.py")
    if document and document.type == "code":
        lines = canonical(source).split("\n")
        assert [document.text[p.start : p.end] for p in document.places] == [line for line in lines if line]
        assert all(document.text[p.start : p.end] == lines[p.where.number - 1] for p in document.places)


@settings(deadline=None)
@given(SUBTITLES, st.sampled_from(["a.srt", "a.vtt"]))
def test_any_subtitles_are_a_sound_document_and_all_of_it_has_times(source, name):
    document = outcome(source.encode(), name)
    if document and document.type in {"srt", "vtt"}:
        assert_sound(document)
        placed = "".join(document.text[place.start : place.end] for place in document.places)
        assert "".join(placed.split()) == "".join(document.text.split())
        assert all(place.where.start <= place.where.end for place in document.places)


@settings(deadline=None, max_examples=200)
@given(MAIL, st.sampled_from(["a.eml", "a.mbox"]))
def test_any_mail_is_a_sound_document(source, name):
    document = outcome(source.encode("latin-1"), name)
    if document:
        assert_sound(document)


@settings(deadline=None, max_examples=200)
@given(JSON)
def test_any_json_as_a_notebook_is_a_sound_document_or_refused(value):
    document = outcome(json.dumps({"cells": value}).encode(), "a.ipynb")
    if document:
        assert_sound(document)
        placed = "".join(document.text[place.start : place.end] for place in document.places)
        assert "".join(placed.split()) == "".join(document.text.split())


VALUES = st.one_of(
    st.text(alphabet="ab \n\t,é🙂", max_size=6),
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.floats(allow_nan=False, allow_infinity=False),
    st.builds(Styled, st.floats(-1e6, 1e6), st.sampled_from(["0%", "yyyy-mm-dd", "#,##0.00", '"€"0', "[h]:mm", ";;;"])),
    st.builds(Formula, st.just("A1+1"), st.none() | st.integers(0, 9) | st.just("text")),
)
CELLS = st.dictionaries(
    st.builds(
        lambda c, r: f"{c}{r}", st.sampled_from(["A", "B", "C", "AB", "XFD"]), st.sampled_from([1, 2, 3, 7, 1_048_576])
    ),
    VALUES,
    max_size=12,
)


@settings(deadline=None, max_examples=200)
@given(CELLS, st.sampled_from(["", "hidden"]))
def test_every_cell_of_a_sheet_that_shows_something_is_in_the_text_at_its_place(cells, state):
    document = outcome(make_xlsx([Sheet("My sheet", cells, state=state)]), "a.xlsx")
    expected = {ref: shown for ref, value in cells.items() if (shown := shown_text(value)).strip()}
    if not document:
        assert not expected
        return
    assert_sound(document)
    found = {
        document.locate(place.start, place.end).fragment.partition("!")[2]: document.text[place.start : place.end]
        for place in document.places
    }
    assert found == expected


def shown_text(value):
    match value:
        case bool():
            return str(value).upper()
        case str():
            return canonical(value)
        case Styled(number, code):
            return as_shown(number, code) or as_shown(number, "General")
        case Formula(_, cached):
            return "" if cached is None else str(cached)
        case _:
            return as_shown(float(value), "General")


@settings(deadline=None)
@given(
    st.dictionaries(st.tuples(st.integers(0, 9), st.integers(0, 5)), st.text("ab", min_size=1, max_size=3), min_size=1)
)
def test_a_binary_workbook_has_the_same_cells(cells):
    ordered = dict(sorted(cells.items()))
    document = extract_bytes(make_xlsb("S", ordered), "a.xlsb")
    assert_sound(document)
    found = {(p.where.first_row - 1, p.where.first_column - 1): document.text[p.start : p.end] for p in document.places}
    assert found == cells


ODS = pieces(
    "<table:table table:name='T'>", "</table:table>", "<table:table-row>", "</table:table-row>",
    "<table:table-row table:number-rows-repeated='3'>", "<table:table-cell><text:p>word</text:p></table:table-cell>",
    "<table:table-cell table:number-columns-repeated='4'/>", "<table:covered-table-cell/>",
    "<table:table-cell table:number-columns-spanned='2'><text:p>a</text:p><text:p>b<text:s/>c</text:p></table:table-cell>",
)  # fmt: skip


@settings(deadline=None)
@given(ODS)
def test_any_opendocument_sheet_is_a_sound_document_or_refused(tables):
    document = outcome(make_ods(tables), "a.ods")
    if document:
        assert_sound(document)


WORKBOOK = make_xlsx(
    [Sheet("S", {"A1": "Region", "B1": Styled(0.5, "0%"), "A2": Formula("A1", "x")}, merged=["A1:B1"])]
)
BINARY = make_xlsb("S", {(0, 0): "Region", (1, 1): 2.0})


@settings(deadline=None, max_examples=150)
@given(st.sampled_from([WORKBOOK, BINARY]), st.integers(0, 4000), st.integers(0, 255), st.booleans())
def test_a_workbook_with_a_wrong_byte_or_cut_off_ends_in_a_document_or_an_error_with_a_code(data, at, byte, cut):
    at %= len(data)
    broken = data[:at] if cut else data[:at] + bytes([byte]) + data[at + 1 :]
    document = outcome(broken, "a.xlsx")
    if document:
        assert_sound(document)


OLD = make_xls("S", {(0, 0): "Region", (1, 1): Styled(2.0, "0%")})
NEWER = make_xlsb("S", {(0, 0): "Region", (1, 1): Styled(2.0, "0%")})


@settings(deadline=None, max_examples=300)
@given(
    st.sampled_from([OLD, NEWER]),
    st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 255)), max_size=5),
    st.booleans(),
)
def test_formats_of_a_broken_binary_workbook_are_told_or_refused(data, wrong, cut):
    broken = bytearray(data[: wrong[0][0]] if cut and wrong else data)
    for at, byte in wrong:
        if broken:
            broken[at % len(broken)] = byte
    with suppress(ValueError, struct.error, ExtractError):  # which `extract_xls` takes for formats that cannot be told
        codes_of_xls(bytes(broken)) if data is OLD else codes_of_xlsb(Container(bytes(broken)))
