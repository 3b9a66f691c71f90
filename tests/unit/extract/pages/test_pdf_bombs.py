"""PDFs built to harm their reader: each ends with a code or a document, in the child process and within its limits."""

import random
import zlib

import pytest

from pdf_maker import Sheet, column, make_pdf
from pincite.errors import ExtractError
from pincite.extract.sandbox import Extractor

PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /X 6 0 R >> >> >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
WORDS = b"BT /F1 11 Tf 60 700 Td (Words) Tj ET"


@pytest.fixture(scope="module")
def extractor():
    with Extractor(seconds=60, memory=1_000_000_000) as made:
        yield made


def stream(content, entries=b""):
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(content), content)


def file(*objects):
    out = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    return out + b"xref\n0 %d\n0000000000 65535 f \n%strailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        size,
        table,
        size,
        len(out),
    )


def page_of(content, extra=FONT, pages=b"<< /Type /Pages /Count 1 /Kids [3 0 R] >>"):
    return file(b"<< /Type /Catalog /Pages 2 0 R >>", pages, PAGE, content, FONT, extra)


def ending(extractor, data):
    """The code that a file ends with, or its words."""
    try:
        return extractor.extract_bytes(data, "a.pdf").text
    except ExtractError as error:
        return error.code


def test_a_form_that_draws_itself_ends():
    form = stream(b"/X Do", b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>")
    with Extractor(seconds=20) as extractor:
        assert ending(extractor, page_of(stream(b"/X Do " + WORDS), form)) == "Words"


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        (b"<< /Type /Pages /Count 1 /Kids [2 0 R] >>", {"malformed"}),
        (b"<< /Type /Pages /Count 2147483647 /Kids [3 0 R] >>", {"malformed", "Words", "timeout"}),
        (b"<< /Type /Pages /Count -1 /Kids [3 0 R] >>", {"malformed", "Words"}),
        (b"<< /Type /Pages /Count 1 /Kids [9 0 R] >>", {"malformed"}),
    ],
)
def test_a_tree_of_pages_that_lies_about_itself_ends(extractor, pages, expected):
    assert ending(extractor, page_of(stream(WORDS), pages=pages)) in expected


def test_a_page_that_inflates_a_thousand_times_ends(extractor):
    content = zlib.compress(b" " * 60_000_000 + WORDS, 9)
    assert ending(extractor, page_of(stream(content, b"/Filter /FlateDecode"))) in {
        "Words",
        "memory",
        "empty",
        "crashed",
    }


def test_words_thrown_all_over_one_page_are_read_in_seconds():
    rng = random.Random(1)
    lines = [(rng.uniform(0, 590), rng.uniform(0, 840), 4, "word") for _ in range(15_000)]
    with Extractor(seconds=60) as extractor:
        assert extractor.extract_bytes(make_pdf([Sheet(lines)]), "a.pdf").text.count("w") > 12_000


def test_a_line_of_thousands_of_words_far_apart_is_read_in_seconds():
    lines = [(20 * at, 700, 4, "w") for at in range(15_000)]
    with Extractor(seconds=60) as extractor:
        assert extractor.extract_bytes(make_pdf([Sheet(lines)]), "a.pdf").text.count("w") > 12_000


@pytest.mark.parametrize("matrix", [b"1e38 0 0 1e38 1e38 1e38", b"0 0 0 0 0 0", b"1 0 0 1 -99999999 99999999"])
def test_words_without_a_size_or_far_off_the_page_do_no_harm(extractor, matrix):
    content = b"BT /F1 11 Tf %s Tm (Words) Tj ET " % matrix + WORDS.replace(b"Words", b"Others")
    assert "Others" in ending(extractor, page_of(stream(content)))


@pytest.mark.parametrize("box", [b"[0 0 0 0]", b"[0 0 1e30 1e30]", b"[5 5 -5 -5]", b"[a b]"])
def test_a_page_without_a_size_or_as_large_as_the_world_does_no_harm(extractor, box):
    data = page_of(stream(WORDS)).replace(b"[0 0 595 842]", box.ljust(13))
    assert ending(extractor, data) in {"Words", "empty", "malformed"}


def test_the_reader_lives_on_after_every_bomb(extractor):
    assert ending(extractor, make_pdf([Sheet(column(["alive"]))])) == "alive"
