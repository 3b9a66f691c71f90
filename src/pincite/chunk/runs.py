"""Nested blocks as one flat sequence of runs that covers the text once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.types.document import Block, Document

_OPAQUE = frozenset({"heading", "row", "code", "caption", "metadata"})
_WORD = re.compile(r"[^\W_]")


class Run(NamedTuple):
    """A stretch of text between two block borders, without outer white space.

    `block` is the innermost block (None where there is none), `joint` the innermost one that holds this run and the
    run before (None at the top level), `table` the start of the table that a row belongs to.
    """

    start: int
    end: int
    block: Block | None
    joint: Block | None
    table: int | None


class _Sweep:
    """The open blocks at a position that only moves forward, so that no character is passed over or taken twice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.open: list[Block] = []
        self.shared = 0

    def up_to(self, stop: int) -> Iterator[Run]:
        """The run from the position to `stop`, if there is more than white space."""
        raw = self.text[self.position : stop]
        lead = len(raw) - len(raw.lstrip())
        if lead < len(raw):
            yield self._run(self.position + lead, self.position + len(raw.rstrip()))
        self.position = max(self.position, stop)

    def close(self, limit: float) -> Iterator[Run]:
        """The runs up to the ends of the open blocks that end at or before `limit`."""
        while self.open and self.open[-1].end <= limit:
            yield from self.up_to(self.open[-1].end)
            self.open.pop()
            self.shared = min(self.shared, len(self.open))

    def _run(self, start: int, end: int) -> Run:
        joint = self.open[self.shared - 1] if self.shared else None
        self.shared = len(self.open)
        block = self.open[-1] if self.open else None
        return Run(start, end, block, joint, self._table())

    def _table(self) -> int | None:
        return next((block.start for block in self.open[-2:] if block.kind == "table"), None)


def runs(document: Document) -> Iterator[Run]:
    """The runs of a document in order; every character that is not white space lies in exactly one.

    Blocks inside a heading, a row, code, a caption or metadata are not looked at: these are taken as wholes.
    """
    sweep = _Sweep(document.text)
    for block in document.blocks:
        yield from sweep.close(block.start)
        if sweep.open and sweep.open[-1].kind in _OPAQUE:
            continue
        yield from sweep.up_to(block.start)
        sweep.open.append(block)
    yield from sweep.close(float("inf"))
    yield from sweep.up_to(len(document.text))


def is_mark(text: str, start: int, end: int) -> bool:
    """Whether there is no letter and no digit: a bullet, a fence, a rule, the line under a table's header."""
    return not _WORD.search(text, start, end)
