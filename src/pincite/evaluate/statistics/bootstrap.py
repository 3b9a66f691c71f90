"""Intervals of means by drawing needles again, each with all its phrasings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum, nan

import numpy as np
from numpy.typing import NDArray

from pincite.types.measured import Interval

F64 = NDArray[np.float64]

_TAILS = (0.025, 0.975)
_BLOCK = 2_000_000
"""Drawn counts held at once."""


def bootstrap_mean(values: Sequence[float], units: Sequence[str], *, rounds: int = 10_000, seed: int = 0) -> Interval:
    """The mean of `values` between the 2.5% and 97.5% quantiles of means over needles drawn again.

    `units` names the needle of each value: as many needles as there are get drawn with replacement, each with all its
    values, `rounds` times. Values and needles in another order give the same interval to the bit. All NaN for no values;
    values that are all equal give an interval without width, so a proportion is better served by Wilson beside it.

    Needles that contribute the same sum and the same number of values are exchangeable, so how often each such kind is
    drawn is one multinomial draw: the same distribution, in a tenth of the time.

    Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7 (1979); of whole clusters:
    Field and Welsh, "Bootstrapping clustered data", J. R. Stat. Soc. B 69 (2007).

    >>> found = bootstrap_mean([1, 1, 0, 1, 0, 0], ["a", "a", "b", "b", "c", "c"])
    >>> found.value, found.low, found.high
    (0.5, 0.0, 1.0)
    """
    if not values:
        return Interval(nan, nan, nan)
    kinds = Counter(_contributions(values, units))
    sums, sizes = np.array(sorted(kinds), np.float64).T
    often = np.array([kinds[kind] for kind in sorted(kinds)], np.float64)
    means = _drawn_means(sums, sizes, often, rounds, np.random.default_rng(seed))
    low, high = np.quantile(means, _TAILS)
    return Interval(fsum(values) / len(values), float(low), float(high))


def bootstrap_difference(
    first: Sequence[float], second: Sequence[float], units: Sequence[str], *, rounds: int = 10_000, seed: int = 0
) -> Interval:
    """The mean of `first` minus that of `second`, where the i-th values of both are of the same question.

    Paired: the differences are drawn again by needle, as `bootstrap_mean` does.

    >>> found = bootstrap_difference([1, 1, 0, 1], [0, 1, 0, 0], ["a", "b", "c", "d"])
    >>> found.value, found.low, found.high
    (0.5, 0.0, 1.0)
    """
    differences = [one - other for one, other in zip(first, second, strict=True)]
    return bootstrap_mean(differences, units, rounds=rounds, seed=seed)


def _contributions(values: Sequence[float], units: Sequence[str]) -> list[tuple[float, int]]:
    """What each needle adds to the mean: the sum of its values, exactly rounded, and how many they are."""
    by_unit: dict[str, list[float]] = {}
    for value, unit in zip(values, units, strict=True):
        by_unit.setdefault(unit, []).append(float(value))
    return [(fsum(some), len(some)) for some in by_unit.values()]


def _drawn_means(sums: F64, sizes: F64, often: F64, rounds: int, chance: np.random.Generator) -> F64:
    """One mean a round, `(rounds,)`; drawn block by block, so that many kinds of needles take no gigabytes."""
    units = int(often.sum())
    block = max(1, _BLOCK // len(often))
    means = []
    for start in range(0, rounds, block):
        drawn = chance.multinomial(units, often / units, min(block, rounds - start)).astype(np.float64)
        means.append((drawn @ sums) / (drawn @ sizes))
    return np.concatenate(means)
