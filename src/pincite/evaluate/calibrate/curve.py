"""What every cut of a gate does to the questions of one evaluation: bluffs beside answers given up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, inf, isinf
from typing import Any

from pincite.evaluate.calibrate.asked import FAR, NEAR, Asked
from pincite.evaluate.calibrate.cut import bluff_rate, given_up_rate
from pincite.gate.probability import Model
from pincite.types.calibration import GateMode, Rate

STEP = 0.01
ALL = "all"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a gate would compare of one question: its nearest distance (infinite without hits), and the chance of an answer (None: untold).

    `group` is `answerable`, `near` (unanswerable, and not far) or `far`; `kind` says more of an unanswerable one.
    """

    id: str
    group: str
    kind: str
    distance: float
    chance: float | None

    @classmethod
    def of(cls, asked: Asked, model: Model | None) -> Seen:
        """A question as it was asked; `model` None: no chance is told."""
        chance = None if model is None or asked.seen is None else asked.score(model)
        return cls(asked.id, asked.group, asked.kind, asked.distance, chance)

    def passes(self, method: GateMode, cut: float) -> bool:
        """Whether it would get an answer: a distance strictly under the cut, a chance at the cut or above."""
        return self.distance < cut if method == "distance" else self.chance is not None and self.chance >= cut

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "group": self.group,
            "kind": self.kind,
            "distance": None if isinf(self.distance) else self.distance,
            "chance": self.chance,
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Seen:
        return cls(**{**row, "distance": inf if row["distance"] is None else row["distance"]})


@dataclass(frozen=True, slots=True)
class Point:
    """A cut with what it does: `bluffs` of all unanswerable questions, of near and of far ones, and answers `given_up`."""

    cut: float
    bluffs: Mapping[str, Rate]
    given_up: Rate

    def to_json(self) -> dict[str, Any]:
        return {
            "cut": self.cut,
            "bluffs": {name: rate.to_json() for name, rate in self.bluffs.items()},
            "given_up": self.given_up.to_json(),
        }


def point(seen: Sequence[Seen], method: GateMode, cut: float) -> Point:
    """What one cut does: bluffs with Clopper and Pearson's intervals, answers given up with Wilson's."""
    no = [one for one in seen if one.group in {NEAR, FAR}]
    groups = {ALL: no, **{group: [one for one in no if one.group == group] for group in (NEAR, FAR)}}
    yes = [one for one in seen if one.group not in {NEAR, FAR}]
    return Point(
        cut,
        {name: bluff_rate(_passing(some, method, cut), len(some)) for name, some in groups.items()},
        given_up_rate(len(yes) - _passing(yes, method, cut), len(yes)),
    )


def curve(seen: Sequence[Seen], method: GateMode) -> list[Point]:
    """A point for every hundredth, ascending: of distance across those that were found, of chance from 0 to 1.

    Empty where no question has that number.
    """
    found = [one.distance for one in seen if not isinf(one.distance)]
    if method == "calibrated":
        found = [0.0, 1.0] if any(one.chance is not None for one in seen) else []
    if not found:
        return []
    first, last = max(0, floor(min(found) / STEP)), ceil(max(found) / STEP) + (method == "distance")
    return [point(seen, method, round(step * STEP, 2)) for step in range(first, min(last, round(2 / STEP)) + 1)]


def _passing(some: Iterable[Seen], method: GateMode, cut: float) -> int:
    return sum(one.passes(method, cut) for one in some)
