"""The exact place of a quotation, and the ways to write it down as a fragment of a URL."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pincite.types.places import Box, Cells, Chapter, Times

DOUBTFUL = 0.75
"""The confidence below which a quotation is shown with it."""


@dataclass(frozen=True, slots=True)
class PageRegion:
    """The part of one page that a quotation covers: one box per line, or none where only the page is known."""

    number: int
    boxes: tuple[Box, ...] = ()
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Locator:
    """Where `text[start:end]` stands: always its characters, and what else the source has: pages, time, cells, slides, chapters.

    `start` and `end` are code points of the document's canonical text, half-open. `lines` are the first and the last
    line of source code. `hidden` says whether the sheet, rows, columns or slides are hidden in their program: empty
    where they are not, `hidden` where all are, `partly hidden` where some are. `confidence` is the length-weighted mean of the places it covers (1 for digital text).

    >>> Locator(25873, 26272).fragment
    '#char=25873,26272'
    >>> Locator(10, 20, pages=(PageRegion(12),)).fragment
    '#page=12'
    >>> Locator(0, 9, times=Times(132.4, 158.9)).fragment
    '#t=132.4,158.9'
    >>> Locator(0, 9, lines=(10, 20)).fragment, Locator(0, 9, chapters=(Chapter(2, "two.xhtml", "/4/6[p3]"),)).fragment
    ('#L10-L20', '#epubcfi(/6/4!/4/6[p3])')
    """

    start: int
    end: int
    pages: tuple[PageRegion, ...] = ()
    times: Times | None = None
    cells: Cells | None = None
    slides: tuple[int, ...] = ()
    notebook_cells: tuple[int, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    lines: tuple[int, int] | None = None
    hidden: str = ""
    confidence: float = 1.0

    @property
    def characters(self) -> str:
        """The fragment by characters (RFC 5147), which every locator has."""
        return f"#char={self.start},{self.end}"

    @property
    def fragment(self) -> str:
        """The native fragment: PDF open parameters, W3C Media Fragments, a cell range (by RFC 7111 where the table has no
        name), a slide, a cell of a notebook, the paragraph of a chapter by EPUB CFI, lines as forges count them, or the characters.
        """
        return next(self._native())[1]

    @property
    def opens_at_first(self) -> bool:
        """Whether the fragment names only the first of several places: pages, slides, cells of a notebook or chapters."""
        return max(len(self.pages), len(self.slides), len(self.notebook_cells), len(self.chapters)) > 1

    @property
    def label(self) -> str:
        """The place as a person says it: `page 12`, `pages 3-4`, `2:12 to 2:38`, `Sheet1!A1:C4`; empty for plain text.

        >>> Locator(0, 9, slides=(3,), hidden="hidden").label
        'slide 3, hidden'
        """
        label = next(self._native())[2]
        return f"{label}, {self.hidden}" if self.hidden else label

    @property
    def doubt(self) -> str:
        """What a person should know of how the words were read, where that is less than sure; else empty.

        >>> Locator(0, 9, pages=(PageRegion(1),), confidence=0.62).doubt
        'read by OCR, confidence 0.62'
        """
        if self.confidence >= DOUBTFUL:
            return ""
        how = "recognised speech" if self.times else "read by OCR"
        return f"{how}, confidence {self.confidence:.2f}"

    def to_json(self) -> dict[str, Any]:
        """The locator as JSON; `from` and `to` are always there, the rest only where the source has it."""
        out: dict[str, Any] = {
            "kind": next(self._native())[0],
            "from": self.start,
            "to": self.end,
            "characters": self.characters,
        }
        if self.pages:
            out["pages"] = [
                {"page": page.number, "label": page.label, "boxes": [list(box) for box in page.boxes]}
                for page in self.pages
            ]
        if self.times:
            out["t"] = [self.times.start, self.times.end]
        if self.cells:
            out["cells"] = cell_range(self.cells)
        if self.slides:
            out["slides"] = list(self.slides)
        if self.notebook_cells:
            out["notebook_cells"] = list(self.notebook_cells)
        if self.chapters:
            out["chapters"] = [chapter.file for chapter in self.chapters]
        if self.lines:
            out["lines"] = list(self.lines)
        if self.hidden:
            out["hidden"] = self.hidden
        if self.confidence < 1.0:
            out["confidence"] = round(self.confidence, 4)
        return out

    def selectors(self, quote: str, prefix: str = "", suffix: str = "") -> list[dict[str, Any]]:
        """The place as W3C Web Annotation selectors: position, quotation and, where it differs, the native fragment."""
        found: list[dict[str, Any]] = [
            {"type": "TextPositionSelector", "start": self.start, "end": self.end},
            {"type": "TextQuoteSelector", "exact": quote, "prefix": prefix, "suffix": suffix},
        ]
        if self.fragment != self.characters:
            found.append({"type": "FragmentSelector", "value": self.fragment.removeprefix("#")})
        return found

    def _native(self) -> Iterator[tuple[str, str, str]]:
        """The kinds of place that the source has, each with its fragment and its label; the characters last."""
        if self.pages:
            yield "page", f"#page={self.pages[0].number}", _page_label(self.pages)
        if self.times:
            start, end = self.times.start, self.times.end
            yield "time", f"#t={_seconds(start)},{_seconds(end)}", f"{_clock(start)} to {_clock(end)}"
        if self.cells:
            range_ = cell_range(self.cells)
            yield "cells", f"#{range_}" if self.cells.sheet else _csv_fragment(self.cells), range_
        if self.slides:
            yield "slide", f"#slide={self.slides[0]}", f"slide {self.slides[0]}"
        if self.notebook_cells:
            yield "notebook_cell", f"#cell={self.notebook_cells[0]}", f"cell {self.notebook_cells[0]}"
        if self.chapters:
            first = self.chapters[0]
            yield "chapter", f"#epubcfi(/6/{2 * first.number}!{first.element or '/4'})", ""
        if self.lines:
            yield "lines", *_lines(*self.lines)
        yield "char", self.characters, ""


def cell_range(cells: Cells) -> str:
    """The range in A1 notation, its sheet quoted where it must be; a sheet without a name is not named.

    >>> cell_range(Cells("Sheet1", 1, 1, 4, 3))
    'Sheet1!A1:C4'
    >>> cell_range(Cells("My sheet", 2, 28, 2, 28))
    "'My sheet'!AB2"
    >>> cell_range(Cells("", 2, 1, 2, 3))
    'A2:C2'
    """
    sheet = cells.sheet if cells.sheet.isalnum() else "'" + cells.sheet.replace("'", "''") + "'"
    first = f"{column_name(cells.first_column)}{cells.first_row}"
    last = f"{column_name(cells.last_column)}{cells.last_row}"
    span = first if first == last else f"{first}:{last}"
    return f"{sheet}!{span}" if cells.sheet else span


def _csv_fragment(cells: Cells) -> str:
    first, last = f"{cells.first_row},{cells.first_column}", f"{cells.last_row},{cells.last_column}"
    return f"#cell={first}" if first == last else f"#cell={first}-{last}"


def _lines(first: int, last: int) -> tuple[str, str]:
    return (f"#L{first}", f"line {first}") if first == last else (f"#L{first}-L{last}", f"lines {first}-{last}")


def column_name(number: int) -> str:
    """The letters of a column of a sheet, counted from 1.

    >>> column_name(1), column_name(28)
    ('A', 'AB')
    """
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def _seconds(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _clock(value: float) -> str:
    minutes, seconds = divmod(int(value), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _page_label(pages: tuple[PageRegion, ...]) -> str:
    names = [page.label or str(page.number) for page in pages]
    return f"page {names[0]}" if len(names) == 1 else f"pages {names[0]}-{names[-1]}"
