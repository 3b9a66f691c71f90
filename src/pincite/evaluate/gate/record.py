"""What is kept of each question of a run to compare a later one with: its rank and its outcome, no texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from pincite.evaluate.refusal.outcome import NO_CUT, Gate, Outcome, gate_of, kind_of
from pincite.types.run import QueryResult, Run


@dataclass(frozen=True, slots=True)
class Record:
    """One question: its needle's `unit`, its `outcome` behind the gate, and, where `judged`, rank and destroyed.

    `kind` is that of an unanswerable question, "" of an answerable one.
    """

    unit: str
    outcome: Outcome
    kind: str = ""
    judged: bool = False
    rank: int | None = None
    destroyed: bool = False

    @property
    def answerable(self) -> bool:
        """Whether the documents hold an answer."""
        return self.outcome not in {"refused", "bluff"}

    def to_json(self) -> dict[str, Any]:
        if not self.answerable:
            return {"unit": self.unit, "outcome": self.outcome, "kind": self.kind}
        told = {"rank": self.rank, "destroyed": self.destroyed} if self.judged else {}
        return {"unit": self.unit, "outcome": self.outcome, **told}

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Record:
        """The record of one line; raises ValueError for what is none."""
        record = cls(
            unit=row["unit"],
            outcome=row["outcome"],
            kind=row.get("kind", ""),
            judged="rank" in row,
            rank=row.get("rank"),
            destroyed=row.get("destroyed", False),
        )
        texts = isinstance(record.unit, str) and isinstance(record.kind, str)
        if not texts or record.outcome not in get_args(Outcome) or type(record.destroyed) is not bool:
            raise ValueError(
                f"found {str(row)[:100]}, expected a unit and an outcome of {', '.join(get_args(Outcome))}"
            )
        if not _is_rank(record.rank) or (record.destroyed and record.rank is not None):
            raise ValueError(f"found {str(row)[:100]}, expected a rank from 1, or null where the needle is not found")
        return record


def records_of(run: Run) -> dict[str, Record]:
    """Every question of a run by its id, behind the gate that the run names; without a threshold nothing is refused."""
    gate = gate_of(run)
    cut = NO_CUT if run.threshold is None else run.threshold
    return {result.id: _record(gate, result, cut) for result in run.results}


def _record(gate: Gate, result: QueryResult, cut: float) -> Record:
    kind = "" if result.answerable else kind_of(result)
    return Record(result.unit, gate.outcome(result, cut), kind, result.judged, result.rank, result.destroyed)


def _is_rank(rank: object) -> bool:
    return rank is None or (isinstance(rank, int) and not isinstance(rank, bool) and rank >= 1)
