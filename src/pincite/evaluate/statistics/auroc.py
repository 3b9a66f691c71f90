"""The area under the ROC curve: how well one number tells the answerable questions from the others."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv, expit, logit, ndtri
from scipy.stats import rankdata

from pincite.types.measured import Interval

F64 = NDArray[np.float64]


def auroc(
    positives: Sequence[float],
    negatives: Sequence[float],
    positive_units: Sequence[str] | None = None,
    negative_units: Sequence[str] | None = None,
) -> Interval:
    """The chance that a positive scores higher than a negative, a tie counting half, between its 95% bounds.

    Higher scores must speak for a positive: give distances with their sign turned. The units name the needle of each
    score (None: each score is its own), and no needle is positive and negative. The variance is DeLong's, by needle: the
    placement of a positive is the share of the negatives below it, and the deviations of a needle's placements from the
    area are summed before they are squared. The bounds are symmetric for the logit of the area, which keeps them
    within 0 and 1. Where that tells nothing (the sides separate wholly, all scores are equal, or a side has a single needle),
    they are Clopper and Pearson's for that share of as many pairs as the smaller side has needles. All NaN when a side
    is empty.

    DeLong, DeLong and Clarke-Pearson, Biometrics 44 (1988); of clusters: Obuchowski, Biometrics 53 (1997); by ranks: Sun
    and Xu, IEEE Signal Processing Letters 21 (2014); the logit: Pepe, "The Statistical Evaluation of Medical Tests"
    (2003), chapter 5.

    >>> found = auroc([0.9, 0.8, 0.4, 0.7], [0.3, 0.5, 0.1, 0.2])
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.9375, 0.438, 0.997)
    """
    if not len(positives) or not len(negatives):
        return Interval(nan, nan, nan)
    above, below = _placements(np.asarray(positives, np.float64), np.asarray(negatives, np.float64))
    area = float(above.sum()) / (len(above) * len(below))
    variance = _variance(above / len(below), area, positive_units) + _variance(below / len(above), area, negative_units)
    pairs = min(_needles(positives, positive_units), _needles(negatives, negative_units))
    if area in (0.0, 1.0) or not variance or pairs == 1:
        return _of_pairs(area, pairs)
    half = ndtri(0.975) * np.sqrt(variance) / (area * (1 - area))
    return Interval(area, float(expit(logit(area) - half)), float(expit(logit(area) + half)))


def _placements(positives: F64, negatives: F64) -> tuple[F64, F64]:
    """For each positive how many negatives lie below it, for each negative how many positives lie above it."""
    together = rankdata(np.concatenate([positives, negatives]))
    above = together[: len(positives)] - rankdata(positives)
    below = len(positives) - (together[len(positives) :] - rankdata(negatives))
    return above, below


def _of_pairs(area: float, pairs: int) -> Interval:
    """Clopper and Pearson's bounds of a share of pairs, which need not be a whole number of them."""
    told = area * pairs
    low = float(betaincinv(told, pairs - told + 1, 0.025)) if told else 0.0
    high = float(betaincinv(told + 1, pairs - told, 0.975)) if told < pairs else 1.0
    return Interval(area, low, high)


def _needles(scores: Sequence[float], units: Sequence[str] | None) -> int:
    return len(scores) if units is None else len(set(units))


def _variance(placements: F64, area: float, units: Sequence[str] | None) -> float:
    """What one side adds to the variance of the area; 0 where a single needle leaves nothing to compare."""
    deviations = np.sort(placements - area)  # sums then do not depend on the order of the questions
    if units is not None:
        order = np.lexsort((placements, np.asarray(units)))
        _, needle = np.unique(np.asarray(units)[order], return_inverse=True)
        deviations = np.sort(np.bincount(needle, (placements - area)[order]))
    needles = len(deviations)
    if needles < 2:
        return 0.0
    return float(np.square(deviations).sum()) * needles / (needles - 1) / len(placements) ** 2
