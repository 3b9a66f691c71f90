"""The exact interval of a proportion: the one to promise by, for it never covers less than it says."""

from __future__ import annotations

from math import nan

from scipy.stats import binomtest

from pincite.types.measured import Interval


def clopper_pearson(hits: int, n: int, *, level: float = 0.95) -> Interval:
    """The share `hits / n` between bounds that cover the true share with probability `level` or more.

    The upper bound is the share under which `hits` or fewer have the probability (1 - level)/2, the lower one the share
    under which `hits` or more have. A one-sided promise at 95% ("at most this many bluffs") is the upper bound at
    `level` 0.9. All NaN when `n` is 0.

    Clopper and Pearson, "The use of confidence or fiducial limits illustrated in the case of the binomial",
    Biometrika 26 (1934).

    >>> bluffs = clopper_pearson(0, 59, level=0.9)
    >>> bluffs.value, bluffs.low, round(bluffs.high, 4)
    (0.0, 0.0, 0.0495)
    """
    if n == 0:
        return Interval(nan, nan, nan)
    low, high = binomtest(hits, n).proportion_ci(level, method="exact")
    return Interval(hits / n, float(low), float(high))
