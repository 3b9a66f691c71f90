"""Wilson's interval of a proportion: honest near 0 and 1, and with few questions."""

from __future__ import annotations

from math import nan

from scipy.stats import binomtest

from pincite.types.measured import Interval


def wilson(hits: int, n: int) -> Interval:
    """The share `hits / n` between its 95% bounds; all NaN when `n` is 0.

    The bounds are the shares p with |hits/n - p| = z sqrt(p (1 - p) / n), z = 1.96: with q = hits/n they are
    (q + z²/2n ± z sqrt(q (1 - q)/n + z²/4n²)) / (1 + z²/n). Raises ValueError for more hits than questions.

    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).

    >>> found = wilson(32, 64)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.5, 0.381, 0.619)
    """
    if n == 0:
        return Interval(nan, nan, nan)
    low, high = binomtest(hits, n).proportion_ci(0.95, method="wilson")
    return Interval(hits / n, float(low), float(high))
