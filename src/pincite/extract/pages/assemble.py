"""From pages of segments to canonical text: their order, what runs along their edges, then lines and paragraphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pincite.extract.builder import Builder
from pincite.extract.pages.order import in_reading_order
from pincite.extract.pages.page import PageText
from pincite.extract.pages.running import running_lines
from pincite.extract.pages.stretched import join_stretched
from pincite.extract.pages.writer import PdfWriter


def write_pages(builder: Builder, pages: list[PageText]) -> None:
    """Write what the pages say; running headers and page numbers become notes."""
    _order(builder, pages)
    body = body_height(pages)
    running = running_lines(pages, body)
    for page in pages:
        for segment in page.segments:
            if id(segment) in running:
                builder.note(
                    "furniture", "a running header, footer or page number", page=page.number, text=segment.text
                )
        page.segments = [segment for segment in page.segments if id(segment) not in running]
    PdfWriter(builder, pages, body).write()


def body_height(pages: Sequence[PageText]) -> float:
    """The height of a line of text: the one in which most letters of the pages stand, in half points; 0 without any."""
    heights: Counter[float] = Counter()
    for page in pages:
        for segment in page.segments:
            heights[round(2 * segment.height) / 2] += sum(map(len, segment.words))
    return heights.most_common(1)[0][0] if heights else 0.0


def page_ranges(numbers: Sequence[int]) -> str:
    """Numbers as a person lists them.

    >>> page_ranges([1, 2, 3, 7])
    '1-3, 7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _order(builder: Builder, pages: list[PageText]) -> None:
    for page in pages:
        page.segments, turned = in_reading_order(join_stretched(page.segments))
        if turned:
            builder.note("columns", "read column by column; it was drawn row by row", page=page.number)
