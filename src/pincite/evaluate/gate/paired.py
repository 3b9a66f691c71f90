"""A run against a baseline, question by question: whether it finds less, bluffs more or gives up more than chance explains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pincite.evaluate.gate.record import Record
from pincite.evaluate.statistics.holm import holm
from pincite.evaluate.statistics.sign_test import sign_test
from pincite.evaluate.summary import CUTS, measured

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Paired:
    """The sign test of one measure, run against baseline.

    `better` and `worse` are the ids of the questions that changed. `units_better` and `units_worse` count needles, with
    all their phrasings; `p` is the exact two-sided sign test on these, `adjusted` the same after Holm's correction over
    all measures. `units` counts the needles compared.
    """

    measure: str
    units: int
    better: tuple[str, ...]
    worse: tuple[str, ...]
    units_better: int
    units_worse: int
    p: float
    adjusted: float

    @property
    def significantly_worse(self) -> bool:
        """Whether more needles are worse than better, and chance does not explain it."""
        return self.units_worse > self.units_better and self.adjusted < ALPHA

    def to_json(self) -> dict[str, Any]:
        return {
            "measure": self.measure,
            "units": self.units,
            "better": list(self.better),
            "worse": list(self.worse),
            "units_better": self.units_better,
            "units_worse": self.units_worse,
            "p": self.p,
            "adjusted": self.adjusted,
        }


def compare_records(run: Mapping[str, Record], baseline: Mapping[str, Record], depth: int) -> list[Paired]:
    """R@k up to `depth`, bluffs and answers given up, each tested by needle on the questions that both have.

    Measures that concern no question are left out, and do not count in the correction.
    """
    tests = [_test(name, value, run, baseline) for name, value in _measures(depth).items()]
    asked = [test for test in tests if test.units]
    return [
        replace(test, adjusted=adjusted) for test, adjusted in zip(asked, holm([test.p for test in asked]), strict=True)
    ]


Good = Callable[[Record], bool | None]
"""Whether a question went well; None where it is not concerned."""


def _measures(depth: int) -> dict[str, Good]:
    return {f"R@{k}": _within(k) for k in measured(depth, CUTS)} | {"bluffs": _refused, "given up": _answered}


def _within(k: int) -> Good:
    return lambda record: (record.rank is not None and record.rank <= k) if record.judged else None


def _refused(record: Record) -> bool | None:
    return None if record.answerable else record.outcome == "refused"


def _answered(record: Record) -> bool | None:
    return record.outcome != "given up" if record.answerable else None


def _test(name: str, good: Good, run: Mapping[str, Record], baseline: Mapping[str, Record]) -> Paired:
    gains: dict[str, int] = {}
    by_unit: defaultdict[str, int] = defaultdict(int)
    for id_ in sorted(run.keys() & baseline.keys()):
        now, before = good(run[id_]), good(baseline[id_])
        if now is not None and before is not None:
            gains[id_] = now - before
            by_unit[run[id_].unit] += gains[id_]
    better = sum(gain > 0 for gain in by_unit.values())
    worse = sum(gain < 0 for gain in by_unit.values())
    p = sign_test(better, worse)
    return Paired(
        name,
        len(by_unit),
        tuple(id_ for id_, gain in gains.items() if gain > 0),
        tuple(id_ for id_, gain in gains.items() if gain < 0),
        better,
        worse,
        p,
        p,
    )
