"""What the lines of a PDF are: headings, rows of tables, lines of code, and what is plain text.

A tagged file says it itself (`tags`); else it is told from heights, bold type and letters of one width, by what most of
the document looks like. So the rows are gone through several times, and only few of them are held at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pincite.extract.pages.gathered import Gathered
from pincite.extract.pages.rows import Row, code_goes_on, is_table, with_next

_LARGE, _LARGE_IF_BOLD = 1.15, 1.08  # times the height of a line of text; bold fonts are often measured smaller
_SAME_SIZE = 1.04
_LONGEST_HEADING, _LONGEST_BOLD = 200, 100
_MOST_HEADINGS = 0.2
_MOST_CODE = 0.6
_SHORT_CODE = 2  # lines
_LEADERS = re.compile(r"(?:\. ?){4,}")


@dataclass(slots=True)
class Totals:
    """How many letters of a document stand in which rows; `body` is the height of a line of its text."""

    body: float
    letters: int = 0
    tagged: int = 0
    fixed: int = 0
    large: int = 0
    bold: int = 0

    def add(self, rows: Iterable[Row]) -> None:
        """Count the letters of these rows."""
        for row in rows:
            letters = row.letters
            self.letters += letters
            self.tagged += letters if row.first.tag and row.first.tag.kind == "heading" else 0
            self.fixed += letters if row.fixed else 0
            self.large += letters if _is_large(row, self.body) else 0
            self.bold += letters if row.bold else 0

    @property
    def trusts_tags(self) -> bool:
        """Whether the tags say what a heading is: some do, and not every other line is one."""
        return 0 < self.tagged <= _MOST_HEADINGS * self.letters

    @property
    def has_code(self) -> bool:
        """Whether letters of one width are code: a typewriter sets everything so."""
        return 0 < self.fixed <= _MOST_CODE * self.letters

    @property
    def has_large_headings(self) -> bool:
        return 0 < self.large <= _MOST_HEADINGS * self.letters

    @property
    def has_bold_headings(self) -> bool:
        return self.bold <= _MOST_HEADINGS * self.letters


class _Listing(NamedTuple):
    """Lines of code: the number of the first of them among all rows, how many they are, and where they begin."""

    first: int
    lines: int
    left: float


def find_roles(pages: Gathered, totals: Totals) -> Iterator[Row]:
    """The rows of the pages, each with its kind and level; the pages are given away."""
    trusted, body = totals.trusts_tags, totals.body
    listings = list(_listings(_tagged(pages.rows(), trusted=trusted), body)) if totals.has_code else []

    def told(rows: Iterator[Row]) -> Iterator[Row]:
        return _with_tables(_with_code(_tagged(rows, trusted=trusted), listings), body)

    if trusted:
        return _with_tagged_headings(told(pages.last_rows()))
    levels = _levels(told(pages.rows()), body) if totals.has_large_headings else {}
    return _with_headings(told(pages.last_rows()), levels, totals)


def _tagged(rows: Iterator[Row], *, trusted: bool) -> Iterator[Row]:
    for row in rows:
        row.tag = row.first.tag if trusted else None
        yield row


def _listings(rows: Iterator[Row], body: float) -> Iterator[_Listing]:
    """Runs of lines of one width of letters that stand apart, or what is tagged as code."""
    first: Row | None = None
    above: Row | None = None
    count, left = 0, 0.0
    for number, (row, following) in enumerate(with_next(rows)):
        if row.fixed and not row.table and (row.tag is None or row.tag.kind == "code"):
            if first is None:
                first, count, left = row, 0, row.first.left
            count, left = count + 1, min(left, row.first.left)
            if following and following.fixed and not following.table and code_goes_on(row, following, body):
                continue
            short = count <= _SHORT_CODE
            if row.tag or not (short and _stands_in_text(first, row, above, following, body)):
                yield _Listing(number - count + 1, count, left)
        first, above = None, row


def _stands_in_text(first: Row, last: Row, above: Row | None, following: Row | None, body: float) -> bool:
    """Whether a short run is the piece of a paragraph: a name in its text that fills a line."""
    close = first.usual_gap + 0.3 * body
    over = above is not None and first.below(above) and above.gap_to(first) < close
    under = following is not None and following.below(last) and last.gap_to(following) < close
    return over or under


def _with_code(rows: Iterator[Row], listings: Iterable[_Listing]) -> Iterator[Row]:
    coming = iter(listings)
    listing = next(coming, None)
    for number, row in enumerate(rows):
        if listing and number == listing.first + listing.lines:
            listing = next(coming, None)
        if listing and number >= listing.first:
            row.kind = "code"
            row.indent = round((row.first.left - listing.left) / row.letter_width)
        yield row


def _with_tables(rows: Iterator[Row], body: float) -> Iterator[Row]:
    for row, following in with_next(rows):
        if (
            following
            and not (row.table or following.table)
            and "code" not in (row.kind, following.kind)
            and is_table(row, following, body)
        ):
            row.kind = following.kind = "row"
        yield row


def _with_tagged_headings(rows: Iterator[Row]) -> Iterator[Row]:
    for row in rows:
        if row.tag and row.tag.kind == "heading":
            row.kind, row.level = "heading", row.tag.level
        yield row


def _levels(rows: Iterator[Row], body: float) -> dict[float, int]:
    """The level of a heading by the height of its line: the larger, the higher."""
    found: dict[float, int] = {}
    level, size = 0, float("inf")
    for height in sorted({row.height for row in rows if _is_large_heading(row, body)}, reverse=True):
        if height * _SAME_SIZE < size:
            level, size = level + 1, height
        found[height] = min(level, 6)
    return found


def _with_headings(rows: Iterator[Row], levels: dict[float, int], totals: Totals) -> Iterator[Row]:
    """Mark clearly larger lines, and bold ones that stand alone."""
    body, lowest = totals.body, min(max(levels.values(), default=0) + 1, 6)
    above: Row | None = None
    under_heading = True
    for row, following in with_next(rows):
        is_large = bool(levels) and _is_large_heading(row, body)
        if is_large:
            row.kind, row.level = "heading", levels[row.height]
        elif following and totals.has_bold_headings and _is_bold_alone(row, following):
            apart = under_heading or above is None or not row.below(above)
            if apart or (above and above.gap_to(row) > row.usual_gap + 0.25 * body):
                row.kind, row.level = "heading", lowest
        above, under_heading = row, is_large
        yield row


def _is_large(row: Row, body: float) -> bool:
    return row.height >= (_LARGE_IF_BOLD if row.bold else _LARGE) * body


def _is_large_heading(row: Row, body: float) -> bool:
    return _is_large(row, body) and row.kind == "paragraph" and _can_head(row)


def _is_bold_alone(row: Row, following: Row) -> bool:
    """Whether it is a short bold line with text that is not bold below."""
    text = row.first.text
    return (
        row.kind == "paragraph"
        and row.bold
        and not following.bold
        and following.kind != "row"
        and len(text) <= _LONGEST_BOLD
        and text[-1] not in ":,;"
        and _can_head(row)
    )


def _can_head(row: Row) -> bool:
    """Whether a line reads as a heading: in one piece, not long, no full stop, no line of a table of contents."""
    text = row.first.text
    return (
        len(row.segments) == 1
        and len(text) <= _LONGEST_HEADING
        and any(map(str.isalpha, text))
        and not text[0].islower()
        and not text.endswith(".")
        and not _LEADERS.search(text)
    )
