"""How many questions a difference of a given size takes to be seen."""

from __future__ import annotations

from math import ceil, log2, sqrt

from scipy.special import ndtri


def questions_needed(wins: int, losses: int, n: int, *, power: float = 0.8, alpha: float = 0.05) -> int | None:
    """About how many questions of this kind until the two-sided sign test would see a difference of this size.

    With a = (wins + losses)/n, the share of questions that tell the two apart, and d = |wins - losses|/n, the difference:
    ((z(1 - alpha/2) sqrt(a) + z(power) sqrt(a - d²)) / d)², and at least log2(2/alpha)/a, for fewer discordant questions
    than log2(2/alpha) can never reach `alpha`. The exact test is a little more careful than the formula: at the number
    given its power lies between .76 and .80. None when no difference was seen.

    Connor, "Sample size for testing differences in proportions for the paired-sample design", Biometrics 43 (1987).

    >>> questions_needed(10, 6, 64)
    500
    """
    if wins == losses:
        return None
    apart, difference = (wins + losses) / n, abs(wins - losses) / n
    spread = float(ndtri(1 - alpha / 2)) * sqrt(apart) + float(ndtri(power)) * sqrt(apart - difference**2)
    return ceil(max((spread / difference) ** 2, log2(2 / alpha) / apart))
