"""Two halves of a golden set: one to fit on, one that nothing is fitted on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite.evaluate.calibrate.asked import FAR, NEAR, REMOVED, Asked

GROUPS = ("answerable", NEAR, FAR, REMOVED)


FEWEST = 20
"""Needles of each side that a fit takes: with fewer, weights fitted elsewhere know more."""


def needles(asked: Sequence[Asked], group: str) -> list[str]:
    """The needles of one group, each once: phrasings of one are not independent."""
    return list(dict.fromkeys(one.unit for one in asked if one.group == group))


def deciding(asked: Sequence[Asked]) -> tuple[str, ...]:
    """The groups of unanswerable questions that choose a cut: near and far; removed ones where nobody wrote any near."""
    found = [group for group in (NEAR, REMOVED) if needles(asked, group)][:1]
    return (*found, FAR) if needles(asked, FAR) else tuple(found)


def halve(asked: Sequence[Asked], seed: int = 0, *, tested: int = 0) -> tuple[list[Asked], list[Asked]]:
    """The questions to fit on and those to test on: half of the needles of each group, with all their phrasings.

    Of an odd number the test half has one more. Of unanswerable ones it has at least `tested`, where that leaves `FEWEST` to fit
    on. The same seed gives the same halves, whatever the order of the questions.
    """
    chance, fitted = np.random.default_rng(seed), set[str]()
    placed = set[str]()
    for group in GROUPS:
        names = sorted({*needles(asked, group)} - placed)
        order = chance.permutation(len(names))
        spared = len(names) - tested if group != GROUPS[0] else len(names)
        many = min(len(names) // 2, spared) if spared >= FEWEST else len(names) // 2
        fitted |= {names[place] for place in order[:many].tolist()}
        placed |= {*names}
    return [one for one in asked if one.unit in fitted], [one for one in asked if one.unit not in fitted]
