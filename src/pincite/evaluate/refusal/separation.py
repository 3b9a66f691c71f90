"""How far the nearest passages of answerable questions lie from those of unanswerable ones, and how much they overlap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isinf
from typing import Any

import numpy as np

from pincite.evaluate.refusal.outcome import Gate, kind_of, kinds_of
from pincite.evaluate.refusal.share import Share
from pincite.evaluate.statistics.auroc import auroc
from pincite.types.measured import Interval
from pincite.types.run import QueryResult

QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
ALLOWED = (0.01, 0.05, 0.10)


@dataclass(frozen=True, slots=True)
class Extreme:
    """The question at the edge of a distribution, and its distance."""

    id: str
    distance: float

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "distance": _number(self.distance)}


@dataclass(frozen=True, slots=True)
class AtMost:
    """What it costs to keep bluffs at a share of `allowed` or less on these very questions.

    `threshold` is the highest distance at which they are (None: any does), `bluffs` and `given_up` what happens there.
    """

    allowed: float
    threshold: float | None
    bluffs: Share
    given_up: Share

    def to_json(self) -> dict[str, Any]:
        return {
            "allowed": self.allowed,
            "threshold": self.threshold,
            "bluffs": self.bluffs.to_json(),
            "given_up": self.given_up.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Separation:
    """Two distributions of distances, and how well one number tells them apart.

    `worst_answerable` is the answerable question farthest from its first right hit, `best_unanswerable` the
    unanswerable one nearest to any passage: where the first is farther, no threshold gets both right (None: no such
    question). `quantiles` holds, by name of distribution, the distances at QUANTILES: `answerable` and `unanswerable` of
    the nearest passage, `to_answer` of the first right hit; None stands for a question without hits. `auroc` is the
    chance that an answerable question lies nearer than an unanswerable one: against `all` of these and against each kind.
    `at_most` says what a share of bluffs costs.
    """

    worst_answerable: Extreme | None
    best_unanswerable: Extreme | None
    quantiles: dict[str, tuple[float | None, ...]]
    auroc: dict[str, Interval]
    at_most: tuple[AtMost, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "worst_answerable": self.worst_answerable and self.worst_answerable.to_json(),
            "best_unanswerable": self.best_unanswerable and self.best_unanswerable.to_json(),
            "quantiles": {"at": list(QUANTILES)} | {name: list(some) for name, some in self.quantiles.items()},
            "auroc": {kind: found.to_json() for kind, found in self.auroc.items()},
            "at_most": [one.to_json() for one in self.at_most],
        }


def separation(gate: Gate, results: Sequence[QueryResult]) -> Separation:
    """Compare the answerable questions of a run with the unanswerable ones, by distance."""
    yes = [result for result in results if result.answerable]
    no = [result for result in results if not result.answerable]
    answers = [(distance, one.id) for one in yes if (distance := gate.to_answer(one)) is not None]
    return Separation(
        worst_answerable=_extreme(max(answers, default=None)),
        best_unanswerable=_extreme(min(((gate.nearest(one), one.id) for one in no), default=None)),
        quantiles={
            "answerable": _quantiles([gate.nearest(one) for one in yes]),
            "to_answer": _quantiles([distance for distance, _ in answers]),
            "unanswerable": _quantiles([gate.nearest(one) for one in no]),
        },
        auroc=_aurocs(gate, yes, no),
        at_most=tuple(at_most(gate, results, allowed) for allowed in ALLOWED) if no else (),
    )


def at_most(gate: Gate, results: Sequence[QueryResult], allowed: float) -> AtMost:
    """The highest threshold at which no more than the share `allowed` of the unanswerable questions are bluffs.

    The threshold is chosen on the same questions, so it promises nothing for others; the interval of `bluffs` says how
    little so few questions can tell. Questions with and without a known needle count as given up alike.
    """
    no = sorted(gate.nearest(result) for result in results if not result.answerable)
    yes = [gate.nearest(result) for result in results if result.answerable]
    many = int(allowed * len(no) + 1e-9)
    cut = no[many] if many < len(no) else inf
    return AtMost(
        allowed,
        None if isinf(cut) else cut,
        Share(sum(distance < cut for distance in no), len(no)),
        Share(sum(distance >= cut for distance in yes), len(yes)),
    )


def _aurocs(gate: Gate, yes: Sequence[QueryResult], no: Sequence[QueryResult]) -> dict[str, Interval]:
    groups = {"all": list(no)} | {kind: [one for one in no if kind_of(one) == kind] for kind in kinds_of(no)}
    nearness = [-gate.nearest(one) for one in yes]
    units = [one.unit for one in yes]
    return {
        name: auroc(nearness, [-gate.nearest(one) for one in some], units, [one.unit for one in some])
        for name, some in groups.items()
    }


def _quantiles(distances: Sequence[float]) -> tuple[float | None, ...]:
    """Quantiles as distances that occur, so that a question without hits (infinite) spoils no other."""
    if not distances:
        return ()
    found = np.quantile(np.array(distances), QUANTILES, method="inverted_cdf")
    return tuple(_number(float(one)) for one in found)


def _extreme(found: tuple[float, str] | None) -> Extreme | None:
    return None if found is None else Extreme(found[1], found[0])


def _number(distance: float) -> float | None:
    return None if isinf(distance) else distance
