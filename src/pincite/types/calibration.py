"""What a calibration is: the cut that a knowledge base refuses by, what it was chosen on, and what it is known to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pincite.types.kinds import check_kinds

GateMode = Literal["distance", "calibrated"]


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` of `n` between the 95% bounds of the share; the bounds are None where `n` is 0."""

    count: int
    n: int
    low: float | None
    high: float | None

    @property
    def value(self) -> float | None:
        """The share; None of nothing.

        >>> Rate(3, 60, 0.01, 0.14).value
        0.05
        """
        return self.count / self.n if self.n else None

    def to_json(self) -> dict[str, Any]:
        return {"count": self.count, "n": self.n, "value": self.value, "low": self.low, "high": self.high}

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Rate:
        return cls(row["count"], row["n"], row["low"], row["high"])


@dataclass(frozen=True, slots=True)
class Certificate:
    """Whether at most the share `max_bluff` of one group of unanswerable questions gets an answer, at `confidence`.

    `group` is `near` (everything that is not far), `far`, or `removed` (answerable ones asked without their answer, where
    nobody wrote near ones). `needles` counts what was tested, phrasings of one together as one, `bluffs` those of them with an
    answer. `needed` needles without a bluff are the fewest that can certify. `certified` is the promise; without it `bound` is
    None, else it is the upper bound of the bluff rate at `confidence`.
    """

    group: str
    max_bluff: float
    confidence: float
    needles: int
    bluffs: int
    needed: int
    certified: bool
    bound: float | None

    def to_json(self) -> dict[str, Any]:
        return {
            "group": self.group,
            "max_bluff": self.max_bluff,
            "confidence": self.confidence,
            "needles": self.needles,
            "bluffs": self.bluffs,
            "needed": self.needed,
            "certified": self.certified,
            "bound": self.bound,
        }


@dataclass(frozen=True, slots=True)
class Calibration:
    """How a knowledge base's gate was set on a golden set, as the store keeps it beside the seal.

    `cut` is a cosine distance for the method `distance`, a probability for `calibrated`, whose refusal model is `model`
    (None for `distance`); `weights` says whether its weights were `refitted` or are those that ship. `contents` is the
    hash of the indexed documents, `golden` and `out_of_domain` of the questions ("" without the bank). `questions` counts
    those asked, by kind. `bluffs` has a rate for `near`, `far`, `removed` and each kind, `given_up` that of answerable questions, both on
    the questions that the weights were not fitted on. `settings` are those of the search that was measured. `date` is
    ISO 8601. `by_hand`: a person chose the cut, so nothing is certified; the rates are those of the evaluation that they looked
    at, on the very questions that the cut was chosen on, and empty (`golden` "") where they looked at none.
    """

    method: GateMode
    cut: float
    model: Mapping[str, Any] | None
    weights: str
    embedder: str
    fingerprint: str
    contents: str
    golden: str
    out_of_domain: str
    questions: Mapping[str, int]
    bluffs: Mapping[str, Rate]
    given_up: Rate
    certificates: tuple[Certificate, ...]
    settings: Mapping[str, Any]
    date: str
    by_hand: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "cut": self.cut,
            "model": None if self.model is None else dict(self.model),
            "weights": self.weights,
            "embedder": self.embedder,
            "fingerprint": self.fingerprint,
            "contents": self.contents,
            "golden": self.golden,
            "out_of_domain": self.out_of_domain,
            "questions": dict(self.questions),
            "bluffs": {name: rate.to_json() for name, rate in self.bluffs.items()},
            "given_up": self.given_up.to_json(),
            "certificates": [one.to_json() for one in self.certificates],
            "settings": dict(self.settings),
            "date": self.date,
            "by_hand": self.by_hand,
        }

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Calibration:
        """The calibration of `to_json`; raises KeyError, TypeError or ValueError for anything else: a gate rests on it."""
        found = cls(
            **{
                **row,
                "bluffs": {name: Rate.from_json(rate) for name, rate in row["bluffs"].items()},
                "given_up": Rate.from_json(row["given_up"]),
                "certificates": tuple(Certificate(**one) for one in row["certificates"]),
            }
        )
        check_kinds(found)
        most = 2 if found.method == "distance" else 1
        if not 0 <= found.cut <= most:
            raise ValueError(f"found `cut` = {found.cut}, expected 0 to {most} of the method {found.method}")
        if (found.model is None) != (found.method == "distance"):
            raise ValueError(
                f"found the method {found.method} {'without' if found.model is None else 'with'} a refusal model"
            )
        if found.model is not None and not isinstance(found.model.get("weights"), Mapping):
            raise ValueError("found a refusal model without weights")
        return found
