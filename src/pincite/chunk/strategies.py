"""The six measured strategies: blind cuts or the seed's boundaries, with or without header and overlap."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from pincite.chunk.seed import Section, header, headings, pieces, trimmed
from pincite.errors import UsageError
from pincite.types.chunk import Chunk


class Strategy(NamedTuple):
    """Which of the three ingredients a strategy has."""

    boundaries: bool
    header: bool
    overlap: bool


STRATEGIES = {
    "A": Strategy(boundaries=False, header=False, overlap=False),
    "B": Strategy(boundaries=False, header=False, overlap=True),
    "C": Strategy(boundaries=True, header=False, overlap=False),
    "D": Strategy(boundaries=True, header=False, overlap=True),
    "E": Strategy(boundaries=True, header=True, overlap=False),
    "F": Strategy(boundaries=True, header=True, overlap=True),
}
"""A blind, B blind + overlap, C boundaries, D boundaries + overlap, E boundaries + header, F all three."""


class _Piece(NamedTuple):
    section: str
    start: int
    end: int


def chunk_strategy(name: str, text: str, title: str, target: int = 512, overlap: int = 64) -> list[Chunk]:
    """Chunk `text` by strategy `name`, in the order of the text; `target` and `overlap` count code points.

    Blind strategies cut every `target` code points of the whole document; the others use the seed's rule, but keep
    the text before the first heading as a section without a title. With overlap, the last `overlap` code points of
    the chunk before stand in `tail` and in `text` directly before the content; `content`, `start` and `end` leave
    them out. Pieces of white space only are dropped. Raises `UsageError` for a name that is not one of A to F.

    >>> [(c.tail, c.content) for c in chunk_strategy("B", "abcdefgh", "", target=5, overlap=2)]
    [('', 'abcde'), ('de', 'fgh')]
    """
    strategy = STRATEGIES.get(name)
    if strategy is None:
        msg = f"there is no strategy {name!r}: choose one of {', '.join(STRATEGIES)}"
        raise UsageError(msg)
    if target < 1 or overlap < 0:
        msg = f"target {target} and overlap {overlap} count code points: give a target of 1 or more, an overlap of 0 or more"
        raise UsageError(msg)
    found = list(_bounded(text, target) if strategy.boundaries else _blind(text, target))
    tails = _tails(text, found, overlap if strategy.overlap else 0)
    return [
        _chunk(text, piece, tail, f"[{header(title, piece.section)}]\n" if strategy.header else "")
        for piece, tail in zip(found, tails, strict=True)
    ]


def _chunk(text: str, piece: _Piece, tail: str, head: str) -> Chunk:
    content = text[piece.start : piece.end]
    return Chunk(head + tail + content, content, piece.section, piece.start, piece.end, tail)


def _tails(text: str, found: list[_Piece], overlap: int) -> list[str]:
    before = [text[max(last.start, last.end - overlap) : last.end] for last, _ in pairwise(found)]
    return ["", *before][: len(found)]


def _sections(text: str) -> list[Section]:
    found = headings(text)
    first = found[0].heading if found else len(text)
    return [Section("", 0, 0, first), *found]


def _bounded(text: str, target: int) -> Iterator[_Piece]:
    for section in _sections(text):
        for start, end in pieces(text, section, target):
            yield _Piece(section.title, start, end)


def _blind(text: str, target: int) -> Iterator[_Piece]:
    sections = _sections(text)
    starts = [section.heading for section in sections]
    for start in range(0, len(text), target):
        end = min(start + target, len(text))
        if trimmed(text, start, end):
            yield _Piece(sections[bisect_right(starts, start) - 1].title, start, end)
