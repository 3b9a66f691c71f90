"""Where needles are lost on their way to the evidence: each judged question counts once, at the first step that loses it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Literal, get_args

from pincite.evaluate.refusal.outcome import NO_CUT, Gate, gate_of
from pincite.types.run import QueryResult, Run

Fate = Literal["found", "wrong evidence", "refused", "ranked low", "not ranked", "destroyed"]
"""What became of a needle: `found` in the evidence; the gate kept other hits instead of it (`wrong evidence`) or none at
all (`refused`); more hits stand before it than may be evidence (`ranked low`); it is not among the hits (`not ranked`);
no chunk holds it whole (`destroyed`)."""

FATES: tuple[Fate, ...] = get_args(Fate)
"""From the best to the worst."""


@dataclass(frozen=True, slots=True)
class Losses:
    """The judged questions of a run by what became of their needles; `depth` and `evidence` are the run's own."""

    run: str
    n: int
    depth: int
    evidence: int
    threshold: float | None
    counts: dict[Fate, int]

    def to_json(self) -> dict[str, Any]:
        return {
            "run": self.run,
            "n": self.n,
            "depth": self.depth,
            "evidence": self.evidence,
            "threshold": self.threshold,
            "counts": dict(self.counts),
        }


def losses(run: Run) -> Losses:
    """Count the fates of a run; every fate is there, with 0 where nothing met it."""
    gate, cut = gate_of(run), NO_CUT if run.threshold is None else run.threshold
    found = Counter(fate(result, gate, cut) for result in run.results if result.judged)
    counts = {one: found[one] for one in FATES}
    return Losses(run.name, sum(counts.values()), run.depth, run.evidence, run.threshold, counts)


def fate(result: QueryResult, gate: Gate, cut: float) -> Fate:
    """What became of a judged question's needle behind the gate at `cut` (a cosine distance, or NO_CUT).

    >>> fate(QueryResult("q1a", "q1", answerable=True, judged=True, rank=None, destroyed=True), Gate(), 0.7)
    'destroyed'
    """
    outcome = gate.outcome(result, cut)
    if outcome == "right":
        return "found"
    if result.destroyed:
        return "destroyed"
    if result.rank is None:
        return "not ranked"
    if result.rank > gate.evidence:
        return "ranked low"
    return "refused" if outcome == "given up" else "wrong evidence"
