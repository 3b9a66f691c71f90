"""The pages of one document that are pictures: read by an engine, or said to be unread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.ocr.ocr import MOST_PAGES, NO_OCR, GreyImage, Ocr
from pincite.extract.pages.assemble import body_height, page_ranges
from pincite.extract.pages.page import PageText
from pincite.extract.pages.scanned_page import level_heights, read_into

_MOST_UNREADABLE = 0.2


def read_pictures(
    pages: Sequence[PageText], picture: Callable[[PageText], GreyImage], engine: Ocr | None, builder: Builder
) -> str:
    """Read the pages that need it into `pages`; the engine's name, `NO_OCR` without one, empty where no page needs it.

    `picture` draws a page as it is displayed. Raises ExtractError `needs_ocr` where there is no engine and nothing but
    pictures, `empty` where an engine finds no words on any page, `too_large` for more pages than it would end with.
    """
    needing = [page for page in pages if page.is_picture or _is_garbled(page)]
    if not needing:
        return ""
    if engine is None:
        _say_unread(pages, builder)
        return NO_OCR
    if len(needing) > MOST_PAGES:
        message = f"{len(needing)} pages are pictures: expected at most {MOST_PAGES}"
        raise ExtractError("too_large", message, f"page {needing[0].number}")
    body = body_height([page for page in pages if page not in needing])
    read = [page for page in needing if _read(page, picture, engine, builder)]
    level_heights(read, body)
    _say_read(pages, needing, read, engine, builder)
    return engine.name


def _read(page: PageText, picture: Callable[[PageText], GreyImage], engine: Ocr, builder: Builder) -> bool:
    """Whether an engine found words on a page."""
    before = page.segments
    try:
        read_into(page, picture(page), engine, builder)
    except ExtractError as error:
        raise ExtractError(error.code, error.message, f"page {page.number}") from error
    return page.segments is not before


def _say_read(
    pages: Sequence[PageText], needing: Sequence[PageText], read: Sequence[PageText], engine: Ocr, builder: Builder
) -> None:
    blank = [page.number for page in needing if page not in read]
    if not any(page.segments for page in pages):
        message = f"{engine.name} found no words on any of {len(pages)} pages"
        raise ExtractError("empty", message, f"page {blank[0]}")
    if read:
        listed = page_ranges([page.number for page in read])
        builder.note("ocr", f"read off the picture by {engine.name}: pages {listed} of {len(pages)}")
    if blank:
        builder.note("ocr-no-words", f"{engine.name} found no words on pages {page_ranges(blank)} of {len(pages)}")


def _say_unread(pages: Sequence[PageText], builder: Builder) -> None:
    """Raise `needs_ocr` where no page says more than a watermark; else note which pages are pictures."""
    pictures = [page.number for page in pages if page.is_picture]
    if not pictures:
        return
    listed, count = page_ranges(pictures), len(pages)
    if not any(page.segments and not page.is_picture for page in pages):
        raise ExtractError(
            "needs_ocr", f"no text on any of {count} pages; pages {listed} are pictures", f"page {pictures[0]}"
        )
    builder.note("needs-ocr", f"pages {listed} of {count} are pictures without text, and cannot be found or quoted")


def _is_garbled(page: PageText) -> bool:
    """Whether the fonts of a page do not say which letters they draw: its picture does."""
    words = [word for segment in page.segments for word in segment.words]
    return sum(word.count("\ufffd") for word in words) > _MOST_UNREADABLE * sum(map(len, words))
