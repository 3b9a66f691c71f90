"""Matched: how much of the question the first hit takes up, however long the question is."""

from __future__ import annotations

from math import log1p

from pincite.types.search import Signals


def matched(seen: Signals) -> float:
    """`ln(1 + s)`, `s` the plain sum over the question's tokens of each one's best cosine in the first hit, 0 or more.

    A mean forgets how much there was to match: twelve words found are more evidence than three found as well. What is
    found adds up less and less, hence the logarithm. It rises with the length of the question too, found or not; in questions where the
    long ones are the answerable ones, this is much of what it tells.

    Khattab and Zaharia, "ColBERT", SIGIR 2020: the score itself is this sum.

    >>> from pincite.gate.signals.example import SEEN
    >>> round(matched(SEEN), 3)
    2.303
    """
    return log1p(max(seen.late_sum, 0.0))
