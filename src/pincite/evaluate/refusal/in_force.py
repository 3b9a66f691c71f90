"""The gate that a knowledge base really asks by, counted over a run: by distance or by chance, whichever is in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pincite.evaluate.refusal.outcome import NO_CUT, Outcome, gate_of, kind_of, kinds_of, outcome_of
from pincite.evaluate.refusal.share import Share
from pincite.evaluate.statistics.bootstrap import bootstrap_mean
from pincite.types.calibration import GateMode
from pincite.types.measured import Interval
from pincite.types.run import QueryResult, Run


@dataclass(frozen=True, slots=True)
class InForce:
    """What the gate in force does to the questions of a run; shares as in a row of a sweep.

    `cut` is a cosine distance for the method `distance` (None: without a threshold nothing is refused), a chance for `calibrated`.
    """

    method: GateMode
    cut: float | None
    right: Share
    wrong: Share
    given_up: Share
    given_up_by_needle: Interval
    unjudged_given_up: Share
    bluffs: Share
    bluffs_by_kind: dict[str, Share]

    def to_json(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "cut": self.cut,
            "bluffs": self.bluffs.to_json(),
            "given_up": self.given_up.to_json(),
            "given_up_by_needle": self.given_up_by_needle.to_json(),
            "right": self.right.to_json(),
            "wrong": self.wrong.to_json(),
            "unjudged_given_up": self.unjudged_given_up.to_json(),
            "bluffs_by_kind": {kind: share.to_json() for kind, share in self.bluffs_by_kind.items()},
        }


def outcomes_in_force(run: Run) -> list[Outcome]:
    """What becomes of each question behind the gate that the run was asked by, in the order of its results.

    The calibrated gate lets the first hits pass where the chance is at the cut or above; a chance that could not be told is refused.
    """
    gate = gate_of(run)
    if run.cut is None:
        threshold = NO_CUT if run.threshold is None else run.threshold
        return [gate.outcome(result, threshold) for result in run.results]
    cut = run.cut
    return [
        outcome_of(result, gate.walked(result)[: gate.evidence] if _passes(result, cut) else ())
        for result in run.results
    ]


def measure_in_force(run: Run) -> InForce:
    """Bluffs beside answers given up behind the gate of the run, with their intervals."""
    told = list(zip(run.results, outcomes_in_force(run), strict=True))
    judged = [(result, outcome) for result, outcome in told if result.answerable and result.judged]
    outcomes = [outcome for _, outcome in judged]
    no = [(result, outcome) for result, outcome in told if not result.answerable]
    return InForce(
        method="distance" if run.cut is None else "calibrated",
        cut=run.threshold if run.cut is None else run.cut,
        right=Share(outcomes.count("right"), len(judged)),
        wrong=Share(outcomes.count("wrong"), len(judged)),
        given_up=Share(outcomes.count("given up"), len(judged)),
        given_up_by_needle=bootstrap_mean(
            [one == "given up" for one in outcomes], [result.unit for result, _ in judged]
        ),
        unjudged_given_up=_share([one for result, one in told if result.answerable and not result.judged], "given up"),
        bluffs=_share([one for _, one in no], "bluff"),
        bluffs_by_kind={
            kind: _share([one for result, one in no if kind_of(result) == kind], "bluff")
            for kind in kinds_of(run.results)
        },
    )


def _passes(result: QueryResult, cut: float) -> bool:
    return result.chance is not None and result.chance >= cut


def _share(outcomes: Sequence[Outcome], wanted: Outcome) -> Share:
    return Share(outcomes.count(wanted), len(outcomes))
