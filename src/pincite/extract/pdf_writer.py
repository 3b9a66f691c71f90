"""From ordered segments to canonical text: which lines go on, which begin a paragraph, a heading or a table."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from statistics import median

from pincite.extract.builder import Builder
from pincite.extract.pdf_hyphens import Vocabulary
from pincite.extract.pdf_order import rows_of
from pincite.extract.pdf_page import PageText, Segment
from pincite.types.document import BlockKind
from pincite.types.places import Page

_HEADING = 1.15  # times the height of a line of text
_LONGEST_HEADING = 200
_MOST_HEADINGS = 0.2
_BULLET = re.compile(r"[•▪■‣◦●○–·*-]$|[(]?(?:\d{1,3}|[a-z])[.)]$", re.IGNORECASE)
_LEADERS = re.compile(r"(?:\. ?){4,}")
_SENTENCE_END = tuple(".!?:;。！？…")
_CLOSING = "\"'”’»)]"


@dataclass(slots=True)
class _Row:
    """Segments on one line of one page, the kind of block they belong to, and the page's usual gap between lines."""

    page: PageText
    segments: list[Segment]
    kind: BlockKind = "paragraph"
    level: int = 0
    usual_gap: float = 0.0

    @property
    def first(self) -> Segment:
        return self.segments[0]

    @property
    def height(self) -> float:
        return max(segment.height for segment in self.segments)

    @property
    def last_word(self) -> str:
        return self.segments[-1].words[-1]


class PdfWriter:
    """Writes the pages of one document on a builder; `body` is the height of a line of its text, in points."""

    def __init__(self, builder: Builder, pages: list[PageText], body: float) -> None:
        self._builder = builder
        self._pages = pages
        self._body = body
        self._vocabulary = Vocabulary(segment for page in pages for segment in page.segments)
        self._levels = _heading_levels(pages, body)
        self._title: list[str] = []

    def write(self) -> None:
        """Write everything; a paragraph may go on over a page break, but two pages never share a line."""
        rows = [row for page in self._pages for row in self._rows(page)]
        goes_on = False
        for row, following in zip_longest(rows, rows[1:]):
            if not goes_on:
                self._open(row)
            elif row.kind == "row":
                self._builder.open("row")
            goes_on = following is not None and not self._begins(following, row)
            self._row(row, following if goes_on else None)
            if not goes_on:
                self._close(row)

    def _rows(self, page: PageText) -> list[_Row]:
        rows = [_Row(page, segments) for segments in rows_of(page.segments)]
        usual = _usual_gap(rows, self._body)
        for row, following in zip_longest(rows, rows[1:]):
            row.usual_gap = usual
            if following and self._is_table(row, following):
                row.kind = following.kind = "row"
            level = self._levels.get(_size(row.height))
            if level and row.kind == "paragraph" and _can_head(row):
                row.kind, row.level = "heading", level
        return rows

    def _is_table(self, row: _Row, following: _Row) -> bool:
        gap = following.first.top - row.first.bottom
        return len(row.segments) > 1 and len(following.segments) > 1 and -0.5 * self._body < gap < 1.5 * self._body

    def _begins(self, row: _Row, last: _Row) -> bool:
        """Whether a row begins a new block after the last one."""
        if row.kind != last.kind or row.level != last.level:
            return True
        if row.kind == "row":
            return row.page is not last.page or not self._is_table(last, row)
        gap = row.first.top - last.first.bottom
        if row.page is not last.page or row.first.bottom < last.first.top:  # over a page break, or up to a new column
            return row.kind == "heading" or not _runs_on(last, row)
        indented = 0.8 * self._body < row.first.left - last.first.left < 5 * self._body
        return (
            gap > row.usual_gap + 0.4 * self._body
            or abs(row.height - last.height) > 0.15 * self._body
            or bool(_BULLET.match(row.first.words[0]))
            or (indented and _ends_sentence(last.last_word))
        )

    def _open(self, row: _Row) -> None:
        if self._builder.length:
            self._builder.put("\n\n")
        if row.kind == "row":
            self._builder.open("table")
        self._builder.open(row.kind, row.level)

    def _close(self, row: _Row) -> None:
        self._builder.close(" ".join("".join(self._title).split()) if row.kind == "heading" else None)
        self._title.clear()

    def _row(self, row: _Row, following: _Row | None) -> None:
        """Write one row, and what stands between it and the one that goes on from it."""
        for index, segment in enumerate(row.segments):
            if index:
                self._put("\t")
            self._words(segment, row.page, is_last=index == len(row.segments) - 1)
        joined = self._vocabulary.joined(row.last_word, following.first.words[0]) if following else None
        self._word(joined or row.last_word, row.segments[-1], len(row.segments[-1].words) - 1, row.page)
        if row.kind == "row":
            self._builder.close()
        if following and joined is None:
            self._put("\n")

    def _words(self, segment: Segment, page: PageText, *, is_last: bool) -> None:
        """Write the words of a segment, but the last one of a row."""
        count = len(segment.words)
        for index in range(count - is_last):
            self._word(segment.words[index], segment, index, page)
            if is_last or index < count - 1:
                self._put(" ")

    def _word(self, word: str, segment: Segment, index: int, page: PageText) -> None:
        where = Page(page.number, page.place(segment.box(index)), page.label)
        self._builder.put(word, where, segment.confidence(index))
        self._title.append(word)

    def _put(self, white: str) -> None:
        self._builder.put(white)
        self._title.append(white)


def _usual_gap(rows: list[_Row], body: float) -> float:
    """The median gap between lines of text under each other on a page, at most 1.2 lines high."""
    gaps = [
        two.first.top - one.first.bottom
        for one, two in pairwise(rows)
        if one.first.top < two.first.top and abs(one.height - two.height) < 0.15 * body
    ]
    return min(median(gaps), 1.2 * body) if gaps else 0.0


def _runs_on(last: _Row, row: _Row) -> bool:
    """Whether a sentence goes on over a break: it has not ended, and the next line begins in lower case."""
    return not _ends_sentence(last.last_word) and row.first.words[0][0].islower()


def _ends_sentence(word: str) -> bool:
    return word.rstrip(_CLOSING).endswith(_SENTENCE_END)


def _heading_levels(pages: list[PageText], body: float) -> dict[float, int]:
    """Heights of lines that are headings, with their levels: clearly larger than the text, and few in all."""
    letters: Counter[float] = Counter()
    for page in pages:
        for segment in page.segments:
            letters[_size(segment.height)] += sum(map(len, segment.words))
    large = sorted((size for size in letters if size >= _HEADING * body), reverse=True)
    if sum(letters[size] for size in large) > _MOST_HEADINGS * sum(letters.values()):
        return {}
    return {size: min(level, 6) for level, size in enumerate(large, 1)}


def _size(height: float) -> float:
    return round(height)


def _can_head(row: _Row) -> bool:
    """Whether a large line reads as a heading: in one piece, not long, no full stop, no line of a table of contents."""
    text = row.first.text
    return (
        len(row.segments) == 1
        and len(text) <= _LONGEST_HEADING
        and any(map(str.isalpha, text))
        and not text[0].islower()
        and not text.endswith(".")
        and not _LEADERS.search(text)
    )
