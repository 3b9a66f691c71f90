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
"""Draws held at once."""
_FEW = 10
"""Counting the draws of a kind of needle takes as long as drawing ten needles."""


def bootstrap_mean(
    values: Sequence[float],
    units: Sequence[str],
    *,
    within: tuple[float, float] = (0.0, 1.0),
    rounds: int = 10_000,
    seed: int = 0,
) -> Interval:
    """The mean of `values` between the 2.5% and 97.5% quantiles of means over needles drawn again.

    `units` names the needle of each value: as many needles as there are get drawn with replacement, each with all its
    values, `rounds` times. Values and needles in another order give the same interval to the bit. All NaN for no values.

    Needles that are all alike, a single one above all, would give an interval without width, as if nothing else could
    ever be seen. So there the bounds are the means if as many needles as n like ones leave room for (a share of
    1 - .025^(1/n), Clopper and Pearson's) were at the one or other end of `within`, the range of the values.

    Needles that contribute the same sum and the same number of values are of one kind. Where there are few kinds, as in
    a recall, how often each is drawn is one multinomial draw: the same distribution, in a fraction of the time.

    Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7 (1979); of whole clusters:
    Field and Welsh, "Bootstrapping clustered data", J. R. Stat. Soc. B 69 (2007).

    >>> found = bootstrap_mean([1, 1, 0, 1, 0, 0], ["a", "a", "b", "b", "c", "c"])
    >>> found.value, found.low, found.high
    (0.5, 0.0, 1.0)
    """
    if not values:
        return Interval(nan, nan, nan)
    mean, needles = fsum(values) / len(values), _contributions(values, units)
    if len(set(needles)) == 1:
        unseen = 1 - _TAILS[0] ** (1 / len(needles))
        return Interval(mean, mean - unseen * (mean - within[0]), mean + unseen * (within[1] - mean))
    means = _drawn_means(needles, rounds, np.random.default_rng(seed))
    low, high = np.quantile(means, _TAILS)
    return Interval(mean, float(low), float(high))


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
    return bootstrap_mean(differences, units, within=(-1.0, 1.0), rounds=rounds, seed=seed)


def _contributions(values: Sequence[float], units: Sequence[str]) -> list[tuple[float, int]]:
    """What each needle adds to the mean, in rising order: the sum of its values, exactly rounded, and how many they are."""
    by_unit: dict[str, list[float]] = {}
    for value, unit in zip(values, units, strict=True):
        by_unit.setdefault(unit, []).append(float(value))
    return sorted((fsum(some), len(some)) for some in by_unit.values())


def _drawn_means(needles: Sequence[tuple[float, int]], rounds: int, chance: np.random.Generator) -> F64:
    """One mean a round, `(rounds,)`; drawn block by block, so that many needles take no gigabytes."""
    kinds = Counter(needles)
    draw = _draw_kinds if len(kinds) * _FEW < len(needles) else _draw_needles
    block = max(1, _BLOCK // len(needles))
    parts = [draw(kinds, min(block, rounds - start), chance) for start in range(0, rounds, block)]
    return np.concatenate(parts)


def _draw_kinds(kinds: Counter[tuple[float, int]], rounds: int, chance: np.random.Generator) -> F64:
    sums, sizes = np.array(list(kinds), np.float64).T
    often = np.array(list(kinds.values()), np.float64)
    drawn = chance.multinomial(kinds.total(), often / kinds.total(), rounds).astype(np.float64)
    means: F64 = (drawn @ sums) / (drawn @ sizes)
    return means


def _draw_needles(kinds: Counter[tuple[float, int]], rounds: int, chance: np.random.Generator) -> F64:
    sums, sizes = np.array(list(kinds.elements()), np.float64).T
    drawn = chance.integers(0, len(sums), (rounds, len(sums)))
    means: F64 = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    return means
