"""Writes the paragraphs, items and rows of rich text as blocks."""

from __future__ import annotations

from dataclasses import dataclass, field

from pincite.extract.block_writer import BlockWriter
from pincite.extract.builder import Builder
from pincite.extract.open_lists import OpenLists


@dataclass(slots=True)
class Paragraph:
    """The text of a paragraph or cell so far, and what is known of it; `label` is the number of an item (empty: a bullet)."""

    text: list[str] = field(default_factory=list)
    level: int = 0
    in_table: bool = False
    depth: int = 0
    label: str | None = None


class RtfWriter:
    """Rows of one table are neighbours; footnotes wait until the table, list or paragraph that they stand in is over."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._writer = BlockWriter(builder)
        self._lists = OpenLists(self._writer)
        self._cells: list[str] = []
        self.header_row = False
        self.footnotes = 0
        self.waiting: list[tuple[int, str]] = []

    @property
    def titles(self) -> list[tuple[int, str]]:
        """The level and the words of each heading so far."""
        return self._writer.titles

    def next_footnote(self) -> int:
        """The number of the footnote that begins here."""
        self.footnotes += 1
        return self.footnotes

    def comment(self, words: str) -> None:
        """Note what a reader remarked here."""
        at = self._builder.length
        self._builder.note("comment", "left out: a comment", start=at, end=at, text=words)

    def paragraph(self, paragraph: Paragraph) -> None:
        """Write a paragraph outside of tables."""
        text = "".join(paragraph.text)
        if not text.strip():
            return
        self._end_table()
        if paragraph.label is not None and not paragraph.level:
            self._lists.item(paragraph.depth)
            self._words(paragraph.label, text)
            return
        self._lists.close()
        self._writer.begin("heading" if paragraph.level else "paragraph", paragraph.level)
        self._words(paragraph.label, text)
        self._writer.end()
        self._below()

    def cell(self, paragraph: Paragraph) -> None:
        """Keep a cell for the row that is being read."""
        label = f"{paragraph.label} " if paragraph.label else ""
        self._cells.append(label + " ".join("".join(paragraph.text).split()))

    def row(self) -> None:
        """Write the row whose cells were read, in the table that is open or in a new one."""
        cells, self._cells = self._cells, []
        if not any(cells):
            return
        self._lists.close()
        if not self._writer.inside("table"):
            self._writer.begin("table")
        self._writer.begin("row", int(self.header_row), lines=1)
        for index, words in enumerate(cells):
            self._writer.tabs(min(index, 1))
            self._writer.exact(words)
        self._writer.end(lines=1)

    def close(self) -> None:
        """End what is open; cells without an end of their row are a row."""
        self.row()
        self._lists.close()
        self._end_table()
        self._below()

    def _words(self, label: str | None, text: str) -> None:
        self._writer.before(f"{label} " if label else "")
        for index, line in enumerate(text.split("\n")):
            if index:
                self._writer.line_end()
            self._writer.exact(line)

    def _end_table(self) -> None:
        if self._writer.inside("table"):
            self._writer.end()
            self._below()

    def _below(self) -> None:
        waiting, self.waiting = self.waiting, []
        for number, words in waiting:
            self._writer.begin("note")
            self._writer.exact(f"({number}) {words}")
            self._writer.end()
