"""How well scores tell two groups of questions apart: areas, what is given up, and paired tests by needle."""

from __future__ import annotations

import numpy as np

from pincite.evaluate.statistics.auroc import auroc
from pincite.evaluate.statistics.delong import delong
from pincite.evaluate.statistics.sign_test import sign_test
from pincite.evaluate.statistics.wilson import wilson

ROUNDS = 2000
LIKE = 0.15
"""Lengths of two questions are alike when they differ by no more than this share of the longer one."""


def compare(rows, scores, words, yes, no):
    """Of each score its area with DeLong's interval by needle; of the first against each other one the paired tests.

    `bootstrap` are the difference's 2.5% and 97.5% quantiles over needles drawn again; `like` are the areas over pairs of questions
    of like length only, with the same bootstrap.
    """
    at = np.flatnonzero(yes), np.flatnonzero(no)
    units = [[rows[i].unit for i in side] for side in at]
    sides = {name: tuple(score[side] for side in at) for name, score in scores.items()}
    found = {name: {**auroc(*side, *units).to_json()} for name, side in sides.items()}
    first = next(iter(sides))
    drawn = {name: _drawn(side, units) for name, side in sides.items()}
    mask = _like(words[at[0]], words[at[1]])
    alike = {name: _drawn(side, units, mask) for name, side in sides.items()}
    for name, side in sides.items():
        found[name]["like"] = alike[name][0]
        if name != first:
            test = delong(sides[first], side, *units)
            found[name] |= {
                "difference": test.difference.to_json(),
                "p": test.p,
                "bootstrap": _between(drawn[first][1] - drawn[name][1]),
                "like difference": _between(alike[first][1] - alike[name][1]),
            }
    return {"n": [len(at[0]), len(at[1])], "like pairs": int(mask.sum()), **found}


def given_up(rows, scores, yes, no, allowed):
    """The answerable questions at or below the lowest cut that lets no more than `allowed` of the others through, by score.

    Each score has its own cut; against the first score stands an exact sign test by needle.
    """
    refused, found = {}, {}
    for name, score in scores.items():
        highest = np.sort(score[no])[::-1]
        cut = highest[int(allowed * len(highest) + 1e-9)]
        refused[name] = score <= cut
        found[name] = {**wilson(int((refused[name] & yes).sum()), int(yes.sum())).to_json(), "cut": float(cut)}
    first = next(iter(scores))
    for name in list(scores)[1:]:
        balance = {}
        for at in np.flatnonzero(yes):
            change = int(refused[name][at]) - int(refused[first][at])
            balance[rows[at].unit] = balance.get(rows[at].unit, 0) + change
        won, lost = sum(v > 0 for v in balance.values()), sum(v < 0 for v in balance.values())
        found[name] |= {"won": won, "lost": lost, "p": sign_test(won, lost)}
    return found


def _like(words_yes, words_no):
    longer = np.maximum(words_yes[:, None], words_no[None])
    return np.abs(words_yes[:, None] - words_no[None]) <= LIKE * longer


def _drawn(side, units, mask=None):
    """The area, and that of each draw of needles, `(ROUNDS,)`; over the pairs of `mask` where it is given."""
    positive, negative = side
    if not len(positive) or not len(negative):
        return float("nan"), np.full(ROUNDS, np.nan)
    wins = (positive[:, None] > negative[None]).astype(np.float32)
    wins += 0.5 * (positive[:, None] == negative[None])
    pairs = np.ones_like(wins) if mask is None else mask.astype(np.float32)
    chance, of = np.random.default_rng(0), [np.unique(some, return_inverse=True)[1] for some in units]
    drawn = [
        np.stack([np.bincount(chance.integers(0, n, n), minlength=n)[which] for _ in range(ROUNDS)]).astype(np.float32)
        for which in of
        for n in [int(which.max()) + 1]
    ]
    with np.errstate(invalid="ignore"):
        areas = ((drawn[0] @ (wins * pairs)) * drawn[1]).sum(axis=1) / ((drawn[0] @ pairs) * drawn[1]).sum(axis=1)
        return float((wins * pairs).sum() / pairs.sum()), areas


def _between(values):
    low, high = np.nanquantile(values, (0.025, 0.975)) if np.isfinite(values).any() else (np.nan, np.nan)
    return {"low": float(low), "high": float(high)}
