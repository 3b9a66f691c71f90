"""The exact sign test: whether two runs differ on the questions on which they differ."""

from __future__ import annotations

from scipy.stats import binomtest


def sign_test(wins: int, losses: int) -> float:
    """The two-sided p of `wins` against `losses` if each discordant pair were a fair coin; 1.0 without any.

    2 P(X <= min(wins, losses)), at most 1, with X ~ Binomial(wins + losses, 1/2). On pairs of a hit and a miss it is
    McNemar's exact test.

    Dixon and Mood, "The statistical sign test", JASA 41 (1946).

    >>> round(sign_test(18, 3), 4)
    0.0015
    """
    return float(binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0
