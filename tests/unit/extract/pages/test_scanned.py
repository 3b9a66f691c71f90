"""Pages that are pictures, read by an engine whose every word is known."""

import pypdfium2 as pdfium
import pytest

from pdf_maker import Sheet, column, make_pdf
from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.extract import extract_bytes
from pincite.extract.ocr.ocr import GreyImage
from pincite.extract.pages import scanned
from pincite.extract.pages.page import PageText
from pincite.extract.pages.scanned_page import read_into
from scan_maker import FakeOcr, line

BODY = ["A line of the text that goes on and on,", "and another one of the same size, and then", "a third one."]
PICTURE = Sheet(image=True)


def read(pages, answer):
    engine = FakeOcr(answer)
    return extract_bytes(make_pdf(pages), "a.pdf", ocr=engine), engine


def notes(document, code):
    return [note.message for note in document.notes if note.code == code]


def test_only_pages_that_are_pictures_are_read_by_the_engine():
    document, engine = read([Sheet(column(BODY)), PICTURE], lambda _: [line("Scanned words", left=0.1, top=0.1)])
    assert len(engine.pictures) == 1
    assert document.extractor.endswith(", ocr fake 1")
    assert notes(document, "ocr") == ["read off the picture by fake 1: pages 2 of 2"]


def test_pages_with_text_and_pictures_stand_in_the_order_of_the_pages():
    texts = iter(["second page here", "fourth page here"])
    document, _ = read(
        [Sheet(column(["First page here"])), PICTURE, Sheet(column(["third page here"])), PICTURE],
        lambda _: [line(next(texts), left=0.1, top=0.1)],
    )
    order = [document.text.index(word) for word in ("First", "second", "third", "fourth")]
    assert order == sorted(order)
    assert {p.where.number for p in document.places} == {1, 2, 3, 4}
    assert {document.locate(at, at + 5).pages[0].number for at in order} == {1, 2, 3, 4}


def test_each_word_keeps_its_own_confidence_and_box():
    document, _ = read([PICTURE], lambda _: [line("Rent is due", left=0.1, top=0.2, confidences=[0.9, 0.6, 0.8])])
    found = [(document.text[p.start : p.end], round(p.confidence, 3)) for p in document.places]
    assert found == [("Rent", 0.9), ("is", 0.6), ("due", 0.8)]
    assert document.places[0].where.box == pytest.approx((0.1, 0.2, 0.14, 0.215), abs=1e-4)
    assert document.locate(0, 11).confidence == pytest.approx((4 * 0.9 + 2 * 0.6 + 3 * 0.8) / 9, abs=1e-3)
    assert document.locate(5, 7).confidence == pytest.approx(0.6, abs=1e-3)


def test_words_of_a_page_with_text_of_its_own_are_sure():
    document, _ = read(
        [Sheet(column(["Digital page"])), PICTURE], lambda _: [line("Read page", left=0.1, top=0.1, confidences=0.7)]
    )
    at = document.text.index("Digital")
    assert (document.locate(at, at + 7).confidence, document.locate(at, at + 7).doubt) == (1.0, "")
    at = document.text.index("Read")
    assert document.locate(at, at + 4).doubt == "read by OCR, confidence 0.70"


def test_lines_that_the_engine_doubts_are_noted_and_not_text():
    document, _ = read(
        [PICTURE],
        lambda _: [line("Sure words", left=0.1, top=0.1), line("xq~ 1l|", left=0.1, top=0.2, confidences=0.3)],
    )
    assert document.text == "Sure words"
    (note,) = [note for note in document.notes if note.code == "ocr-unsure"]
    assert (note.text, note.page) == ("xq~ 1l|", 1)


def test_two_columns_of_lines_are_read_column_by_column():
    left = ["the left column begins", "with words that go on", "over a few more lines", "until it ends here"]
    right = ["the right column is", "read after the left one", "and not line by line", "across the whole page"]

    def answer(_):
        rows = zip(left, right, strict=True)
        return [
            words
            for number, (one, other) in enumerate(rows)
            for words in (
                line(one, left=0.1, top=0.1 + 0.02 * number),
                line(other, left=0.55, top=0.1 + 0.02 * number),
            )
        ]

    document, _ = read([PICTURE], answer)
    assert " ".join(document.text.split()) == " ".join([*left, *right])


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_page_on_its_side_or_head_is_turned_and_its_boxes_are_on_the_page_as_it_is_displayed(quarters):
    mark = b"\x00"  # the first pixel of a page that stands upright is black

    def answer(image):
        upright = image.pixels[:1] == mark
        return [line("Upright words here", left=0.1, top=0.1, confidences=0.97 if upright else 0.55)]

    upright = GreyImage(40, 60, mark + b"\xff" * (40 * 60 - 1))
    shown = upright.turned(-quarters)
    page = PageText(1, None, float(shown.width), float(shown.height), [], is_picture=True)
    read_into(page, shown, FakeOcr(answer), Builder())
    assert page.turn == quarters
    assert (page.width, page.height) == (40, 60)


def test_what_reads_well_is_read_once():
    _, engine = read([PICTURE], lambda _: [line("Clear words on a page", left=0.1, top=0.1, confidences=0.9)])
    assert len(engine.pictures) == 1


def test_an_engine_that_finds_nothing_anywhere_leaves_the_file_empty_and_a_page_without_words_is_noted():
    with pytest.raises(ExtractError, match="found no words on any of 2 pages") as caught:
        read([PICTURE, PICTURE], lambda _: [])
    assert caught.value.code == "empty"
    document, _ = read([Sheet(column(BODY)), PICTURE], lambda _: [])
    assert notes(document, "ocr-no-words") == ["fake 1 found no words on pages 2 of 2"]


def test_an_error_of_the_engine_says_the_page():
    def fail(_):
        raise ExtractError("needs_ocr", "the engine ended with code 3")

    with pytest.raises(ExtractError) as caught:
        read([Sheet(column(BODY)), PICTURE], fail)
    assert (caught.value.code, caught.value.where) == ("needs_ocr", "page 2")


def test_more_pages_than_it_would_end_with_are_too_large_before_any_is_read(monkeypatch):
    monkeypatch.setattr(scanned, "MOST_PAGES", 2)
    engine = FakeOcr(lambda _: [line("words", left=0.1, top=0.1)])
    with pytest.raises(ExtractError, match="3 pages are pictures: expected at most 2") as caught:
        extract_bytes(make_pdf([PICTURE] * 3), "a.pdf", ocr=engine)
    assert (caught.value.code, engine.pictures) == ("too_large", [])


def test_a_page_whose_font_does_not_name_its_letters_is_read_off_its_picture():
    document, engine = read([Sheet(column(BODY), font="F2")], lambda _: [line("Its real words", left=0.1, top=0.1)])
    assert (document.text, len(engine.pictures)) == ("Its real words", 1)


def test_a_page_as_large_as_a_house_is_drawn_within_limits():
    data = make_pdf([Sheet(image=True, media=(0, 0, 14_000, 14_000))])
    engine = FakeOcr(lambda _: [line("words", left=0.1, top=0.1)])
    extract_bytes(data, "a.pdf", ocr=engine)
    assert engine.pictures[0].width * engine.pictures[0].height <= 25_100_000
    assert pdfium.PdfDocument(data)[0].get_size() == (14_000, 14_000)
