"""A page of a PDF or a picture as a person sees it: for viewers that show where a passage stands."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pypdfium2 as pdfium

from pincite.errors import ExtractError
from pincite.extract.pages.image import open_picture, page_size
from pincite.extract.pages.pdf import open_pdf
from pincite.extract.sniff.sniff import sniff
from pincite.extract.source import Source

if TYPE_CHECKING:
    from PIL import Image

MOST_WIDTH = 3000
"""Pixels; a page that is much higher than wide gets fewer, so that it has at most as many as it would as a square."""


def draw_page(source: Source, number: int, width: int) -> bytes:
    """Page `number` (from 1) as a PNG of about `width` pixels (1 to 3,000), rotated and cropped as it is displayed.

    Raises ExtractError `unsupported` for a file without such pages and where Pillow (extra `serve` or `ocr`) is not
    installed, `unreadable` for a page that it does not have, and what reading the file raises.
    """
    width = min(max(1, width), MOST_WIDTH)
    kind = sniff(source)
    if kind == "pdf":
        picture = _of_pdf(source, number, width)
    elif kind == "image":
        picture = _of_image(source.data, number, width)
    else:
        raise ExtractError(
            "unsupported", f"found a file of type {kind}, expected a PDF or a picture: it has no pages to draw"
        )
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _of_pdf(source: Source, number: int, width: int) -> Image.Image:
    file = open_pdf(source.data, source.passwords)
    try:
        _check(number, len(file))
        return _rendered(file[number - 1], width)
    except ImportError:
        message = "drawing a page needs Pillow: pip install 'pincite[serve]'"
        raise ExtractError("unsupported", message, retryable=True) from None
    except pdfium.PdfiumError as error:
        raise ExtractError("malformed", f"the page cannot be drawn: {error}", f"page {number}") from None
    finally:
        file.close()


def _rendered(page: pdfium.PdfPage, width: int) -> Image.Image:
    wide, high = page.get_size()
    picture: Image.Image = page.render(scale=_scale(wide, high, width)).to_pil()
    return picture


def _of_image(data: bytes, number: int, width: int) -> Image.Image:
    from PIL import ImageOps  # noqa: PLC0415 - it comes with an extra, and `open_picture` has said so

    file = open_picture(data)
    _check(number, getattr(file, "n_frames", 1))
    wide, high = page_size(file, number - 1)
    scale = _scale(wide, high, width)
    try:
        shown = ImageOps.exif_transpose(file).convert("RGB")
    except (OSError, SyntaxError, ValueError) as error:
        raise ExtractError("truncated", f"the picture cannot be decoded: {error}", f"page {number}") from None
    return shown.resize((max(1, round(wide * scale)), max(1, round(high * scale))))


def _check(number: int, count: int) -> None:
    if not 1 <= number <= count:
        raise ExtractError("unreadable", f"found page {number} asked for, expected 1 to {count}")


def _scale(wide: float, high: float, width: int) -> float:
    """Pixels for each unit, so that the page is `width` wide and has at most `width` x `width` x 2 of them."""
    wide, high = max(wide, 1.0), max(high, 1.0)
    return float(min(width / wide, (2 * width * width / (wide * high)) ** 0.5))
