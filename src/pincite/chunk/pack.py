"""Which neighbours share a chunk: the cheapest way to cut a section, found exactly.

Every place where a section may be cut has a cost, and a chunk costs the square of its distance from the target
length, in targets. The sum is made least by dynamic programming, as lines are broken in a paragraph (Knuth and Plass,
"Breaking paragraphs into lines", 1981). Orphans, lead-ins and paragraphs that stay whole need no rules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Span = tuple[int, int]

BLOCK = 0.0
"""The cost of a cut between two blocks of a section."""

PART = 0.15
"""Between items of a list, rows of a table, blocks of a quotation, code parted by a blank line."""

LINE = 1.0
"""Between lines of code."""

SENTENCE = 2.0
"""Between sentences of a paragraph and blocks of an item: a paragraph stays whole up to about twice the target."""

LEAD = 2.0
"""After a line that announces what follows, beside a question, and between a caption and its table."""

GLUE = 3.0
"""Between a mark and what it marks: a fence and its code, a header row and the first row."""

CLAUSE, WORD, CHARACTER = 2.5, 3.0, 3.5
"""Inside a sentence that is over the budget: after a comma, at white space, anywhere."""


class Atom(NamedTuple):
    """A span that is cut only when it alone exceeds the budget.

    `cost` is that of a cut before it; `table` is the span of the header rows to repeat when a chunk starts here;
    `tokens` counts the encoder's tokens without special ones.
    """

    start: int
    end: int
    cost: float
    table: Span | None = None
    tokens: int = 0


class Budget(NamedTuple):
    """What one chunk may hold: `tokens` for content and repeated header rows, `points` code points; `target` is the goal."""

    tokens: int
    points: int
    target: int


def pack(atoms: Sequence[Atom], extra: Sequence[int], budget: Budget) -> list[Span]:
    """The cheapest chunks as half-open ranges of indices of `atoms`.

    `extra[i]` counts the tokens that a chunk that starts at atom i carries besides its own. An atom that is over the
    budget stands alone.

    >>> words = [Atom(0, 40, 0.0), Atom(41, 60, 0.4), Atom(62, 100, 0.0)]
    >>> pack(words, [0, 0, 0], Budget(tokens=99, points=99, target=60))
    [(0, 2), (2, 3)]
    """
    best = [0.0] * (len(atoms) + 1)
    origin = [0] * len(atoms)
    for last in range(len(atoms)):
        best[last + 1], origin[last] = _cheapest(atoms, extra, budget, best, last)
    chunks = []
    stop = len(atoms)
    while stop:
        chunks.append((origin[stop - 1], stop))
        stop = origin[stop - 1]
    return chunks[::-1]


def _cheapest(
    atoms: Sequence[Atom], extra: Sequence[int], budget: Budget, best: Sequence[float], last: int
) -> tuple[float, int]:
    """The least cost of all chunks up to atom `last`, and the atom at which the last of them starts."""
    end = atoms[last].end
    tokens = 0
    found = (float("inf"), last)
    for first in range(last, -1, -1):
        atom = atoms[first]
        tokens += atom.tokens
        points = end - atom.start
        if first < last and (tokens > budget.tokens or points > budget.points):
            break
        if first < last and tokens + extra[first] > budget.tokens:
            continue
        away = (points - budget.target) / budget.target
        cost = best[first] + atom.cost + away * away
        if cost < found[0]:
            found = (cost, first)
    return found
