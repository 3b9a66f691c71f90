"""Floors and ceilings: the numbers that a later run must not fall below or rise above."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import ceil
from math import floor as round_down
from typing import Any

from pincite.evaluate.gate.record import Record
from pincite.evaluate.measures.reciprocal_rank import reciprocal_rank
from pincite.evaluate.refusal.outcome import KINDS
from pincite.evaluate.summary import CUTS, measured

TOLERANCE = 0.05
"""How far under its first value a floor lies, as a share of the questions.

On 80 needles it is about the loss that the paired test could just tell from noise (8 needles lost, none won), so a floor
seldom fails what the test would pass; but it holds over many small losses, each of which the test would pass.
"""


@dataclass(frozen=True, slots=True)
class Bounds:
    """`floors` by measure (R@k and MRR, 0 to 1) and `ceilings` as counts (destroyed needles, bluffs, given up)."""

    floors: dict[str, float]
    ceilings: dict[str, int]

    def to_json(self) -> dict[str, Any]:
        return {"floors": self.floors, "ceilings": self.ceilings}

    def named(self) -> dict[str, float]:
        """All of them by name."""
        return {**self.floors, **self.ceilings}

    def stricter(self, name: str, one: float, other: float) -> float:
        """The bound of two that lets less through."""
        return max(one, other) if name in self.floors else min(one, other)

    def broken_by(self, values: Bounds) -> list[str]:
        """The names of the bounds that these values do not keep, or do not have."""
        low = [name for name, least in self.floors.items() if values.floors.get(name, -1.0) < least]
        high = [name for name, most in self.ceilings.items() if values.ceilings.get(name, most + 1) > most]
        return low + high


def measure(records: Mapping[str, Record], depth: int) -> Bounds:
    """What was measured, in the shape of bounds: R@k up to `depth` and MRR by question; destroyed needles; bluffs, given up."""
    judged = [record for _, record in sorted(records.items()) if record.judged]
    floors = {
        f"R@{k}": _mean(record.rank is not None and record.rank <= k for record in judged)
        for k in measured(depth, CUTS)
    }
    floors["MRR"] = _mean(reciprocal_rank(record.rank) for record in judged)
    return Bounds(
        floors if judged else {},
        {
            **({"destroyed": len({record.unit for record in judged if record.destroyed})} if judged else {}),
            **{name: sum(_is(record, name) for record in records.values()) for name in _counted(records)},
        },
    )


def bounds(records: Mapping[str, Record], depth: int, tolerance: float) -> Bounds:
    """The bounds that a first run sets: floors `tolerance` under what was measured, ceilings that share of questions above.

    A ceiling is always one question above at least, as far as there are questions; but for destroyed needles, which depend
    on no rounding: one more is one too many.
    """
    found = measure(records, depth)
    return Bounds(
        {name: max(0.0, round_down((value - tolerance) * 1e4) / 1e4) for name, value in found.floors.items()},
        {name: _ceiling(records, name, count, tolerance) for name, count in found.ceilings.items()},
    )


def _ceiling(records: Mapping[str, Record], name: str, count: int, tolerance: float) -> int:
    if name == "destroyed":
        return count
    asked = sum(_concerns(record, name) for record in records.values())
    return min(asked, count + max(1, ceil(tolerance * asked - 1e-9)))


def _counted(records: Mapping[str, Record]) -> list[str]:
    """`given up`, `bluffs`, and `bluffs near` and so on for each kind that was asked."""
    kinds = {record.kind for record in records.values() if not record.answerable}
    ordered = [kind for kind in KINDS if kind in kinds] + sorted(kinds - set(KINDS))
    some = ["given up"] if any(record.answerable for record in records.values()) else []
    return some + (["bluffs"] if kinds else []) + [f"bluffs {kind}" for kind in ordered]


def _concerns(record: Record, name: str) -> bool:
    if name == "given up":
        return record.answerable
    return not record.answerable and name in {"bluffs", f"bluffs {record.kind}"}


def _is(record: Record, name: str) -> bool:
    return _concerns(record, name) and record.outcome in {"given up", "bluff"}


def _mean(values: Iterable[float]) -> float:
    found = [float(value) for value in values]
    return sum(found) / len(found) if found else 0.0
