"""From ordered segments to canonical text: which lines go on, which begin a paragraph, a heading or a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from pincite.extract.builder import Builder
from pincite.extract.pages.hyphens import Vocabulary
from pincite.extract.pages.page import PageText, Segment
from pincite.extract.pages.rows import Row, code_goes_on, is_table, with_next
from pincite.types.places import Page

_BULLET = re.compile(r"[•▪■‣◦●○–·*-]$|[(]?(?:\d{1,3}|[a-z])[.)]$", re.IGNORECASE)
_SENTENCE_END = tuple(".!?:;。！？…")
_CLOSING = "\"'”’»)]"


class PdfWriter:
    """Writes the pages of one document on a builder; `body` is the height of a line of its text, in points."""

    def __init__(self, builder: Builder, body: float, vocabulary: Vocabulary) -> None:
        self._builder = builder
        self._body = body
        self._vocabulary = vocabulary
        self._hanging: float | None = None
        self._title: list[str] = []

    def write(self, rows: Iterator[Row]) -> None:
        """Write all rows; a paragraph may go on over a page break, but two pages never share a line."""
        goes_on = False
        for row, following in with_next(rows):
            if not goes_on:
                self._open(row)
            elif row.kind == "row":
                self._builder.open("row")
            goes_on = following is not None and not self._begins(following, row)
            self._row(row, following if goes_on else None)
            if not goes_on:
                self._close(row)

    def _begins(self, row: Row, last: Row) -> bool:
        """Whether a row begins a new block after the last one."""
        if row.kind != last.kind or row.level != last.level:
            return True
        if row.kind == "row":
            return not is_table(last, row, self._body)
        if row.kind == "code":
            return not code_goes_on(last, row, self._body)
        if row.tag and last.tag and not _one_tag(last, row):
            return True
        if not row.below(last):
            return not _one_tag(last, row) and (row.kind == "heading" or not _runs_on(last, row))
        return last.gap_to(row) > row.usual_gap + 0.4 * self._body or self._looks_new(row, last)

    def _looks_new(self, row: Row, last: Row) -> bool:
        """Whether a row right below the last one looks like the first of a block: other letters, a bullet, an indent."""
        other_height = abs(row.height - last.height) > 0.15 * self._body and not (row.fixed or last.fixed)
        indented = 0.8 * self._body < row.first.left - last.first.left < 5 * self._body
        out_of_list = self._hanging is not None and row.first.left < self._hanging - 0.5 * self._body
        return (
            other_height
            or bool(_BULLET.match(row.first.words[0]))
            or (indented and _ends_sentence(last.last_word))
            or (out_of_list and last.first.left > row.first.left + 0.3 * self._body)
        )

    def _open(self, row: Row) -> None:
        if self._builder.length:
            self._builder.put("\n\n")
        if row.kind == "row":
            self._builder.open("table")
        listed = _BULLET.match(row.first.words[0]) and len(row.first.words) > 1
        self._hanging = row.first.box(1)[0] if listed else None
        self._builder.open(row.kind, row.level)
        if row.kind == "code":
            self._put(" " * row.indent)

    def _close(self, row: Row) -> None:
        self._builder.close(" ".join("".join(self._title).split()) if row.kind == "heading" else None)
        self._title.clear()

    def _row(self, row: Row, following: Row | None) -> None:
        """Write one row, and what stands between it and the one that goes on from it."""
        if row.kind == "row":
            self._cells(row)
            self._builder.close()
            if following:
                self._put("\n")
            return
        self._lines(row.segments, row.page, " " if row.kind == "code" else "\t")
        goes_on = following is not None and row.kind != "code"
        joined = self._vocabulary.joined(row.last_word, following.first.words[0]) if following and goes_on else None
        self._last_word(row.segments[-1], row.page, joined)
        if following and joined is None:
            self._put("\n" + " " * following.indent)

    def _cells(self, row: Row) -> None:
        """Write the cells of a row a tab apart; the lines of a cell stand in one."""
        for number, cell in enumerate(row.cells or [[segment] for segment in row.segments]):
            if number:
                self._put("\t")
            for line, following in zip_longest(cell, cell[1:]):
                joined = self._vocabulary.joined(line.words[-1], following.words[0]) if following else None
                self._words(line, row.page, is_last=True)
                self._last_word(line, row.page, joined)
                if following and joined is None:
                    self._put(" ")

    def _lines(self, segments: list[Segment], page: PageText, between: str) -> None:
        """Write the segments of a row but its last word."""
        for index, segment in enumerate(segments):
            if index:
                self._put(between)
            self._words(segment, page, is_last=index == len(segments) - 1)

    def _last_word(self, segment: Segment, page: PageText, joined: str | None) -> None:
        self._word(joined or segment.words[-1], segment, len(segment.words) - 1, page)

    def _words(self, segment: Segment, page: PageText, *, is_last: bool) -> None:
        """Write the words of a segment; without the last one where it `is_last`, but with what stands before that."""
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


def _one_tag(last: Row, row: Row) -> bool:
    """Whether both are tagged as parts of one element, which may go on over the page break."""
    if last.tag is None or row.tag is None:
        return False
    return last.tag.number == row.tag.number or (
        last.page is not row.page and last.tag.goes_on and row.tag.from_before and last.tag.kind == row.tag.kind
    )


def _runs_on(last: Row, row: Row) -> bool:
    """Whether a sentence goes on over a break: it has not ended, and the next line begins in lower case."""
    return not _ends_sentence(last.last_word) and row.first.words[0][0].islower()


def _ends_sentence(word: str) -> bool:
    return word.rstrip(_CLOSING).endswith(_SENTENCE_END)
