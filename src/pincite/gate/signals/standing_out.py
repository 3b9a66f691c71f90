"""Standing out: how far the first hit's late interaction lies above that of the other candidates."""

from __future__ import annotations

from math import log1p

from pincite.types.search import Signals

FLAT = 1e-3
"""Added to the deviation: where all candidates are alike, a hair's breadth is no distance."""


def standing_out(seen: Signals) -> float:
    """`ln(1 + z)`, `z = (late - mean) / (deviation + 0.001)` over the reranked candidates; 0 when the first is not above the mean.

    A passage that answers differs from the passages about the same subject; where many come equally near, the subject is
    there and the answer is not.

    >>> from pincite.gate.signals.example import SEEN
    >>> round(standing_out(SEEN), 3)
    1.386
    """
    z = (seen.late - seen.late_mean) / (seen.late_deviation + FLAT)
    return log1p(max(z, 0.0))
