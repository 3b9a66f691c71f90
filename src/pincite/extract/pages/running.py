"""Running headers, footers and page numbers: lines at the edge of a page that come back on page after page."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

from pincite.extract.pages.page import PageText, Segment

_EDGE = 0.15
_FEWEST_PAGES = 3
_DENSE = 0.4  # alternating headers stand on every second page
_LARGER_THAN_TEXT = 1.1
_ANYWHERE = -9  # page numbers stand at the foot where a chapter begins, elsewhere at the head
_PAGE_NUMBER = re.compile(r"\W*(?:page |p\. ?)?#\W*(?:of #|#)?\W*")
_NUMBER = re.compile(r"\d+|(?<!\w)[ivxlcdm]+(?!\w)")


@dataclass(frozen=True, slots=True)
class _Line:
    """All that stands on one line at the edge of a page."""

    page: int
    height: int
    masked: str
    segments: tuple[Segment, ...]


def running_lines(pages: list[PageText], body: float) -> set[int]:
    """The `id()` of every segment that belongs to a running line; `body` is the height of a line of text.

    A line runs when the same words (numbers aside) stand at the same height on three pages or more, at least on two of
    five pages from its first to its last one, apart from the text and no larger than it: titles of slides stay.
    """
    groups: dict[tuple[str, int], list[_Line]] = defaultdict(list)
    for page in pages:
        for line in _edge_lines(page, body):
            groups[line.masked, line.height].append(line)
    running: set[int] = set()
    for (masked, height), lines in groups.items():
        near = [line for step in (-1, 0, 1) for line in groups.get((masked, height + step), ())]
        if _runs({line.page for line in near}):
            running.update(id(segment) for line in lines for segment in line.segments)
    return running


def _runs(numbers: set[int]) -> bool:
    return len(numbers) >= _FEWEST_PAGES and len(numbers) >= _DENSE * (max(numbers) - min(numbers) + 1)


def _edge_lines(page: PageText, body: float) -> list[_Line]:
    lines = _lines(page.segments)
    found = []
    for edge in (lines[:2], lines[::-1][:2]):
        for index, line in enumerate(edge):
            if not _stands_apart(line, lines, page, body):
                break
            found.append(_as_line(line, page))
            if index == 0 and len(lines) == 1:
                break
    return found


def _lines(segments: list[Segment]) -> list[list[Segment]]:
    """The segments by lines of the displayed page, from its top."""
    lines: list[list[Segment]] = []
    for segment in sorted(segments, key=lambda segment: segment.top):
        if lines and lines[-1][0].level_with(segment):
            lines[-1].append(segment)
        else:
            lines.append([segment])
    return lines


def _stands_apart(line: list[Segment], lines: list[list[Segment]], page: PageText, body: float) -> bool:
    """Whether a line is near the edge, no larger than the text, and a line's height away from what is inside of it."""
    top, bottom = min(one.top for one in line), max(one.bottom for one in line)
    if max(one.height for one in line) > _LARGER_THAN_TEXT * body:
        return False
    if bottom < _EDGE * page.height:
        below = [other[0].top for other in lines if other[0].top > top]
        return not below or min(below) - bottom > 0.6 * body
    if top > (1 - _EDGE) * page.height:
        above = [other[0].bottom for other in lines if other[0].bottom < bottom]
        return not above or top - max(above) > 0.6 * body
    return False


def _as_line(line: list[Segment], page: PageText) -> _Line:
    ordered = sorted(line, key=lambda segment: segment.left)
    text = " ".join(segment.text for segment in ordered).lower()
    masked = _NUMBER.sub("#", text)
    height = round(100 * min(segment.top for segment in line) / page.height)
    return _Line(page.number, _ANYWHERE if _PAGE_NUMBER.fullmatch(masked) else height, masked, tuple(ordered))
