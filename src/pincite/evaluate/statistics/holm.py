"""Holm's correction: what remains of several tests when they are read together."""

from __future__ import annotations

from collections.abc import Sequence


def holm(ps: Sequence[float]) -> list[float]:
    """The p of each test adjusted for the whole family, in the order given.

    The i-th smallest of m (i from 1) becomes the largest of (m - j + 1) p_j over all j <= i, at most 1. Rejecting
    where it is at most 5% keeps the chance of any false difference at 5%, however the tests depend on each other.

    Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(ps)
    largest = 0.0
    for left, place in zip(range(len(ps), 0, -1), sorted(range(len(ps)), key=ps.__getitem__), strict=True):
        largest = max(largest, min(1.0, left * ps[place]))
        adjusted[place] = largest
    return adjusted
