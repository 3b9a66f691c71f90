"""The chance that the evidence answers, from the signals of a search: a small model, in plain arithmetic."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any

from pincite.errors import UsageError
from pincite.gate.signals.matched import matched
from pincite.gate.signals.nearness import nearness
from pincite.gate.signals.shared import shared
from pincite.gate.signals.standing_out import standing_out
from pincite.gate.signals.tokens import tokens
from pincite.gate.signals.words import words
from pincite.types.answer import Part
from pincite.types.kinds import check_kinds
from pincite.types.search import Signals

SIGNALS: Mapping[str, Callable[[Signals], float]] = {
    "words": words,
    "tokens": tokens,
    "standing_out": standing_out,
    "nearness": nearness,
    "matched": matched,
    "shared": shared,
}
"""Every signal speaks for an answer the more, the higher it is."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The probability that the whole answer lies in the evidence, and the part that each signal has in it."""

    probability: float
    parts: Mapping[str, Part]


@dataclass(frozen=True, slots=True)
class Model:
    """A logistic model: log-odds = intercept + the sum of weight x (value - common); no weight is negative.

    `fingerprint` is that of the embedder whose cosines it was fitted on. `common` are the signals' means where it was
    fitted. `fitted_on` says on what, how and with which result, for a person to read.
    """

    name: str
    fingerprint: str
    intercept: float
    weights: Mapping[str, float]
    common: Mapping[str, float]
    fitted_on: Mapping[str, Any]

    def __post_init__(self) -> None:
        try:
            check_kinds(self)
        except TypeError as error:
            raise UsageError(f"the refusal model {self.name!r} cannot be read ({error}): calibrate anew") from error
        unknown = sorted({*self.weights, *self.common} - {*SIGNALS}) or sorted({*SIGNALS} - {*self.weights})
        if unknown or {*self.weights} != {*self.common}:
            raise UsageError(
                f"the refusal model {self.name!r} and this version differ in the signals {', '.join(unknown)}; "
                f"expected {', '.join(SIGNALS)}: calibrate anew"
            )
        falling = [name for name, weight in self.weights.items() if weight < 0]
        if falling:
            raise UsageError(
                f"the refusal model {self.name!r} has a weight below 0 for {', '.join(falling)}; "
                "a higher signal must never speak against an answer: calibrate anew"
            )

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Model:
        """The model of a calibration; raises UsageError for other fields than these, and as making one does."""
        known = {field.name for field in fields(cls)}
        if {*row} != known:
            raise UsageError(
                f"a refusal model and this version differ in {', '.join(sorted({*row} ^ known))}: calibrate anew"
            )
        return cls(**row)

    def judge(self, seen: Signals) -> Judgement:
        """The probability for one search; it never falls when a signal rises."""
        parts = {}
        for name, weight in self.weights.items():
            value, common = SIGNALS[name](seen), self.common[name]
            parts[name] = Part(value, common, weight * (value - common))
        return Judgement(logistic(self.intercept + sum(part.adds for part in parts.values())), parts)


def logistic(odds: float) -> float:
    """Log-odds as a probability, without overflow.

    >>> logistic(0.0), logistic(-800.0), logistic(800.0)
    (0.5, 0.0, 1.0)
    """
    if odds >= 0:
        return 1 / (1 + exp(-odds))
    return 1 - 1 / (1 + exp(odds)) if odds > -700 else 0.0


@cache
def shipped_models() -> tuple[Model, ...]:
    """The models that ship with Pincite."""
    folder = files("pincite.gate") / "models"
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".json")), key=lambda entry: entry.name)
    return tuple(Model.from_json(json.loads(entry.read_text(encoding="utf-8"))) for entry in found)


def model_for(fingerprint: str) -> Model | None:
    """The shipped model for the embedder with this fingerprint; None: it is uncalibrated."""
    return next((model for model in shipped_models() if model.fingerprint == fingerprint), None)
