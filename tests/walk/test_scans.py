"""Scans read by the engine of the extra `ocr`: words, order, places and confidences, in a child process with its limits."""

import importlib.util
import io

import numpy as np
import pypdfium2 as pdfium
import pytest

from fakes import FakeEmbedder
from pdf_maker import Sheet, column, make_pdf
from pincite.config import Config
from pincite.extract.sandbox import Extractor
from pincite.knowledge_base.door import KnowledgeBase
from scan_maker import bound, drawn, scanned

Image = pytest.importorskip("PIL.Image", reason="Pillow comes with the extra `ocr`")
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("rapidocr") is None, reason="the extra `ocr` is not installed: no scan is read"
)

ENGLISH = [
    "The beekeeper of Valdehoz has forty-one hives",
    "on the south slope, and sells the honey of them",
    "in jars of 500 grams from June to September.",
]
SPANISH = [
    "El apicultor de Valdehoz tiene cuarenta y una",
    "colmenas en la ladera, y vende la miel en tarros",
    "de 500 gramos desde junio hasta septiembre.",
]
LEFT = [
    "The mill on the lower river was built in",
    "1784 by two brothers who had made their",
    "money with salt, and it ground the corn of",
    "nine villages until the dam broke in the",
    "spring of 1911 and the wheel was lost.",
    "Nobody ever found more than its axle.",
]
RIGHT = [
    "Today the house is a school for basket",
    "makers. They cut their own willow in the",
    "meadow behind it and sell what they have",
    "made at the market of the first Sunday of",
    "every month, together with cheese from a",
    "neighbour and bread out of the old oven.",
]


@pytest.fixture(scope="module")
def extractor():
    with Extractor(ocr="rapidocr") as opened:
        yield opened


def page(lines, **options):
    (picture,) = drawn(make_pdf([Sheet(column(lines, size=12, step=18, **options), media=(0, 500, 595, 842))]))
    return picture


def noisy(picture):
    pixels = np.asarray(picture, np.float32) * 0.85
    pixels += np.random.default_rng(0).normal(15, 18, pixels.shape).astype(np.float32)
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def words(document):
    return document.text.split()


def assert_read(document, lines):
    """Every letter, in order; the engine leaves out a space in a hundred words or so, where letters stand close."""
    true = " ".join(lines).split()
    assert "".join(words(document)) == "".join(true)
    assert len(true) - len(words(document)) <= len(true) / 20 + 1


def box_of(document, word):
    at = document.text.index(word)
    return document.locate(at, at + len(word)).pages[0].boxes[0]


@pytest.mark.parametrize("lines", [ENGLISH, SPANISH], ids=["english", "spanish"])
@pytest.mark.parametrize("kind", ["clean", "noise", "skewed"])
def test_a_scan_is_read_word_for_word(lines, kind, extractor):
    picture = page(lines)
    if kind == "noise":
        picture = noisy(picture)
    if kind == "skewed":
        picture = picture.rotate(1.5, fillcolor=255)
    document = extractor.extract_bytes(scanned([picture]), "scan.pdf")
    assert_read(document, lines)
    assert 0.8 < document.locate(0, len(document.text)).confidence < 1


def test_every_word_has_its_own_confidence_and_a_box_that_covers_it_on_the_page(extractor):
    data = make_pdf([Sheet(column(ENGLISH, size=12, step=18))])
    document = extractor.extract_bytes(scanned(drawn(data)), "scan.pdf")
    text_page = pdfium.PdfDocument(data)[0].get_textpage()
    assert_read(document, ENGLISH)
    assert [document.text[p.start : p.end] for p in document.places] == words(document)
    assert len({p.confidence for p in document.places}) > 5
    for place in document.places:
        box, word = place.where.box, document.text[place.start : place.end]
        found = text_page.get_text_bounded(box.left * 595, 842 * (1 - box.bottom), box.right * 595, 842 * (1 - box.top))
        assert word[1:-1] in found


