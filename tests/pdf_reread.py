"""What a PDF says at a place: asked of the file itself, in the page's own space."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import pypdfium2 as pdfium

from pincite.types.document import Document
from pincite.types.places import Box, Place

_INSET = 0.04  # of the height of a box, so that a letter that only touches its edge does not count


def reread(document: Document, data: bytes) -> Iterator[tuple[Place, str]]:
    """Each place of a document with the text in its box; the hyphen of a divided word is none of its letters."""
    file = pdfium.PdfDocument(data)
    for number, places in groupby(document.places, key=lambda place: place.where.number):
        page = file[number - 1]
        text_page = page.get_textpage()
        for place in places:
            found = text_page.get_text_bounded(*_in_page(page, place.where.box)).split()
            text = "".join(found).rstrip("\x02\ufffe")
            yield place, text.removesuffix("-") if text[:-1] == document.text[place.start : place.end] else text
        text_page.close()
        page.close()
    file.close()


def _in_page(page: pdfium.PdfPage, box: Box) -> tuple[float, float, float, float]:
    """Left, bottom, right, top in the page's own space: /Rotate and CropBox undone."""
    x0, y0, x1, y1 = page.get_bbox()
    wide, high = page.get_size()
    left, right = sorted((box.left * wide, box.right * wide))
    top, bottom = box.top * high, box.bottom * high
    inset = _INSET * (bottom - top)
    left, top, right, bottom = left + inset, top + inset, right - inset, bottom - inset
    return {
        0: (x0 + left, y1 - bottom, x0 + right, y1 - top),
        90: (x0 + top, y0 + left, x0 + bottom, y0 + right),
        180: (x1 - right, y0 + top, x1 - left, y0 + bottom),
        270: (x1 - bottom, y1 - right, x1 - top, y1 - left),
    }[page.get_rotation()]
