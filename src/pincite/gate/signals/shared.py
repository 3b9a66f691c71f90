"""Shared: how many telling words of the question stand in the evidence."""

from __future__ import annotations

from math import log1p

from pincite.types.search import Signals


def shared(seen: Signals) -> float:
    """`ln(1 + n)`, `n` the different words of the question that stand in the first four hits and in at most a tenth of the passages.

    A word by the way may meet any passage by chance, several seldom do. Rarity counts once, as a bar: in BM25 one very
    rare word outweighs three that are merely rare, and tells less.

    >>> from pincite.gate.signals.example import SEEN
    >>> round(shared(SEEN), 3)
    1.386
    """
    return log1p(max(seen.shared_words, 0))
