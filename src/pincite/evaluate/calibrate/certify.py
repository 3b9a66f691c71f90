"""A promise about bluffs that holds with the confidence it says: Learn-then-Test, on questions that nothing was fitted on."""

from __future__ import annotations

from functools import cache
from math import ceil, inf, log, log1p, nextafter

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from pincite.evaluate.statistics.clopper_pearson import clopper_pearson
from pincite.types.calibration import Certificate

F64 = NDArray[np.float64]


def needles_needed(max_bluff: float, confidence: float) -> int:
    """How many unanswerable questions without a bluff it takes: the least n with `(1 - max_bluff)^n <= 1 - confidence`.

    >>> needles_needed(0.05, 0.95), needles_needed(0.01, 0.95), needles_needed(0.10, 0.95)
    (59, 299, 29)
    """
    return ceil(log(1 - confidence) / log1p(-max_bluff) - 1e-9)


@cache
def allowed_bluffs(n: int, max_bluff: float, confidence: float) -> int | None:
    """The most bluffs among `n` whose upper bound (Clopper and Pearson, one-sided) is still `max_bluff` or less; None: not even 0.

    So many or fewer have probability `1 - confidence` at most where the true rate is above `max_bluff`.

    >>> allowed_bluffs(59, 0.05, 0.95), allowed_bluffs(93, 0.05, 0.95), allowed_bluffs(58, 0.05, 0.95)
    (0, 1, None)
    """
    rejected = np.flatnonzero(binom.cdf(np.arange(n + 1), n, max_bluff) <= 1 - confidence)
    return int(rejected[-1]) if len(rejected) else None


def certified_bar(scores: F64, max_bluff: float, confidence: float) -> float | None:
    """The lowest bar above which at most `max_bluff` of such questions score, with `confidence`; None: too few to tell.

    `scores` has one number for each unanswerable needle, from a gate that was fixed without them; a question is answered when it
    scores above the bar. Bars are tested from the strictest down, each hypothesis "more than `max_bluff` score above it"
    with the exact binomial test at level `1 - confidence`, and the walk ends before the first that is not rejected: a fixed
    sequence, which needs no correction for the number of bars. The rate can only grow as the bar falls, so this is the
    order to test in. It holds for questions that are drawn as these were (exchangeable with them), and for no others.

    Angelopoulos, Bates, Candès, Jordan and Lei, "Learn then Test: calibrating predictive algorithms to achieve risk
    control" (2021); Clopper and Pearson, "The use of confidence or fiducial limits" (1934).

    >>> certified_bar(np.linspace(0.0, 0.58, 59), 0.05, 0.95), certified_bar(np.zeros(58), 0.05, 0.95)
    (0.58, None)
    """
    allowed = allowed_bluffs(len(scores), max_bluff, confidence)
    return None if allowed is None else observed_bar(scores, allowed)


def observed_bar(scores: F64, bluffs: int) -> float:
    """The lowest bar that at most `bluffs` of these very scores lie above; minus infinity where all may.

    >>> observed_bar(np.array([0.1, 0.9, 0.5]), 1)
    0.5
    """
    return -inf if bluffs >= len(scores) else float(np.partition(-scores, bluffs)[bluffs] * -1)


def certify(group: str, answered: NDArray[np.bool_], max_bluff: float, confidence: float) -> Certificate:
    """What may be promised of a group of unanswerable needles, of which those of `answered` got an answer.

    It is only a promise where the cut is `certified_bar`'s for this group, or a stricter one.
    """
    n, bluffs = len(answered), int(answered.sum())
    allowed = allowed_bluffs(n, max_bluff, confidence)
    holds = allowed is not None and bluffs <= allowed
    bound = clopper_pearson(bluffs, n, level=2 * confidence - 1).high if holds else None
    return Certificate(
        group, max_bluff, confidence, n, bluffs, needles_needed(max_bluff, confidence), certified=holds, bound=bound
    )


def least_above(bar: float) -> float:
    """The smallest probability that lies above the bar: the cut of a gate that refuses what is under it.

    >>> least_above(-inf), least_above(0.5) > 0.5
    (0.0, True)
    """
    return 0.0 if bar < 0 else min(nextafter(bar, inf), 1.0)
