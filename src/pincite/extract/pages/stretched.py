"""Lines that a narrow, justified column stretches: their words stand as far apart as the cells of a table."""

from __future__ import annotations

from itertools import pairwise, zip_longest

from pincite.extract.pages.order import rows_of
from pincite.extract.pages.page import Segment

_SAME = 0.3  # times the height of a line


def join_stretched(segments: list[Segment]) -> list[Segment]:
    """The segments, each stretched line as one of them.

    Justified text has the same space between all words of a line, so each of its words is a segment, the spaces are
    equal, and both ends are those of the lines of its paragraph above and below it.
    """
    found: list[Segment] = []
    rows = rows_of(segments)
    for row, following in zip_longest(rows, rows[1:]):
        if len(row) > 1 and _is_stretched(row, found[-1] if found else None, following):
            found.append(_one(row))
        else:
            found.extend(row)
    return found


def _is_stretched(row: list[Segment], above: Segment | None, following: list[Segment] | None) -> bool:
    if any(len(segment.words) > 1 for segment in row):
        return False
    height = max(segment.height for segment in row)
    gaps = [two.left - one.right for one, two in pairwise(row)]
    over = above is not None and _flush(above, row, height)
    under = following is not None and len(following) == 1 and _flush(following[0], row, height)
    return max(gaps) - min(gaps) < _SAME * height and (over and under if len(gaps) == 1 else over or under)


def _flush(line: Segment, row: list[Segment], height: float) -> bool:
    """Whether a line of several words begins and ends with the row and stands right above or below it."""
    distance = max(line.top, row[0].top) - min(line.bottom, row[0].bottom)
    ends = abs(line.left - row[0].left) < _SAME * height and abs(line.right - row[-1].right) < _SAME * height
    return ends and distance < height and len(line.words) > 1


def _one(row: list[Segment]) -> Segment:
    first = row[0]
    for segment in row[1:]:
        first.add(segment.words[0], segment.box(0), glued=False)
        first.bold &= segment.bold
        first.fixed &= segment.fixed
    return first
