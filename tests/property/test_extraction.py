"""What holds for every document, whatever the input."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdf_maker import Sheet, column, make_pdf
from pincite.extract.builder import Builder, canonical
from pincite.extract.extract import extract_bytes
from pincite.types.places import Page
from soundness import assert_sound, outcome

MARKDOWN = st.lists(
    st.sampled_from(
        ["# h\n", "## *h* `c`\n", "text\n", "\n", "- a\n", "  - b\n", "1. x\n", "> q\n", "> # h\n", "```\n", "    code\n",
         "| a | b |\n", "|---|---|\n", "===\n", "---\n", "<div>\n", "<!-- c -->\n", "[x]: y\n", "\ttab\n", "\u2028", "🙂 \r\n",
         "title: x\n", "\0", "\ufeff", "e\u0301\x85\n"]
    ),
    max_size=30,
).map("".join)  # fmt: skip
HTML = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<h1>", "</h1>", "text ", " ", "<b>", "</b>", "<ul>", "<li>", "</li>", "</ul>", "<table>", "<tr>",
         "<td>", "<td rowspan=3>", "<td colspan=2>", "<th>", "</table>", "<caption>", "<pre>", "</pre>", "\n  x\n", "<br>",
         "<blockquote>", "</blockquote>", "<nav>", "</nav>", "<p hidden>", "<div>", "</div>", "<script>", "</script>",
         "&amp;", "&#0;", "&nbsp;", "<!--", "-->", "<dl><dt>", "<dd>", "<article>", "<header>", "</header>", "<select>"]
    ),
    max_size=40,
).map("".join)  # fmt: skip


@given(st.text())
def test_making_a_text_canonical_twice_changes_nothing_more(text):
    once = canonical(text)
    assert canonical(once) == once


@given(st.lists(st.tuples(st.text(max_size=8), st.booleans()), max_size=20))
def test_pieces_that_are_put_one_by_one_are_the_canonical_text_and_places_are_the_pieces(pieces):
    builder = Builder()
    for number, (text, has_place) in enumerate(pieces, 1):
        builder.put(text, Page(number) if has_place else None)
    document = builder.build("txt", "test 1", source_sha256="")
    assert document.text == canonical("".join(text for text, _ in pieces))
    for place in document.places:
        piece = pieces[place.where.number - 1][0]
        assert document.text[place.start : place.end].strip("\n") == canonical(piece).strip("\n")
    assert_sound(document)


@settings(deadline=None)
@given(MARKDOWN)
def test_any_markdown_is_a_sound_document_whose_text_is_the_source(source):
    document = outcome(source.encode(), "a.md")
    if document:
        assert document.text == canonical(source)
        assert_sound(document)
        assert extract_bytes(source.encode(), "a.md") == document


@settings(deadline=None)
@given(HTML)
def test_any_html_is_a_sound_document_and_every_word_is_in_it_or_in_a_note(source):
    document = outcome(source.encode(), "a.html")
    if document:
        assert_sound(document)
        if not {"<script>", "<!--"} & {tag for tag in ("<script>", "<!--") if tag in source}:
            kept = document.text + " ".join(note.text for note in document.notes)
            assert kept.count("text") == source.count("text")


@settings(deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["a.txt", "a.md", "a.html", "a.pdf", "a"]))
def test_any_bytes_end_in_a_sound_document_or_an_error_with_a_code(data, name):
    document = outcome(data, name)
    if document:
        assert_sound(document)


LINES = ["A first line of some length that inter-", "national readers know; it goes on and on", "until here."]
PDF = make_pdf([Sheet([(60, 790, 18, "Title"), *column(LINES)]), Sheet(column(LINES), rotate=90), Sheet(image=True)])


@pytest.mark.parametrize("share", range(0, 100, 4))
def test_a_pdf_cut_anywhere_ends_in_a_document_or_an_error_with_a_code(share):
    document = outcome(PDF[: len(PDF) * share // 100], "a.pdf")
    if document:
        assert_sound(document)
        assert "repaired" in {note.code for note in document.notes}


@settings(deadline=None, max_examples=150)
@given(st.integers(0, len(PDF) - 1), st.integers(0, 255))
def test_a_pdf_with_one_wrong_byte_ends_in_a_document_or_an_error_with_a_code(at, byte):
    document = outcome(PDF[:at] + bytes([byte]) + PDF[at + 1 :], "a.pdf")
    if document:
        assert_sound(document)


WORDS = st.lists(
    st.sampled_from(["alpha", "beta", "gamma", "delta", "inter-", "the", "of", "(x)", "12", "Über"]),
    min_size=1,
    max_size=5,
)
LINE = st.tuples(st.integers(30, 250), st.sampled_from([9, 11, 18]), WORDS)


@settings(deadline=None, max_examples=80)
@given(st.lists(LINE, min_size=1, max_size=12), st.randoms())
def test_no_letter_of_a_page_is_lost_wherever_it_stands_and_in_whatever_order_it_is_drawn(lines, order):
    drawn = [(x, 790 - 31 * number, size, " ".join(words)) for number, (x, size, words) in enumerate(lines)]
    order.shuffle(drawn)
    document = extract_bytes(make_pdf([Sheet(drawn)]), "a.pdf")
    assert_sound(document)
    letters = Counter("".join(text for _, _, _, text in drawn)) - Counter({" ": 10**6, "-": 10**6})
    assert Counter(document.text) - Counter(dict.fromkeys(" -\n\t", 10**6)) == letters
    placed = "".join(document.text[place.start : place.end] for place in document.places)
    assert placed == "".join(document.text.split())
