"""From pages of segments to canonical text: what runs along their edges, then lines and paragraphs.

What a line is depends on all pages: on the height of most letters, on what comes back on page after page, on how much is
bold. So the pages are read once, packed, and gone through again when that is known.
"""

from __future__ import annotations

from pincite.extract.builder import Builder
from pincite.extract.pages.gathered import Gathered
from pincite.extract.pages.hyphens import Vocabulary
from pincite.extract.pages.page import PageText
from pincite.extract.pages.roles import Totals, find_roles
from pincite.extract.pages.rows import Row, rows_of_page
from pincite.extract.pages.running import running_lines
from pincite.extract.pages.writer import PdfWriter


def write_pages(builder: Builder, pages: Gathered) -> None:
    """Write what the pages say; running headers and page numbers become notes. The pages are given away."""
    pages.settle()
    for number in pages.turned:
        builder.note("columns", "read column by column; it was drawn row by row", page=number)
    body = pages.body()
    running = running_lines(pages.edges, body)
    vocabulary, totals = Vocabulary(), Totals(body)

    def divide(page: PageText) -> list[Row]:
        _leave_out(page, running.get(page.number, frozenset()), builder)
        vocabulary.add(page.segments)
        rows = rows_of_page(page, body)
        totals.add(rows)
        return rows

    pages.read_rows(divide)
    PdfWriter(builder, body, vocabulary).write(find_roles(pages, totals))


def _leave_out(page: PageText, running: frozenset[int], builder: Builder) -> None:
    """Turn the segments with these indexes into notes."""
    for index in sorted(running):
        text = page.segments[index].text
        builder.note("furniture", "a running header, footer or page number", page=page.number, text=text)
    if running:
        page.segments = [segment for index, segment in enumerate(page.segments) if index not in running]
