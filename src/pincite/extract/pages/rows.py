"""Lines of a PDF with their roles: what is a heading, a row of a table, a line of code, and what is plain text.

A tagged file says it itself (`pdf_tags`); else it is told from heights, bold type and letters of one width.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from statistics import median

from pincite.extract.pages.order import rows_of
from pincite.extract.pages.page import PageText, Segment
from pincite.extract.pages.tables import Band, find_tables
from pincite.extract.pages.tags import Tag
from pincite.types.document import BlockKind

_LARGE, _LARGE_IF_BOLD = 1.15, 1.08  # times the height of a line of text; bold fonts are often measured smaller
_SAME_SIZE = 1.04
_LONGEST_HEADING, _LONGEST_BOLD = 200, 100
_MOST_HEADINGS = 0.2
_MOST_CODE = 0.6
_BLANK_LINE = 2.5  # times the height of a line: the widest gap inside of one listing
_LEADERS = re.compile(r"(?:\. ?){4,}")


@dataclass(slots=True, eq=False)
class Row:
    """Segments on one line of one page, the kind of block they belong to, and the page's usual gap between lines.

    `indent` is how many letters a line of code stands to the right of its listing. `cells` are the segments of a row of
    a table by columns, empty ones included; `table` tells the tables of a page apart (0: none).
    """

    page: PageText
    segments: list[Segment]
    kind: BlockKind = "paragraph"
    level: int = 0
    usual_gap: float = 0.0
    indent: int = 0
    tag: Tag | None = None
    cells: list[list[Segment]] = field(default_factory=list)
    table: int = 0
    height: float = field(init=False)
    """That of most of its words: a word in another font in it changes nothing."""

    def __post_init__(self) -> None:
        if all(segment.is_even for segment in self.segments):
            self.height = median(segment.height for segment in self.segments)
            return
        edges = [segment.edges for segment in self.segments]
        self.height = median(bottom - top for one in edges for top, bottom in zip(one[1::4], one[3::4], strict=True))

    @property
    def first(self) -> Segment:
        return self.segments[0]

    @property
    def last_word(self) -> str:
        return self.segments[-1].words[-1]

    @property
    def letters(self) -> int:
        return sum(len(word) for segment in self.segments for word in segment.words)

    @property
    def bold(self) -> bool:
        return all(segment.bold for segment in self.segments)

    @property
    def fixed(self) -> bool:
        return all(segment.fixed for segment in self.segments)

    @property
    def letter_width(self) -> float:
        """The mean width of a letter of its first segment, in points."""
        return max((self.first.right - self.first.left) / len(self.first.text), 0.1)

    def below(self, last: Row) -> bool:
        """Whether it stands under the other one: on its page, and not up in a new column."""
        return self.page is last.page and self.first.bottom >= last.first.top

    def gap_to(self, following: Row) -> float:
        """From its foot to the head of the one that follows, in points."""
        return following.first.top - self.first.bottom


def read_rows(pages: Sequence[PageText], body: float) -> list[Row]:
    """The rows of a document in reading order, each with its role; `body` is the height of a line of its text.

    The pages give their segments away: a book has many, and whoever is done with a row may forget it.
    """
    rows = [row for page in pages for row in _page_rows(page, body)]
    trusted = _trusted(rows)
    for row in rows:
        row.tag = row.first.tag if trusted else None
    _find_code(rows, body)
    _find_tables(rows, body)
    if trusted:
        _take_headings(rows)
    else:
        _find_headings(rows, body)
    return rows


def is_table(row: Row, following: Row, body: float) -> bool:
    """Whether two rows under each other are rows of one table."""
    if row.table or following.table:
        return row.page is following.page and row.table == following.table
    gap = row.gap_to(following)
    several = len(row.segments) > 1 and len(following.segments) > 1
    return row.page is following.page and several and -0.5 * body < gap < 1.5 * body


def _page_rows(page: PageText, body: float) -> list[Row]:
    rows: list[Row] = []
    for number, part in enumerate(find_tables(page.segments, body), 1):
        rows.extend(_table_row(page, one, number) if isinstance(one, Band) else Row(page, one) for one in _lines(part))
    page.segments = []
    usual = _usual_gap(rows, body)
    for row in rows:
        row.usual_gap = usual
    return rows


def _lines(part: list[Segment] | list[Band]) -> Iterator[list[Segment] | Band]:
    bands = [one for one in part if isinstance(one, Band)]
    yield from bands or rows_of([one for one in part if isinstance(one, Segment)])


def _table_row(page: PageText, band: Band, table: int) -> Row:
    return Row(page, band.segments, "row", cells=band.cells, table=table)


def _usual_gap(rows: list[Row], body: float) -> float:
    """The median gap between lines of text under each other on a page, at most 1.2 lines high."""
    gaps = [
        one.gap_to(two)
        for one, two in pairwise(rows)
        if one.first.top < two.first.top and abs(one.height - two.height) < 0.15 * body
    ]
    return min(median(gaps), 1.2 * body) if gaps else 0.0


def _trusted(rows: list[Row]) -> bool:
    """Whether the tags say what a heading is: some do, and not every other line is one."""
    headings = sum(row.letters for row in rows if row.first.tag and row.first.tag.kind == "heading")
    return 0 < headings <= _MOST_HEADINGS * sum(row.letters for row in rows)


def _take_headings(rows: list[Row]) -> None:
    for row in rows:
        if row.tag and row.tag.kind == "heading":
            row.kind, row.level = "heading", row.tag.level


def _find_tables(rows: list[Row], body: float) -> None:
    for row, following in pairwise(rows):
        if (
            not (row.table or following.table)
            and "code" not in (row.kind, following.kind)
            and is_table(row, following, body)
        ):
            row.kind = following.kind = "row"


def _find_code(rows: list[Row], body: float) -> None:
    """Mark listings: lines of one width of letters that stand apart, or what is tagged as code."""
    fixed = sum(row.letters for row in rows if row.fixed)
    if fixed > _MOST_CODE * sum(row.letters for row in rows):
        return  # a typewriter sets everything so
    for run in _runs_of_fixed(rows, body):
        base = min(row.first.left for row in run)
        for row in run:
            row.kind = "code"
            row.indent = round((row.first.left - base) / row.letter_width)


def _runs_of_fixed(rows: list[Row], body: float) -> Iterator[list[Row]]:
    run: list[Row] = []
    above: Row | None = None
    for row, following in zip_longest(rows, rows[1:]):
        if row.fixed and not row.table and (row.tag is None or row.tag.kind == "code"):
            run.append(row)
            if following and following.fixed and not following.table and code_goes_on(row, following, body):
                continue
            if row.tag or not _stands_in_text(run, above, following, body):
                yield run
        run = []
        above = row


def code_goes_on(row: Row, following: Row, body: float) -> bool:
    """Whether a line of code and the next one belong to one listing."""
    if row.tag and following.tag and row.page is following.page:
        return row.tag.number == following.tag.number
    return not following.below(row) or row.gap_to(following) < _BLANK_LINE * body


def _stands_in_text(run: list[Row], above: Row | None, following: Row | None, body: float) -> bool:
    """Whether a short run is the piece of a paragraph: a name in its text that fills a line."""
    if len(run) > 2:
        return False
    close = run[0].usual_gap + 0.3 * body
    over = above is not None and run[0].below(above) and above.gap_to(run[0]) < close
    under = following is not None and following.below(run[-1]) and run[-1].gap_to(following) < close
    return over or under


def _find_headings(rows: list[Row], body: float) -> None:
    """Mark clearly larger lines, and bold ones that stand alone, as headings: the larger, the higher their level."""
    total = sum(row.letters for row in rows)
    large = [row for row in rows if row.height >= (_LARGE_IF_BOLD if row.bold else _LARGE) * body]
    levels: dict[Row, int] = {}
    if sum(row.letters for row in large) <= _MOST_HEADINGS * total:
        levels = _levels([row for row in large if row.kind == "paragraph" and _can_head(row)])
    for row, level in levels.items():
        row.kind, row.level = "heading", level
    bold = list(_bold_alone(rows, body))
    if sum(row.letters for row in rows if row.bold) <= _MOST_HEADINGS * total:
        for row in bold:
            row.kind, row.level = "heading", min(max(levels.values(), default=0) + 1, 6)


def _levels(headings: list[Row]) -> dict[Row, int]:
    found: dict[Row, int] = {}
    level, size = 0, float("inf")
    for row in sorted(headings, key=lambda row: -row.height):
        if row.height * _SAME_SIZE < size:
            level, size = level + 1, row.height
        found[row] = min(level, 6)
    return found


def _bold_alone(rows: list[Row], body: float) -> Iterator[Row]:
    """Short bold lines with room above them and text that is not bold below."""
    for last, row, following in zip([None, *rows], rows, rows[1:], strict=False):
        text = row.first.text
        apart = (
            last is None
            or last.kind == "heading"
            or not row.below(last)
            or last.gap_to(row) > row.usual_gap + 0.25 * body
        )
        if (
            row.kind == "paragraph"
            and row.bold
            and not following.bold
            and apart
            and following.kind != "row"
            and len(text) <= _LONGEST_BOLD
            and text[-1] not in ":,;"
            and _can_head(row)
        ):
            yield row


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
