"""Everything that a run tells about refusing: the gate in force, the sweep, the two distributions, and risk against coverage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pincite.evaluate.refusal import risk
from pincite.evaluate.refusal.in_force import InForce, measure_in_force
from pincite.evaluate.refusal.risk import RiskCoverage
from pincite.evaluate.refusal.separation import Separation, separation
from pincite.evaluate.refusal.sweep import Sweep, sweep
from pincite.types.run import Run


@dataclass(frozen=True, slots=True)
class Refusal:
    """A run's refusals in numbers."""

    run: Run
    in_force: InForce
    sweep: Sweep
    separation: Separation
    risks: tuple[RiskCoverage, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.run.name,
            "strategy": self.run.strategy,
            "retriever": self.run.retriever,
            "golden": self.run.golden,
            "corpus": self.run.corpus.to_json(),
            "threshold": self.run.threshold,
            "evidence": self.sweep.gate.evidence,
            "pool": self.sweep.gate.pool,
            "in_force": self.in_force.to_json(),
            "rows": [row.to_json() for row in self.sweep.rows],
            "separation": self.separation.to_json(),
            "risk_coverage": [one.to_json() for one in self.risks],
            "notes": list(self.sweep.notes),
        }


def measure_refusal(
    run: Run, thresholds: Sequence[float] | None = None, *, evidence: int | None = None, pool: int | None = None
) -> Refusal:
    """Count the gate in force, sweep the distance over a run and measure what it can tell; arguments and errors are those of `sweep`."""
    swept = sweep(run, thresholds, evidence=evidence, pool=pool)
    gate, results = swept.gate, run.results
    return Refusal(
        run,
        measure_in_force(run),
        swept,
        separation(gate, results),
        (risk.unanswerable(gate, results), risk.without_needle(gate, results)),
    )
