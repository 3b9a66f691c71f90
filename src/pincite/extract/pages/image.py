"""Pictures: scans and photographs as documents of pages, each word read off the picture with its box."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.formats import current_extractor
from pincite.extract.ocr.ocr import DPI, MOST_PAGES, MOST_PIXELS, GreyImage, with_ocr
from pincite.extract.pages.assemble import write_pages
from pincite.extract.pages.gathered import Gathered
from pincite.extract.pages.page import PageText
from pincite.extract.pages.scanned import read_pictures
from pincite.extract.source import Source
from pincite.types.document import Document

if TYPE_CHECKING:
    from PIL import Image, ImageFile

_KINDS = ("PNG", "JPEG", "TIFF", "WEBP", "BMP", "GIF")
_LARGEST = 100_000_000
_GREY_16 = ("I", "I;16", "I;16B", "I;16L")


def extract_image(source: Source) -> Document:
    """A picture as a document: one page, or those of a TIFF; of what moves, the first picture.

    Raises ExtractError `needs_ocr` where nothing is there to read it, `empty` where it has no words, `too_large` for
    more than 100 million pixels a page, `truncated` or `malformed` where it cannot be decoded.
    """
    if source.ocr is None:
        raise ExtractError("needs_ocr", "found a picture, and no engine that reads pictures", "page 1")
    file = open_picture(source.data)
    count = getattr(file, "n_frames", 1) if file.format == "TIFF" else 1
    if count > MOST_PAGES:
        raise ExtractError("too_large", f"the picture has {count} pages: expected at most {MOST_PAGES}")
    builder = Builder()
    pages = Gathered()
    for page in _pages(file, count):
        pages.add(page, wait=True)
    engine = read_pictures(pages, lambda page: _frame(file, page.number - 1), source.ocr, builder)
    write_pages(builder, pages)
    return builder.build(
        "image",
        with_ocr(current_extractor("image"), engine),
        source_sha256=source.sha256,
        title=source.file_name,
        metadata={"pages": str(count), "format": file.format or ""},
    )


def open_picture(data: bytes) -> ImageFile.ImageFile:
    """A picture that is not decoded yet; raises ExtractError for what is none, or where Pillow is missing."""
    try:
        from PIL import Image, UnidentifiedImageError  # noqa: PLC0415 - it comes with the extra `ocr`
    except ImportError:
        message = "found a picture, and no Pillow to decode it: pip install 'pincite[ocr]'"
        raise ExtractError("needs_ocr", message, "page 1") from None
    Image.MAX_IMAGE_PIXELS = None  # we refuse by the size of each page, and before decoding
    try:
        return Image.open(BytesIO(data), formats=_KINDS)
    except UnidentifiedImageError:
        raise ExtractError("malformed", f"found no picture of a known kind, expected {', '.join(_KINDS)}") from None


def _pages(file: ImageFile.ImageFile, count: int) -> Iterator[PageText]:
    for index in range(count):
        width, height = page_size(file, index)
        yield PageText(index + 1, None, width * 72 / DPI, height * 72 / DPI, [], is_picture=True)


def page_size(file: ImageFile.ImageFile, index: int) -> tuple[int, int]:
    """Width and height as displayed, by the picture's own note of how the camera was held."""
    try:
        file.seek(index)
    except (EOFError, OSError, SyntaxError) as error:
        raise ExtractError("truncated", f"the picture ends before page {index + 1}: {error}") from None
    width, height = file.size
    if width * height > _LARGEST:
        message = f"a picture of {width} x {height} pixels: expected at most {_LARGEST} in all"
        raise ExtractError("too_large", message, f"page {index + 1}")
    return (height, width) if _lies_on_its_side(file, index) else (width, height)


def _lies_on_its_side(file: ImageFile.ImageFile, index: int) -> bool:
    try:
        return file.getexif().get(0x0112) in {5, 6, 7, 8}
    except (OSError, SyntaxError, ValueError) as error:  # a PNG is decoded for it: the note may stand at its end
        raise ExtractError("truncated", f"the picture cannot be decoded: {error}", f"page {index + 1}") from None


def _frame(file: ImageFile.ImageFile, index: int) -> GreyImage:
    from PIL import ImageOps  # noqa: PLC0415 - as above

    width, height = page_size(file, index)
    try:
        picture = _on_white(ImageOps.exif_transpose(file))
    except (OSError, SyntaxError, ValueError) as error:
        raise ExtractError("truncated", f"the picture cannot be decoded: {error}", f"page {index + 1}") from None
    if width * height > MOST_PIXELS:
        scale = (MOST_PIXELS / (width * height)) ** 0.5
        picture = picture.resize((max(int(width * scale), 1), max(int(height * scale), 1)))
    return GreyImage(picture.width, picture.height, picture.tobytes())


def _on_white(picture: Image.Image) -> Image.Image:
    """In grey; what is transparent shows white paper."""
    from PIL import Image  # noqa: PLC0415 - as above

    if picture.mode in _GREY_16:
        return picture.convert("I").point(lambda value: value / 256).convert("L")
    if not picture.has_transparency_data:
        return picture.convert("L")
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture.convert("RGBA"))
    return paper.convert("L")
