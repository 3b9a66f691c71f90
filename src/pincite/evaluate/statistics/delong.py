"""Two numbers for the same questions: does one of them tell the answerable ones better?"""

from __future__ import annotations

from collections.abc import Sequence
from math import nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri
from scipy.stats import rankdata

from pincite.types.measured import Interval

F64 = NDArray[np.float64]


class AreaDifference(NamedTuple):
    """The first area less the second between its 95% bounds, and the two-sided p."""

    difference: Interval
    p: float


def delong(
    first: tuple[Sequence[float], Sequence[float]],
    second: tuple[Sequence[float], Sequence[float]],
    positive_units: Sequence[str] | None = None,
    negative_units: Sequence[str] | None = None,
) -> AreaDifference:
    """The paired test of two areas under ROC curves; each side is `(scores of positives, scores of negatives)`.

    Both score the same questions in the same order. The units name the needle of each question (None: each its own); the
    deviations of a needle are summed before they are squared. p is 1 where the two never differ; all NaN for an empty side.

    DeLong, DeLong and Clarke-Pearson, Biometrics 44 (1988); of clusters: Obuchowski, Biometrics 53 (1997).

    >>> found = delong(([3, 4, 2, 5], [1, 2, 3, 0]), ([1, 2, 3, 4], [2, 4, 1, 3]))
    >>> found.difference.value, round(found.p, 3)
    (0.375, 0.194)
    """
    if not len(first[0]) or not len(first[1]):
        return AreaDifference(Interval(nan, nan, nan), nan)
    (above, below), (above2, below2) = _placements(*first), _placements(*second)
    value = float(above.mean() - above2.mean())
    variance = _variance(above - above2, positive_units) + _variance(below - below2, negative_units)
    if variance == 0:
        return AreaDifference(Interval(value, value, value), 1.0 if value == 0 else 0.0)
    error = float(np.sqrt(variance))
    half = float(ndtri(0.975)) * error
    return AreaDifference(Interval(value, value - half, value + half), float(2 * ndtr(-abs(value) / error)))


def _placements(positives: Sequence[float], negatives: Sequence[float]) -> tuple[F64, F64]:
    """For each positive the share of negatives below it, for each negative the share of positives above it."""
    n, m = len(positives), len(negatives)
    together = rankdata(np.concatenate([positives, negatives]))
    above = (together[:n] - rankdata(positives)) / m
    below = 1 - (together[n:] - rankdata(negatives)) / n
    return above, below


def _variance(placements: F64, units: Sequence[str] | None) -> float:
    deviations = placements - placements.mean()
    if units is not None:
        _, of = np.unique(np.array(units), return_inverse=True)
        deviations = np.bincount(of, deviations)
    count = len(deviations)
    return float(np.square(deviations).sum()) * count / (count - 1) / len(placements) ** 2 if count > 1 else 0.0
