"""Every place of a PDF leads back to its word, and no word is lost or doubled, however the page is drawn."""

from __future__ import annotations

import random
from collections import Counter

import pypdfium2 as pdfium
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pdf_corpus import KINDS, columns, one_column, table
from pdf_press import STYLES
from pdf_reread import reread
from pincite.extract.extract import extract_bytes
from soundness import assert_sound

SEEDS = st.integers(0, 10**6).map(random.Random)
PAPER = st.fixed_dictionaries(
    {
        "rotate": st.sampled_from([0, 90, 180, 270]),
        "margin": st.sampled_from([0, 25, 60]),
        "origin": st.sampled_from([(0, 0), (100, -50), (-200, 333)]),
    }
)


def assert_true(sample):
    """The text is the sample's words in their order, and each stands where it is drawn: by its truth and by the file."""
    data = sample.data
    document = extract_bytes(data, "a.pdf")
    assert_sound(document)
    assert document.text.split() == sample.words
    for place, found in reread(document, data):
        assert found == document.text[place.start : place.end]
    assert_where_drawn(document, sample)
    return document


def assert_where_drawn(document, sample):
    """Each word that is drawn has a place over its middle, not much larger than itself."""
    boxes = {}
    for place in document.places:
        boxes.setdefault(place.where.number, []).append(place.where.box)
    for word in sample.places:
        left, top, right, bottom = word.box
        x, y = (left + right) / 2, (top + bottom) / 2
        over = [box for box in boxes[word.page] if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
        assert len(over) == 1, word
        assert over[0][3] - over[0][1] < 2.2 * (bottom - top)


@pytest.mark.parametrize("kind", KINDS)
@settings(deadline=None, max_examples=4)
@given(rng=SEEDS)
def test_every_kind_of_page_is_read_word_by_word_in_its_order(kind, rng):
    sample = KINDS[kind](rng)
    document = assert_true(sample)
    headings = [
        (block.level, document.text[block.start : block.end]) for block in document.blocks if block.kind == "heading"
    ]
    assert headings == sample.headings
    rows = [document.text[block.start : block.end].split("\t") for block in document.blocks if block.kind == "row"]
    assert [row + [""] * (4 - len(row)) for row in rows] == sample.rows
    furniture = Counter(note.text for note in document.notes if note.code == "furniture")
    assert furniture == Counter(sample.furniture)


@settings(deadline=None, max_examples=25)
@given(SEEDS, PAPER, st.sampled_from(STYLES))
def test_however_a_page_is_turned_cropped_and_drawn_its_words_are_where_they_are_seen(rng, paper, style):
    assert_true(one_column(rng, pages=1, style=style, **paper))


@settings(deadline=None, max_examples=25)
@given(SEEDS, PAPER, st.sampled_from([2, 3]), st.booleans(), st.booleans())
def test_columns_are_read_one_after_the_other_in_whatever_order_they_are_drawn(rng, paper, count, by_rows, divide):
    sample = columns(rng, "columns", count, by_rows=by_rows, divide=divide, **paper)
    if divide:  # a divided word may have no whole one to be compared with: its letters are all there
        text = extract_bytes(sample.data, "a.pdf").text
        assert text.replace("-", "").split() == sample.words
    else:
        assert_true(sample)


@settings(deadline=None, max_examples=25)
@given(SEEDS, st.booleans(), st.booleans(), st.booleans())
def test_no_word_of_a_table_is_lost_or_doubled_and_its_rows_are_rows(rng, by_rows, wrap, empty):
    sample = table(rng, "table", by_rows=by_rows, wrap=wrap, empty=empty)
    data = sample.data
    document = extract_bytes(data, "a.pdf")
    assert Counter(document.text.split()) == Counter(sample.words)
    for place, found in reread(document, data):
        assert found == document.text[place.start : place.end]


@settings(deadline=None, max_examples=15)
@given(SEEDS, st.integers(1, 5))
def test_each_word_has_the_label_of_its_page(rng, roman):
    sample = one_column(rng, pages=6)
    sample.labels = f"0 << /S /r >> {roman} << /S /D >>"
    document = extract_bytes(sample.data, "a.pdf")
    file = pdfium.PdfDocument(sample.data)
    for place in document.places:
        shown = file.get_page_label(place.where.number - 1)
        assert (place.where.label or str(place.where.number)) == shown
