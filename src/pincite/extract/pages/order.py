"""Reading order: the order of drawing, unless a page demonstrably jumps between two columns of prose.

Measured before we wrote this: on every real page with columns the drawing order was right, and everything that sorts by
height ruined it. So a page is only turned when its rows alternate across one gutter and both sides read as prose.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from operator import sub
from statistics import median

from pincite.extract.pages.page import Segment

_MOST_CROSSING = 0.15
_NARROWEST = 0.75  # times the height of a line, so about one em: a gutter; spaces of justified text seldom are
_SHORT = 4  # with fewer rows than this, every line must go on from the one above it


def rows_of(segments: list[Segment]) -> list[list[Segment]]:
    """Segments that follow each other on one line, left to right: the row of a table, or of two columns."""
    rows: list[list[Segment]] = []
    for segment in segments:
        if rows and rows[-1][-1].level_with(segment) and segment.left >= rows[-1][-1].right:
            rows[-1].append(segment)
        else:
            rows.append([segment])
    return rows


def in_reading_order(segments: list[Segment], depth: int = 0) -> tuple[list[Segment], bool]:
    """The segments, column by column where the page alternates between columns; and whether it did."""
    gutter = _gutter(list(_in_parts(segments))) if len(segments) >= 4 and depth < 4 else None
    if gutter is None:
        return segments, False
    ordered: list[Segment] = []
    left: list[Segment] = []
    right: list[Segment] = []
    for segment in _cut_at(gutter, segments):
        if segment.left < gutter < segment.right:
            _flush(left, right, ordered, depth)
            ordered.append(segment)
        else:
            (left if segment.right <= gutter else right).append(segment)
    _flush(left, right, ordered, depth)
    return ordered, True


def _flush(left: list[Segment], right: list[Segment], ordered: list[Segment], depth: int) -> None:
    for side in (left, right):
        ordered.extend(in_reading_order(side, depth + 1)[0])
        side.clear()


def _in_parts(segments: list[Segment]) -> Iterator[Segment]:
    """The segments, those taken apart that may be lines of two columns: a gap in them is wider than between words."""
    for segment in segments:
        rest, done = segment, 0
        for index in _wide_gaps(segment):
            part, rest = rest.split(index - done)
            done = index
            yield part
        yield rest


def _cut_at(x: float, segments: list[Segment]) -> Iterator[Segment]:
    """The segments, those taken apart at `x` that have a wide gap there."""
    for segment in segments:
        at = [index for index in _wide_gaps(segment) if segment.box(index - 1)[2] <= x <= segment.box(index)[0]]
        yield from segment.split(at[0]) if at else (segment,)


def _wide_gaps(segment: Segment) -> list[int]:
    """The numbers of the words that stand far from the one before them."""
    least = _NARROWEST * segment.height
    gaps = map(sub, segment.edges[4::4], segment.edges[2:-4:4])
    return [number for number, gap in enumerate(gaps, 1) if gap > least]


def _gutter(segments: list[Segment]) -> float | None:
    """Where the white stripe runs that the drawing order keeps jumping over; None where there is none."""
    gaps = [(one, two) for row in rows_of(segments) for one, two in pairwise(row)]
    best: tuple[int, float] = (0, 0.0)
    for one, two in gaps[:200]:
        x = (one.right + two.left) / 2
        best = max(best, (sum(a.right <= x <= b.left for a, b in gaps), x))
    count, x = best
    crossing = sum(segment.left < x < segment.right for segment in segments)
    pairs = [(a, b) for a, b in gaps if a.right <= x <= b.left]
    if count < 2 or 2 * count < 0.5 * len(segments) or crossing > _MOST_CROSSING * len(segments) + 1:
        return None
    sides = ([a for a, _ in pairs], [b for _, b in pairs])
    return x if all(_reads_as_prose(side) for side in sides) else None


def _reads_as_prose(lines: list[Segment]) -> bool:
    """Whether lines under each other are a column of text and not the cells of a table."""
    going_on = sum(_goes_on(line.words[0]) for line in lines[1:])
    lengths = [len(line.text) for line in lines]
    if len(lines) < _SHORT:
        return going_on == len(lines) - 1 and max(lengths) >= 20
    # Where one of three columns ends early, lines of another one, further to the left, stand in its place.
    lefts, rights = sorted(line.left for line in lines), sorted(line.right for line in lines)
    width = rights[-1 - len(lines) // 10] - lefts[len(lines) // 4]
    filled = median(line.right - line.left for line in lines) >= 0.55 * width
    return filled and median(lengths) >= 15 and going_on >= 0.3 * (len(lines) - 1)


def _goes_on(word: str) -> bool:
    """Whether a line that begins with this word can go on from the line above: no capital, no number."""
    return word[0].isalpha() and not word[0].isupper()
