"""A model of all signals from rows: weights that tell answerable questions, a chance that means the evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pincite.evaluate.calibrate.cross_validate import best_penalty, left_out_odds
from pincite.evaluate.calibrate.logistic import Fit, fit_logistic
from pincite.evaluate.calibrate.rows import F64, Row, answerable, labels, values, weights
from pincite.gate.probability import SIGNALS

LEVEL_PENALTY = 1.0
"""Of the one weight that turns log-odds of one truth into those of the other: little, and enough where they part wholly."""


class Fitted(NamedTuple):
    """The model, the log-odds of each row from models that saw none of its needle, and the penalty of the weights."""

    fit: Fit
    odds: F64
    penalty: float


def fit_rows(rows: Sequence[Row], names: Sequence[str] = tuple(SIGNALS), *, seed: int = 0) -> Fitted:
    """Fit in two steps: the weights on whether the documents answer, then one line from those log-odds to the evidence's.

    A gate is judged by answerable questions given up and by others answered, so the weights are to tell those two apart. A question
    whose needle was not found is answerable, and no example of one that is not: to count it as such cost 8 to 14 points of the
    answers given up on each of three golden sets (decision 17). The line is fitted on left-out log-odds (Platt, "Probabilistic
    outputs for support vector machines", 1999); it never falls, so the order stays and the chance is that the first hits
    hold the whole needle.
    """
    x, w, units = values(rows, names), weights(rows), [row.unit for row in rows]
    told = answerable(rows)
    left = left_out_odds(x, told, w, units, seed=seed)
    level = fit_logistic(left[:, None], labels(rows), w, LEVEL_PENALTY)
    penalty = best_penalty(x, told, w, units, seed=seed)
    return Fitted(_levelled(fit_logistic(x, told, w, penalty), level), level.odds(left[:, None]), penalty)


def _levelled(fit: Fit, level: Fit) -> Fit:
    slope, middle = float(level.weights[0]), float(level.common[0])
    weighted: F64 = np.asarray(slope * fit.weights)
    return Fit(level.intercept + slope * (fit.intercept - middle), weighted, fit.common)
