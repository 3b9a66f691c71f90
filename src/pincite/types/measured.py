"""Numbers that carry their uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Interval:
    """A value between its 95% bounds; all three are NaN where nothing was measured."""

    value: float
    low: float
    high: float

    def to_json(self) -> dict[str, Any]:
        """`value`, `low`, `high`; None stands for NaN, which JSON has not."""
        parts = {"value": self.value, "low": self.low, "high": self.high}
        return {name: None if part != part else part for name, part in parts.items()}  # noqa: PLR0124 - NaN alone differs from itself


@dataclass(frozen=True, slots=True)
class Comparison:
    """One run against another on the same questions, for one measure.

    `wins` and `losses` count the discordant questions of the first run against the second, `p` is the exact two-sided
    sign test on them. `unit_wins`, `unit_losses` and `unit_p` count needles, with all their phrasings: decisions go
    by these. `difference` is first minus second, its bounds from a bootstrap over needles. `adjusted` is `unit_p` after
    Holm's correction (None: nothing was corrected). `needed` is about how many questions would show a difference
    of this size with 80% power (None: no difference was seen). `sentence` says it in plain words.
    """

    measure: str
    n: int
    units: int
    wins: int
    losses: int
    p: float
    unit_wins: int
    unit_losses: int
    unit_p: float
    difference: Interval
    adjusted: float | None
    needed: int | None
    sentence: str

    def to_json(self) -> dict[str, Any]:
        return {
            "measure": self.measure,
            "n": self.n,
            "units": self.units,
            "wins": self.wins,
            "losses": self.losses,
            "p": self.p,
            "unit_wins": self.unit_wins,
            "unit_losses": self.unit_losses,
            "unit_p": self.unit_p,
            "difference": self.difference.to_json(),
            "adjusted": self.adjusted,
            "needed": self.needed,
            "sentence": self.sentence,
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table of results: a part of a run (all of it, one phrasing, one kind) in numbers.

    `n` counts judged questions, `units` their needles, `skipped` the answerable questions without a known needle.
    `destroyed` and `destroyed_in_quote` count needles. `recall` is by cut-off, Wilson intervals by question;
    `recall_by_unit` the same values with bootstrap intervals over needles. `mrr` has a bootstrap over needles as well.
    """

    strategy: str
    retriever: str
    part: str
    n: int
    units: int
    skipped: int
    destroyed: int
    destroyed_in_quote: int
    recall: dict[int, Interval]
    recall_by_unit: dict[int, Interval]
    mrr: Interval
    header_tokens: int
    over_window: int

    def to_json(self) -> dict[str, Any]:
        """With the names that tables use: `R@1` and so on, and `MRR`."""
        return {
            "strategy": self.strategy,
            "retriever": self.retriever,
            "part": self.part,
            "n": self.n,
            "units": self.units,
            "skipped": self.skipped,
            "destroyed": self.destroyed,
            "destroyed_in_quote": self.destroyed_in_quote,
            **{f"R@{k}": value.to_json() for k, value in self.recall.items()},
            **{f"R@{k} by needle": value.to_json() for k, value in self.recall_by_unit.items()},
            "MRR": self.mrr.to_json(),
            "header_tokens": self.header_tokens,
            "over_window": self.over_window,
        }
