"""A page between two passes over its document, as bytes: a book has thousands, and ten times as much as objects."""

from __future__ import annotations

import marshal
import zlib
from array import array
from collections.abc import Iterator
from itertools import islice, repeat
from typing import Any

from pincite.extract.pages.page import PageText, Segment
from pincite.extract.pages.rows import Row
from pincite.extract.pages.tags import Tag

_LEVEL = 1


def pack_page(page: PageText) -> bytes:
    """A page with its segments."""
    head = (page.number, page.label, page.width, page.height)
    return _packed((*head, page.is_picture, page.turn, _from_segments(page.segments)))


def unpack_page(packed: bytes) -> PageText:
    """The page that `pack_page` was given."""
    number, label, width, height, is_picture, turn, segments = _unpacked(packed)
    return PageText(number, label, width, height, list(_to_segments(segments)), is_picture, turn)


def pack_rows(rows: list[Row], segments: list[Segment]) -> bytes | None:
    """How the rows of a page are made of its segments; None where they are made of others, cut at the columns of a table."""
    indexes = {id(segment): index for index, segment in enumerate(segments)}
    order = [indexes.get(id(segment), -1) for row in rows for segment in row.segments]
    if -1 in order:
        return None
    tables = [(row.table, [len(cell) for cell in row.cells]) if row.table else None for row in rows]
    counts = [len(row.segments) for row in rows]
    heights = array("d", [row.height for row in rows]).tobytes()
    gap = rows[0].usual_gap if rows else 0.0
    return _packed((gap, heights, counts, tables if any(tables) else None, array("I", order).tobytes()))


def unpack_rows(packed_page: bytes, packed_rows: bytes) -> Iterator[Row]:
    """The rows of a page before anything is known of what they are but rows of tables; the page has no segments then."""
    page = unpack_page(packed_page)
    gap, heights, counts, tables, order = _unpacked(packed_rows)
    ordered = iter([page.segments[index] for index in array("I", order)])
    page.segments = []
    for height, count, table in zip(array("d", heights), counts, tables or repeat(None), strict=False):
        if table:
            cells = [list(islice(ordered, size)) for size in table[1]]
            segments = [segment for cell in cells for segment in cell]
            yield Row(page, segments, "row", 0, gap, height, cells=cells, table=table[0])
        else:
            yield Row(page, list(islice(ordered, count)), "paragraph", 0, gap, height)


def _packed(parts: tuple[Any, ...]) -> bytes:
    return zlib.compress(marshal.dumps(parts), _LEVEL)


def _unpacked(packed: bytes) -> tuple[Any, ...]:
    parts: tuple[Any, ...] = marshal.loads(zlib.decompress(packed))  # noqa: S302 - what this process has packed itself
    return parts


def _from_segments(segments: list[Segment]) -> tuple[Any, ...]:
    """Words, and columns of numbers: edges of the same side stand together, for on one line they are alike."""
    edges, bounds = array("f"), array("d")
    for segment in segments:
        edges.extend(segment.edges)
        bounds.extend((segment.left, segment.top, segment.right, segment.bottom))
    sure = [None if segment.confidences is None else segment.confidences.tobytes() for segment in segments]
    tags = [_from_tag(segment.tag) for segment in segments]
    return (
        [word for segment in segments for word in segment.words],
        [len(segment.words) for segment in segments],
        b"".join(edges[side::4].tobytes() for side in range(4)),
        bounds.tobytes(),
        bytes(segment.bold + 2 * segment.fixed for segment in segments),
        sure if any(sure) else None,
        tags if any(tags) else None,
    )


def _to_segments(parts: tuple[Any, ...]) -> Iterator[Segment]:
    words, counts, sides, packed_bounds, styles, sure, tags = parts
    edges, bounds = array("f", bytes(16 * len(words))), array("d", packed_bounds)
    for side in range(4):
        edges[side::4] = array("f", sides[4 * side * len(words) : 4 * (side + 1) * len(words)])
    at = 0
    for index, count in enumerate(counts):
        left, top, right, bottom = bounds[4 * index : 4 * index + 4]
        yield Segment(
            words[at : at + count],
            edges[4 * at : 4 * (at + count)],
            left,
            top,
            right,
            bottom,
            array("f", sure[index]) if sure and sure[index] is not None else None,
            bold=bool(styles[index] & 1),
            fixed=bool(styles[index] & 2),
            tag=Tag(*tags[index]) if tags and tags[index] else None,
        )
        at += count


def _from_tag(tag: Tag | None) -> tuple[Any, ...] | None:
    return (tag.kind, tag.level, tag.number, tag.from_before, tag.goes_on) if tag else None
