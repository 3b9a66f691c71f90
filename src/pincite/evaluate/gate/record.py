"""What is kept of each question of a run to compare a later one with: its rank and its outcome, no texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, get_args

from pincite.evaluate.refusal.in_force import outcomes_in_force
from pincite.evaluate.refusal.outcome import Outcome, kind_of
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
    """Every question of a run by its id, behind the gate in force; without a threshold the distance refuses nothing."""
    told = zip(run.results, outcomes_in_force(run), strict=True)
    return {result.id: _record(result, outcome) for result, outcome in told}


def _record(result: QueryResult, outcome: Outcome) -> Record:
    kind = "" if result.answerable else kind_of(result)
    return Record(result.unit, outcome, kind, result.judged, result.rank, result.destroyed)


def _is_rank(rank: object) -> bool:
    return rank is None or (isinstance(rank, int) and not isinstance(rank, bool) and rank >= 1)