def test_a_scan_of_two_columns_is_read_column_by_column(extractor):
    rows = zip(column(LEFT, step=16), column(RIGHT, x=320, step=16), strict=True)
    sheet = Sheet([line for row in rows for line in row])
    document = extractor.extract_bytes(scanned(drawn(make_pdf([sheet]))), "scan.pdf")
    assert_read(document, [*LEFT, *RIGHT])


@pytest.mark.parametrize("degrees", [90, 180, 270])
def test_a_scan_on_its_side_or_its_head_is_read_and_its_boxes_are_where_the_page_shows_the_words(degrees, extractor):
    upright = page(ENGLISH)
    turned = upright.rotate(degrees, expand=True)
    document = extractor.extract_bytes(scanned([turned]), "scan.pdf")
    assert_read(document, ENGLISH)
    straight = box_of(extractor.extract_bytes(scanned([upright]), "scan.pdf"), "Valdehoz")
    middle = (straight.left + straight.right) / 2, (straight.top + straight.bottom) / 2
    x, y = {90: (middle[1], 1 - middle[0]), 180: (1 - middle[0], 1 - middle[1]), 270: (1 - middle[1], middle[0])}[
        degrees
    ]
    box = box_of(document, "Valdehoz")
    assert (box.left + box.right) / 2 == pytest.approx(x, abs=0.02)
    assert (box.top + box.bottom) / 2 == pytest.approx(y, abs=0.02)


def test_pages_with_text_and_scans_stand_in_the_order_of_the_pages(extractor):
    digital = make_pdf([Sheet(column(["The first page is digital."], top=700))])
    last = make_pdf([Sheet(column(["The last page is digital too."], top=700))])
    document = extractor.extract_bytes(bound(digital, scanned([page(ENGLISH)]), last), "mixed.pdf")
    assert_read(document, ["The first page is digital.", *ENGLISH, "The last page is digital too."])
    by_page = {number: [p.confidence for p in document.places if p.where.number == number] for number in (1, 2, 3)}
    assert set(by_page[1]) == set(by_page[3]) == {1.0}
    assert 0.8 < sum(by_page[2]) / len(by_page[2]) < 1
    assert [note.code for note in document.notes] == ["ocr"]


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "TIFF", "WEBP"])
def test_a_picture_of_each_kind_is_read(kind, extractor):
    out = io.BytesIO()
    page(SPANISH).save(out, kind)
    document = extractor.extract_bytes(out.getvalue(), "picture")
    assert_read(document, SPANISH)


def test_a_question_about_a_scan_is_answered_with_page_and_confidence(tmp_path, minilm):
    (tmp_path / "scan.pdf").write_bytes(scanned([page(LEFT), page(ENGLISH)]))
    with KnowledgeBase(tmp_path / "kb", config=Config(threads=2), embedder=minilm) as kb:
        assert kb.add(tmp_path / "scan.pdf").failed == ()
        answer = kb.ask("How many hives does the beekeeper of Valdehoz have?")
        citation = answer.citations[0].to_json()
        assert answer.answered
        assert 2 in [region["page"] for region in citation["locator"]["pages"]]
        assert "forty-one" in citation["quote"]
        assert 0.8 < citation["locator"]["confidence"] < 1


def test_a_scan_waits_for_an_engine_and_is_read_by_retry(tmp_path):
    (tmp_path / "scan.pdf").write_bytes(scanned([page(ENGLISH)]))
    embedder = FakeEmbedder(projection=None)
    with KnowledgeBase(tmp_path / "kb", config=Config(ocr="off"), embedder=embedder) as kb:
        (failure,) = kb.add(tmp_path / "scan.pdf").failed
        assert (failure.code, failure.retryable) == ("needs_ocr", True)
    with KnowledgeBase(tmp_path / "kb", config=Config(ocr="auto"), embedder=embedder) as kb:
        assert kb.retry().added == 1
        assert "Valdehoz" in kb.search("hives").hits[0].quote
        assert kb.doctor() == []
