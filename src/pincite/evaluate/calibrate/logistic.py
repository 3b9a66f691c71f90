"""Logistic regression that knows the direction of every signal."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from pincite.evaluate.calibrate.rows import F64

FLAT = 1e-9
"""A deviation this small beside the mean is rounding: such a signal never changes."""


class Fit(NamedTuple):
    """Log-odds are `intercept + (values - common) @ weights`; no weight is below 0."""

    intercept: float
    weights: F64
    common: F64

    def odds(self, values: F64) -> F64:
        """The log-odds of each row of `(n, signals)`."""
        found: F64 = self.intercept + (values - self.common) @ self.weights
        return found


def fit_logistic(values: F64, labels: NDArray[np.bool_], weights: F64, penalty: float) -> Fit:
    """The weighted logistic regression of `labels` on `values` with weights of 0 or more and a ridge of `penalty`.

    Signals are scaled to a weighted deviation of 1 first, so that one penalty suits all: half of it times the squared weights
    is added to the summed loss; the intercept is free. A signal that would speak against an answer gets weight 0, which is
    what keeps the probability monotone in every signal. Bounded L-BFGS: Byrd, Lu, Nocedal and Zhu (1995).

    >>> x = np.array([[0.0, 1.0], [1.0, 1.0], [2.0, 0.0], [3.0, 0.0]])
    >>> found = fit_logistic(x, np.array([False, False, True, True]), np.ones(4), 1.0)
    >>> (found.weights > 0).tolist()
    [True, False]
    """
    common = np.average(values, axis=0, weights=weights)
    spread = np.sqrt(np.average((values - common) ** 2, axis=0, weights=weights))
    scale = np.where(spread > FLAT * (1 + np.abs(common)), spread, 1.0)
    z, sign = (values - common) / scale, np.where(labels, 1.0, -1.0)

    def loss(at: F64) -> tuple[float, F64]:
        margin = sign * (at[0] + z @ at[1:])
        pull = -sign * weights * np.exp(-np.logaddexp(0, margin))
        value = (weights * np.logaddexp(0, -margin)).sum() + penalty / 2 * np.square(at[1:]).sum()
        return float(value), np.concatenate([[pull.sum()], pull @ z + penalty * at[1:]])

    bounds = [(None, None), *[(0.0, None)] * values.shape[1]]
    found = minimize(loss, np.zeros(values.shape[1] + 1), jac=True, method="L-BFGS-B", bounds=bounds).x
    return Fit(float(found[0]), found[1:] / scale, common)
