"""Risk and coverage: how often what is let through is a failure, as the gate opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.evaluate.refusal.outcome import NO_CUT, Gate
from pincite.types.measured import Interval
from pincite.types.run import QueryResult

F64 = NDArray[np.float64]

ROUNDS = 1000
NOTHING = Interval(np.nan, np.nan, np.nan)


@dataclass(frozen=True, slots=True)
class RiskCoverage:
    """A risk-coverage curve with its two areas.

    Point i of the curve lets all questions through whose nearest distance is at most `distances[i]`: `coverage[i]` is
    their share of all questions, `risk[i]` the share of failures among them; questions of equal distance come in
    together. `aurc` and `augrc` have bootstrap intervals over needles; lower is better for both. `failures` counts
    failures among `n` questions.
    """

    label: str
    n: int
    failures: int
    distances: tuple[float, ...]
    coverage: tuple[float, ...]
    risk: tuple[float, ...]
    aurc: Interval
    augrc: Interval

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "n": self.n,
            "failures": self.failures,
            "aurc": self.aurc.to_json(),
            "augrc": self.augrc.to_json(),
            "curve": [
                [None if isinf(distance) else distance, coverage, risk]
                for distance, coverage, risk in zip(self.distances, self.coverage, self.risk, strict=True)
            ],
        }


def unanswerable(gate: Gate, results: Sequence[QueryResult]) -> RiskCoverage:
    """The curve where a failure is an unanswerable question that is let through; over all questions."""
    return _curve("unanswerable", gate, results, [not result.answerable for result in results])


def without_needle(gate: Gate, results: Sequence[QueryResult]) -> RiskCoverage:
    """The curve where a failure is evidence without the needle: any of an unanswerable question, and wrong evidence.

    Evidence is what the gate keeps without a threshold, so that a question fails or not whatever the cut. Answerable
    questions whose needle is not known are left out.
    """
    told = [result for result in results if result.judged or not result.answerable]
    return _curve("needle not in evidence", gate, told, [gate.outcome(result, NO_CUT) != "right" for result in told])


def areas(distances: F64, failed: F64, weights: F64 | None = None) -> tuple[float, float]:
    """AURC and AUGRC of failures (1.0, else 0.0) over questions that come in by distance, ascending.

    AURC is the mean, over the questions, of the share of failures among those let in up to it (Geifman and El-Yaniv,
    "Selective classification for deep neural networks", 2017). AUGRC is the area under the failures let in, as a share
    of all questions, over the coverage (Traub et al., "Overcoming common flaws in the evaluation of selective
    classification systems", arXiv 2407.01032, 2024): the chance that a question, at a random cut, is a failure that
    was let in. Between 0 and 1/2; it equals (1 - AUROC) a (1 - a) + (1 - a)²/2, a the share without failure and AUROC that
    of distances telling failures from the rest. Equal distances count as in a random order among themselves.
    `weights` counts each question so many times. NaN without questions.

    >>> areas(np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.0, 0.0, 1.0, 1.0]))[1]
    0.125
    """
    order = np.argsort(distances, kind="stable")
    counted = np.ones(len(order)) if weights is None else weights[order]
    groups = np.unique(distances, return_inverse=True)[1][order]
    return _areas(*_grouped(groups, counted, failed[order] * counted))


def _grouped(groups: NDArray[np.intp], counted: F64, failed: F64) -> tuple[F64, F64]:
    sizes, failures = np.bincount(groups, counted).astype(np.float64), np.bincount(groups, failed).astype(np.float64)
    return sizes[sizes > 0], failures[sizes > 0]


def _areas(sizes: F64, failures: F64) -> tuple[float, float]:
    """The areas where groups of `sizes` questions, `failures` of them bad, come in one after the other."""
    total = sizes.sum()
    if not total:
        return float("nan"), float("nan")
    # a group's failures come in evenly, so within it the number let in is linear in the number of questions
    before = np.concatenate([[0.0], np.cumsum(failures)[:-1]])
    generalised = float((sizes * (before + failures / 2)).sum() / total**2)
    step = np.repeat(np.arange(len(sizes)), sizes.astype(np.int64))
    place = np.arange(1, len(step) + 1)
    started = (np.cumsum(sizes) - sizes)[step]
    let_in = before[step] + (failures / sizes)[step] * (place - started)
    return float((let_in / place).mean()), generalised


def _curve(label: str, gate: Gate, results: Sequence[QueryResult], failed: Sequence[bool]) -> RiskCoverage:
    if not results:
        return RiskCoverage(label, 0, 0, (), (), (), NOTHING, NOTHING)
    ordered = sorted(zip(results, failed, strict=True), key=lambda pair: pair[0].id)  # the same in any order
    distances = np.array([gate.nearest(result) for result, _ in ordered])
    bad = np.array([fail for _, fail in ordered], np.float64)
    levels, groups = np.unique(distances, return_inverse=True)
    sizes, failures = _grouped(groups, np.ones(len(groups)), bad)
    aurc, augrc = _with_intervals(distances, bad, [result.unit for result, _ in ordered])
    return RiskCoverage(
        label,
        len(ordered),
        int(bad.sum()),
        tuple(levels.tolist()),
        tuple((np.cumsum(sizes) / sizes.sum()).tolist()),
        tuple((np.cumsum(failures) / np.cumsum(sizes)).tolist()),
        aurc,
        augrc,
    )


def _with_intervals(distances: F64, failed: F64, units: Sequence[str]) -> tuple[Interval, Interval]:
    """Both areas between the 2.5% and 97.5% quantiles of needles drawn again with all their questions."""
    names, needle = np.unique(np.asarray(units), return_inverse=True)
    groups = np.unique(distances, return_inverse=True)[1]
    chance = np.random.default_rng(0)
    drawn = np.empty((ROUNDS, 2))
    for row in drawn:
        counted = np.bincount(chance.integers(0, len(names), len(names)), minlength=len(names))[needle].astype(
            np.float64
        )
        row[:] = _areas(*_grouped(groups, counted, failed * counted))
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0)
    return tuple(  # type: ignore[return-value]
        Interval(value, float(low[at]), float(high[at])) for at, value in enumerate(areas(distances, failed))
    )
