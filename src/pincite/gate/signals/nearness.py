"""Nearness: how much nearer the nearest passage is than the twentieth."""

from __future__ import annotations

from pincite.types.search import Signals


def nearness(seen: Signals) -> float:
    """Cosine of the nearest passage less that of the twentieth nearest, 0 or more.

    The cosine alone says which subject a question is of, and has another scale in every corpus and wording; what is
    left of it against the neighbourhood travels.

    >>> from pincite.gate.signals.example import SEEN
    >>> round(nearness(SEEN), 3)
    0.3
    """
    return max(seen.cosine - seen.cosine_twentieth, 0.0)
