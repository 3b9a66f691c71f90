"""The gate at one threshold after another: answered rightly and wrongly, given up, and bluffs, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, inf
from typing import Any

from pincite.errors import GoldenError
from pincite.evaluate.refusal.outcome import NO_CUT, Gate, gate_of, kind_of, kinds_of
from pincite.evaluate.refusal.share import Share
from pincite.evaluate.statistics.bootstrap import bootstrap_mean
from pincite.gate.distance import check_threshold
from pincite.types.measured import Interval
from pincite.types.run import QueryResult, Run

STEP = 0.025
MOST_ROWS = 32


@dataclass(frozen=True, slots=True)
class SweepRow:
    """The gate at one threshold (None: without one, so the first hits are evidence whatever their distance).

    `right`, `wrong` and `given_up` are of the answerable questions whose needle is known. `given_up` falls into
    `destroyed` (no chunk holds the needle), `not_found` (without a threshold the evidence would lack the needle as
    well) and `lost` (it would hold it). `given_up_by_needle` is the same share with a bootstrap over needles.
    `unjudged_given_up` is of the answerable questions without a known needle. `bluffs` is of all unanswerable questions,
    `bluffs_by_kind` of each kind of them. `current`: the threshold is the one in force.
    """

    threshold: float | None
    current: bool
    right: Share
    wrong: Share
    given_up: Share
    given_up_by_needle: Interval
    destroyed: int
    not_found: int
    lost: int
    unjudged_given_up: Share
    bluffs: Share
    bluffs_by_kind: dict[str, Share]

    def to_json(self) -> dict[str, Any]:
        return {
            "threshold": self.threshold,
            "current": self.current,
            "bluffs": self.bluffs.to_json(),
            "given_up": self.given_up.to_json()
            | {"destroyed": self.destroyed, "not_found": self.not_found, "lost": self.lost},
            "given_up_by_needle": self.given_up_by_needle.to_json(),
            "right": self.right.to_json(),
            "wrong": self.wrong.to_json(),
            "unjudged_given_up": self.unjudged_given_up.to_json(),
            "bluffs_by_kind": {kind: share.to_json() for kind, share in self.bluffs_by_kind.items()},
        }


@dataclass(frozen=True, slots=True)
class Sweep:
    """The rows of a sweep: first the one without a threshold, then by threshold, descending.

    `notes` says in plain words what the run cannot tell.
    """

    gate: Gate
    rows: tuple[SweepRow, ...]
    notes: tuple[str, ...]

    @property
    def current(self) -> SweepRow | None:
        """The row of the threshold in force; None where the embedder has none, or the calibrated gate is in force."""
        return next((row for row in self.rows if row.current), None)


def sweep(
    run: Run, thresholds: Sequence[float] | None = None, *, evidence: int | None = None, pool: int | None = None
) -> Sweep:
    """The gate's decisions over a run, at each threshold and without one, exactly as `ask` makes them.

    The reranked list of at most `pool` hits is walked, and hits strictly under the cut are kept until `evidence` of
    them; both default to the run's own settings. `thresholds` defaults to steps across the distances found; the
    run's own is always among the rows.

    Raises GoldenError for a run without questions, UsageError for a threshold that is no cosine distance.
    """
    if not run.results:
        raise GoldenError(
            "the run holds no questions: there is nothing to sweep; ask a golden set with `pincite eval run`"
        )
    gate = gate_of(run, evidence=evidence, pool=pool)
    given = grid(gate, run.results) if thresholds is None else [check_threshold(cut) for cut in thresholds]
    cuts = sorted({*given, *([] if run.threshold is None else [run.threshold])}, reverse=True)
    rows = [_row(gate, run.results, None, current=False)]
    rows += [_row(gate, run.results, cut, current=cut == run.threshold and run.cut is None) for cut in cuts]
    return Sweep(gate, tuple(rows), _notes(run, gate))


def grid(gate: Gate, results: Sequence[QueryResult]) -> list[float]:
    """Thresholds in even steps across the nearest distances of the questions, at most 32 of them.

    The steps are of .025, or of the smallest multiple of it that needs no more rows. Empty where nothing was found.
    """
    near = sorted(distance for distance in map(gate.nearest, results) if distance < inf)
    if not near:
        return []
    first = floor(near[len(near) // 50] / STEP)
    last = min(ceil(near[-1 - len(near) // 50] / STEP), round(2 / STEP))
    by = max(1, ceil((last - first + 1) / MOST_ROWS))
    return [round(step * STEP, 3) for step in range(first, last + 1, by)]


def _row(gate: Gate, results: Sequence[QueryResult], threshold: float | None, *, current: bool) -> SweepRow:
    cut = NO_CUT if threshold is None else threshold
    judged = [result for result in results if result.judged and result.answerable]
    unjudged = [result for result in results if result.answerable and not result.judged]
    outcomes = [gate.outcome(result, cut) for result in judged]
    given_up = [result for result, outcome in zip(judged, outcomes, strict=True) if outcome == "given up"]
    why = Counter(_why_given_up(gate, result) for result in given_up)
    return SweepRow(
        threshold=threshold,
        current=current,
        right=Share(outcomes.count("right"), len(judged)),
        wrong=Share(outcomes.count("wrong"), len(judged)),
        given_up=Share(len(given_up), len(judged)),
        given_up_by_needle=bootstrap_mean([one == "given up" for one in outcomes], [one.unit for one in judged]),
        destroyed=why["destroyed"],
        not_found=why["not found"],
        lost=why["lost"],
        unjudged_given_up=_share(gate, unjudged, cut, "given up"),
        bluffs=_share(gate, [result for result in results if not result.answerable], cut, "bluff"),
        bluffs_by_kind={
            kind: _share(gate, [one for one in results if not one.answerable and kind_of(one) == kind], cut, "bluff")
            for kind in kinds_of(results)
        },
    )


def _share(gate: Gate, results: Sequence[QueryResult], cut: float, outcome: str) -> Share:
    return Share(sum(gate.outcome(result, cut) == outcome for result in results), len(results))


def _why_given_up(gate: Gate, result: QueryResult) -> str:
    if result.destroyed:
        return "destroyed"
    return "lost" if gate.outcome(result, NO_CUT) == "right" else "not found"


def _notes(run: Run, gate: Gate) -> tuple[str, ...]:
    notes = []
    if run.depth < gate.pool:
        notes.append(
            f"the run holds {run.depth} hits a question, the gate walks {gate.pool}: questions may seem refused here that "
            f"`ask` answers; measure with a depth of {gate.pool} or more"
        )
    if run.threshold is None:
        notes.append("no threshold is set and none is known for this embedder, so no row is the present one")
    if all(result.answerable for result in run.results):
        notes.append(
            "no question here should be refused, so nothing is known of bluffs: add unanswerable questions (near ones, "
            "in the words of your documents, are worth most), or further ones with --far FILE"
        )
    if not any(result.answerable for result in run.results):
        notes.append(
            "no question here has an answer, so nothing is known of answers given up: add answerable questions"
        )
    elif not any(result.judged for result in run.results):
        notes.append(
            "no needle is known, so right and wrong evidence cannot be told apart: add needles to the questions"
        )
    return tuple(notes)
