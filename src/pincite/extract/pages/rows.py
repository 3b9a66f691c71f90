"""Lines of a page in reading order, those of tables as rows of cells; `roles` says what else they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from pincite.extract.pages.order import rows_of
from pincite.extract.pages.page import PageText, Segment
from pincite.extract.pages.tables import Band, find_tables
from pincite.extract.pages.tags import Tag
from pincite.types.document import BlockKind

_BLANK_LINE = 2.5  # times the height of a line: the widest gap inside of one listing


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
    height: float = 0.0
    """That of most of its words: a word in another font in it changes nothing. It is found out where it is not given."""
    indent: int = 0
    tag: Tag | None = None
    cells: list[list[Segment]] = field(default_factory=list)
    table: int = 0

    def __post_init__(self) -> None:
        if self.height:
            return
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


def is_table(row: Row, following: Row, body: float) -> bool:
    """Whether two rows under each other are rows of one table."""
    if row.table or following.table:
        return row.page is following.page and row.table == following.table
    gap = row.gap_to(following)
    several = len(row.segments) > 1 and len(following.segments) > 1
    return row.page is following.page and several and -0.5 * body < gap < 1.5 * body


def code_goes_on(row: Row, following: Row, body: float) -> bool:
    """Whether a line of code and the next one belong to one listing."""
    if row.tag and following.tag and row.page is following.page:
        return row.tag.number == following.tag.number
    return not following.below(row) or row.gap_to(following) < _BLANK_LINE * body


def with_next(rows: Iterable[Row]) -> Iterator[tuple[Row, Row | None]]:
    """Each row and the one that follows, None after the last one."""
    rows = iter(rows)
    row = next(rows, None)
    while row is not None:
        following = next(rows, None)
        yield row, following
        row = following


def rows_of_page(page: PageText, body: float) -> list[Row]:
    """The rows of a page in reading order, those of tables as such; `body` is the height of a line of text.

    The page gives its segments away: a book has many, and whoever is done with a row may forget it.
    """
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
