"""The cut of a gate, chosen on questions that it was not fitted on, and what it does to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.evaluate.calibrate.asked import FAR, NEAR, REMOVED, Asked
from pincite.evaluate.calibrate.certify import F64, certified_bar, certify, least_above, needles_needed, observed_bar
from pincite.evaluate.calibrate.split import FEWEST, deciding, needles
from pincite.evaluate.refusal.outcome import KINDS
from pincite.evaluate.refusal.share import Share
from pincite.evaluate.statistics.clopper_pearson import clopper_pearson
from pincite.gate.probability import Model
from pincite.types.calibration import Certificate, Rate


@dataclass(frozen=True, slots=True)
class Choice:
    """What another bluff rate to keep would give up, on the same questions.

    Where a rate is high enough to be certified with so few needles, the price jumps: a promise asks more than a share that
    was seen.
    """

    max_bluff: float
    cut: float
    given_up: Rate
    certified: bool

    def to_json(self) -> dict[str, Any]:
        return {
            "max_bluff": self.max_bluff,
            "cut": self.cut,
            "given_up": self.given_up.to_json(),
            "certified": self.certified,
        }


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut with what it does: `bluffs` by group and kind, answers `given_up`, and what may be promised of each group."""

    value: float
    bluffs: Mapping[str, Rate]
    given_up: Rate
    certificates: tuple[Certificate, ...]


def choose_cut(
    asked: Sequence[Asked], model: Model | None, *, max_bluff: float, confidence: float, laxest: float | None
) -> Cut:
    """The laxest cut that keeps the bluffs of near and of far questions at `max_bluff`, each group by itself.

    Where there are no near ones, answerable ones whose needle was removed stand for them. With enough needles of a group the
    cut is certified for it; with fewer the bluffs among those that were asked stay within the share, which promises nothing.
    With fewer than `FEWEST` needles of either, and too few to certify, the cut is never laxer than `laxest`, the one that holds without a
    calibration (None: none does): far questions say nothing of the hard ones, and a handful of near ones little. `model` None: the cut is a cosine distance, else a probability.
    """
    groups = deciding(asked)
    bars = [_bar(needle_scores(asked, group, model), max_bluff, confidence) for group in groups]
    hard = max(len(needles(asked, group)) for group in (NEAR, REMOVED))
    if hard < min(FEWEST, needles_needed(max_bluff, confidence)) and laxest is not None:
        bars.append(-laxest if model is None else laxest)
    value = min(max(-max(bars), 0.0), 2.0) if model is None else least_above(max(bars))
    return apply_cut(asked, model, value, max_bluff=max_bluff, confidence=confidence)


def apply_cut(asked: Sequence[Asked], model: Model | None, value: float, *, max_bluff: float, confidence: float) -> Cut:
    """What the cut does to these questions."""
    return Cut(
        value,
        _bluffs(asked, model, value),
        given_up(asked, model, value),
        tuple(
            certify(group, answers(needle_scores(asked, group, model), model, value), max_bluff, confidence)
            for group in deciding(asked)
        ),
    )


def choices(
    asked: Sequence[Asked], model: Model | None, rates: Sequence[float], *, confidence: float, laxest: float | None
) -> list[Choice]:
    """What each of these bluff rates costs; arguments are those of `choose_cut`."""
    cuts = (choose_cut(asked, model, max_bluff=rate, confidence=confidence, laxest=laxest) for rate in rates)
    return [
        Choice(rate, cut.value, cut.given_up, all(one.certified for one in cut.certificates))
        for rate, cut in zip(rates, cuts, strict=True)
    ]


def given_up(asked: Sequence[Asked], model: Model | None, value: float) -> Rate:
    """How many answerable questions the cut refuses, with Wilson's interval."""
    scores = np.array([one.score(model) for one in asked if one.answerable])
    return given_up_rate(int((~answers(scores, model, value)).sum()), len(scores))


def given_up_rate(count: int, n: int) -> Rate:
    """The share of answers given up, with Wilson's interval."""
    interval = Share(count, n).interval
    return Rate(count, n, *_bounds(interval.low, interval.high, n))


def bluff_rate(count: int, n: int) -> Rate:
    """The share of bluffs, with Clopper and Pearson's interval, for bluffs are what promises are made of."""
    interval = clopper_pearson(count, n)
    return Rate(count, n, *_bounds(interval.low, interval.high, n))


def needle_scores(asked: Sequence[Asked], group: str, model: Model | None) -> F64:
    """One score for each needle of a group: its phrasings' highest, for one phrasing that is answered is a bluff."""
    best = dict.fromkeys(needles(asked, group), -inf)
    for one in asked:
        if one.group == group:
            best[one.unit] = max(best[one.unit], one.score(model))
    return np.array([*best.values()], np.float64)


def answers(scores: F64, model: Model | None, value: float) -> NDArray[np.bool_]:
    """Which scores get an answer: as the gates compare, a distance strictly under its cut, a probability at its cut or above."""
    found: NDArray[np.bool_] = -scores < value if model is None else scores >= value
    return found


def _bar(scores: F64, max_bluff: float, confidence: float) -> float:
    certified = certified_bar(scores, max_bluff, confidence)
    return observed_bar(scores, floor(max_bluff * len(scores) + 1e-9)) if certified is None else certified


def _bluffs(asked: Sequence[Asked], model: Model | None, value: float) -> dict[str, Rate]:
    """The bluffs of each group, and of each kind of near ones where there are several."""
    found = {}
    kinds = {one.kind for one in asked if one.group == NEAR}
    for name in (NEAR, FAR, REMOVED):
        found[name] = _rate([one for one in asked if one.group == name], model, value)
    for kind in [kind for kind in KINDS if kind in kinds] + sorted(kinds - set(KINDS)):
        if len(kinds) > 1:
            found[f"{kind} alone" if kind == NEAR else kind] = _rate(
                [one for one in asked if one.kind == kind], model, value
            )
    return {name: rate for name, rate in found.items() if rate.n}


def _rate(some: Sequence[Asked], model: Model | None, value: float) -> Rate:
    return bluff_rate(int(answers(np.array([one.score(model) for one in some]), model, value).sum()), len(some))


def _bounds(low: float, high: float, n: int) -> tuple[float | None, float | None]:
    return (low, high) if n else (None, None)
