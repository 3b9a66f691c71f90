"""Nested cross-validation by needle: what a model does on needles that it has not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.evaluate.calibrate.logistic import fit_logistic
from pincite.evaluate.calibrate.rows import F64

PENALTIES = (0.3, 1.0, 3.0, 10.0, 30.0)
FOLDS = 10
INNER = 5


def folds(units: Sequence[str], count: int, seed: int = 0) -> Iterator[NDArray[np.bool_]]:
    """For each fold the rows that are left out: every needle, with all its phrasings, in exactly one."""
    names, of = np.unique(np.array(units), return_inverse=True)
    fold = np.random.default_rng(seed).permutation(len(names)) % count
    for number in range(min(count, len(names))):
        yield fold[of] == number


def left_out_odds(
    values: F64,
    labels: NDArray[np.bool_],
    weights: F64,
    units: Sequence[str],
    *,
    penalty: float | None = None,
    seed: int = 0,
) -> F64:
    """The log-odds of each row from models that saw none of its needle; `penalty` None: chosen anew within each fold."""
    odds = np.zeros(len(labels))
    names = np.array(units)
    for out in folds(units, FOLDS, seed):
        seen = ~out
        ridge = penalty or best_penalty(values[seen], labels[seen], weights[seen], names[seen].tolist(), seed=seed)
        odds[out] = fit_logistic(values[seen], labels[seen], weights[seen], ridge).odds(values[out])
    return odds


def best_penalty(values: F64, labels: NDArray[np.bool_], weights: F64, units: Sequence[str], *, seed: int = 0) -> float:
    """The penalty with the least log loss on left-out needles; of equal ones the larger."""
    losses = {}
    for penalty in PENALTIES:
        odds = np.zeros(len(labels))
        for out in folds(units, INNER, seed + 1):
            odds[out] = fit_logistic(values[~out], labels[~out], weights[~out], penalty).odds(values[out])
        losses[penalty] = float(np.average(log_loss(odds, labels), weights=weights))
    return min(PENALTIES[::-1], key=lambda penalty: losses[penalty])


def log_loss(odds: F64, labels: NDArray[np.bool_]) -> F64:
    """What each row's probability costs, in nats.

    >>> log_loss(np.array([0.0]), np.array([True])).round(3).tolist()
    [0.693]
    """
    return np.logaddexp(0, np.where(labels, -odds, odds))
