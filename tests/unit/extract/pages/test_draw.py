from io import BytesIO

import pytest
from PIL import Image

from pdf_maker import Sheet, column, make_pdf
from pincite.errors import ExtractError
from pincite.extract.pages.draw import draw_page
from pincite.extract.pages.pdf import extract_pdf
from pincite.extract.source import Source


def drawn(data, page=1, width=600, name="a.pdf"):
    return Image.open(BytesIO(draw_page(Source(data, name), page, width)))


def test_the_box_of_a_word_is_where_its_ink_is_on_the_drawn_page():
    data = make_pdf([Sheet(column(["The vault opens at seven."]))])
    box = extract_pdf(Source(data, "a.pdf")).locate(4, 9).pages[0].boxes[0]
    picture = drawn(data, width=1000).convert("L")
    left, top, right, bottom = (
        round(box.left * picture.width), round(box.top * picture.height),
        round(box.right * picture.width), round(box.bottom * picture.height),
    )  # fmt: skip
    assert picture.crop((left, top, right, bottom)).getextrema()[0] < 100
    assert picture.crop((0, 0, picture.width, top - 3)).getextrema()[0] == 255


def test_a_page_that_is_not_there_says_how_many_there_are():
    with pytest.raises(ExtractError, match="page 3 asked for, expected 1 to 2"):
        drawn(make_pdf([Sheet(column(["a"])), Sheet(column(["b"]))]), page=3)


def test_a_picture_is_drawn_at_the_width_that_was_asked_for():
    out = BytesIO()
    Image.new("RGB", (300, 100), "navy").save(out, "PNG")
    assert drawn(out.getvalue(), width=60, name="a.png").size == (60, 20)


def test_a_ribbon_of_a_page_is_not_drawn_at_any_size():
    picture = Image.new("L", (2, 4000))
    out = BytesIO()
    picture.save(out, "PNG")
    wide, high = drawn(out.getvalue(), width=3000, name="a.png").size
    assert wide * high <= 2.1 * 3000 * 3000


def test_what_has_no_pages_is_not_drawn():
    with pytest.raises(ExtractError, match="expected a PDF or a picture"):
        draw_page(Source(b"# A heading\n\nand words", "a.md"), 1, 100)
