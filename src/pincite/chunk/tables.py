"""The header rows of tables, repeated in the embedded text of chunks that start further down."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.chunk.pack import Span
from pincite.chunk.runs import Run


def header_rows(runs: Iterable[Run]) -> dict[int, Span]:
    """The span of the header rows of each table, by where the table starts; only those at the top of it count."""
    found: dict[int, Span] = {}
    below: set[int] = set()
    for run in runs:
        if run.table is None or run.block is None or run.block.kind != "row":
            continue
        if run.block.level != 1:
            below.add(run.table)
        elif run.table not in below:
            found[run.table] = (found.get(run.table, (run.start, 0))[0], run.end)
    return found
