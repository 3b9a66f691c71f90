"""The pages of one document that are pictures: read by an engine, or said to be unread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.ocr.ocr import MOST_PAGES, NO_OCR, GreyImage, Ocr
from pincite.extract.page_ranges import page_ranges
from pincite.extract.pages.gathered import Gathered
from pincite.extract.pages.page import PageText
from pincite.extract.pages.scanned_page import level_heights, read_into

_MOST_UNREADABLE = 0.2


def read_pictures(
    pages: Gathered, picture: Callable[[PageText], GreyImage], engine: Ocr | None, builder: Builder
) -> str:
    """Read the pages that wait for it; the engine's name, `NO_OCR` without one, empty where no page needs it.

    `picture` draws a page as it is displayed. Raises ExtractError `needs_ocr` where there is no engine and nothing but
    pictures, `empty` where an engine finds no words on any page, `too_large` for more pages than it would end with.
    """
    waiting = list(pages.waiting.values())
    if not waiting:
        return ""
    if engine is None:
        _say_unread(pages, waiting, builder)
        return NO_OCR
    if len(waiting) > MOST_PAGES:
        message = f"{len(waiting)} pages are pictures: expected at most {MOST_PAGES}"
        raise ExtractError("too_large", message, f"page {waiting[0].number}")
    read = [page for page in waiting if _read(page, picture, engine, builder)]
    level_heights(read, pages.body())
    _say_read(pages, waiting, read, engine, builder)
    return engine.name


def needs_reading(page: PageText) -> bool:
    """Whether the words of a page are in its picture only: it has few, or its fonts do not say which letters they draw."""
    words = [word for segment in page.segments for word in segment.words]
    return page.is_picture or sum(word.count("\ufffd") for word in words) > _MOST_UNREADABLE * sum(map(len, words))


def _read(page: PageText, picture: Callable[[PageText], GreyImage], engine: Ocr, builder: Builder) -> bool:
    """Whether an engine found words on a page."""
    before = page.segments
    try:
        read_into(page, picture(page), engine, builder)
    except ExtractError as error:
        raise ExtractError(error.code, error.message, f"page {page.number}") from error
    return page.segments is not before


def _say_read(
    pages: Gathered, waiting: Sequence[PageText], read: Sequence[PageText], engine: Ocr, builder: Builder
) -> None:
    count = len(pages)
    blank = [page.number for page in waiting if page not in read]
    if not pages.has_text and not any(page.segments for page in waiting):
        raise ExtractError("empty", f"{engine.name} found no words on any of {count} pages", f"page {blank[0]}")
    if read:
        listed = page_ranges([page.number for page in read])
        builder.note("ocr", f"read off the picture by {engine.name}: pages {listed} of {count}")
    if blank:
        builder.note("ocr-no-words", f"{engine.name} found no words on pages {page_ranges(blank)} of {count}")


def _say_unread(pages: Gathered, waiting: Sequence[PageText], builder: Builder) -> None:
    """Raise `needs_ocr` where no page says more than a watermark; else note which pages are pictures."""
    pictures = [page.number for page in waiting if page.is_picture]
    if not pictures:
        return
    listed, count = page_ranges(pictures), len(pages)
    if not pages.has_text:
        raise ExtractError(
            "needs_ocr", f"no text on any of {count} pages; pages {listed} are pictures", f"page {pictures[0]}"
        )
    builder.note("needs-ocr", f"pages {listed} of {count} are pictures without text, and cannot be found or quoted")
