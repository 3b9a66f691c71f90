"""A new baseline in the place of an old one: bounds only ever tighten, unless it is said that they may not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pincite.errors import BaselineError, RunIncomplete
from pincite.evaluate.gate.baseline import Baseline, baseline_of
from pincite.evaluate.gate.floors import TOLERANCE, Bounds, measure
from pincite.evaluate.gate.paired import compare_records
from pincite.evaluate.gate.record import records_of
from pincite.types.run import Run


@dataclass(frozen=True, slots=True)
class Change:
    """A bound or a hash that an update sets anew; None where there was or will be none."""

    name: str
    old: float | str | None
    new: float | str | None

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "old": self.old, "new": self.new}


def updated(
    run: Run,
    old: Baseline | None,
    *,
    tolerance: float | None = None,
    lower_floors: bool = False,
    accept_corpus: bool = False,
) -> tuple[Baseline, list[Change]]:
    """The baseline that this run makes, and all that it changes in the old one (None: there is none yet).

    Each bound is the stricter one of the old and what the run would set. `tolerance` defaults to the old baseline's, or
    .05. With `lower_floors`, bounds that this run breaks are set anew; with `accept_corpus`, so are the hashes and the
    questions.

    Raises BaselineError for a run that breaks a bound or is significantly worse by the paired test and for a larger
    tolerance, without `lower_floors`, and for another golden set, corpus or set of questions without `accept_corpus`; RunIncomplete for a
    run that found nothing at all.
    """
    if not any(result.hits for result in run.results):
        raise RunIncomplete(
            f"none of {len(run.results)} questions found a single passage, expected hits: an arm that did not run makes no "
            "baseline; look at the index with `pincite status`"
        )
    kept = TOLERANCE if old is None else old.tolerance
    new = baseline_of(run, tolerance=kept if tolerance is None else tolerance)
    if old is None:
        return new, [Change(name, None, value) for name, value in new.bounds.named().items()]
    same = _same(new, old, accept_corpus=accept_corpus)
    if new.tolerance > old.tolerance and not lower_floors:
        raise BaselineError(
            f"the tolerance {new.tolerance:g} is larger than the baseline's, {old.tolerance:g}, and floors set with it would "
            "be weaker: leave --tolerance out, or loosen it openly with --lower-floors"
        )
    worse = _weaker(run, old) or (_worse(run, old) if same else [])
    if worse and not lower_floors:
        raise BaselineError(
            f"this run is worse than the baseline ({'; '.join(worse)}), and a baseline is not lowered by accident: find what "
            "changed, or lower it openly with --lower-floors"
        )
    broken = set(old.bounds.broken_by(measure(new.records, run.depth)))
    result = replace(new, bounds=_merged(new.bounds, old.bounds, broken))
    return result, _changes(result, old)


def _same(new: Baseline, old: Baseline, *, accept_corpus: bool) -> bool:
    """Whether both are of the same questions and documents; raises BaselineError if not, unless that is accepted."""
    found = {
        "golden set": (old.golden, new.golden),
        "corpus": (old.corpus.sha256, new.corpus.sha256),
        "number of questions": (str(len(old.records)), str(len(new.records))),
    }
    other = [f"{name}: {before} -> {now}" for name, (before, now) in found.items() if before != now]
    if not other and old.records.keys() != new.records.keys():
        other = ["the questions' ids"]
    if other and not accept_corpus:
        raise BaselineError(
            f"the baseline is of something else ({'; '.join(other)}), and is not re-anchored by accident: measure what it "
            "measured, or accept the change with --accept-corpus"
        )
    return not other


def _weaker(run: Run, old: Baseline) -> list[str]:
    values = measure(records_of(run), run.depth)
    found, bounds = values.named(), old.bounds.named()
    return [
        f"{name} {_number(found.get(name))}, the bound is {_number(bounds[name])}"
        for name in old.bounds.broken_by(values)
    ]


def _worse(run: Run, old: Baseline) -> list[str]:
    tests = compare_records(records_of(run), old.records, min(run.depth, old.depth))
    return [
        f"{test.measure}: needles +{test.units_better} -{test.units_worse}, p = {test.adjusted:.2g} after Holm's correction"
        for test in tests
        if test.significantly_worse
    ]


def _merged(new: Bounds, old: Bounds, broken: set[str]) -> Bounds:
    """For each bound the stricter of both, but the new one where the run breaks the old."""

    def merge(name: str, value: float) -> float:
        before = old.named().get(name)
        return value if before is None or name in broken else new.stricter(name, before, value)

    return Bounds(
        {name: merge(name, value) for name, value in new.floors.items()},
        {name: int(merge(name, value)) for name, value in new.ceilings.items()},
    )


def _changes(new: Baseline, old: Baseline) -> list[Change]:
    before, now = _told(old), _told(new)
    names = [*now, *(name for name in before if name not in now)]
    return [Change(name, before.get(name), now.get(name)) for name in names if before.get(name) != now.get(name)]


def _told(baseline: Baseline) -> dict[str, float | str]:
    """What a person should hear of when it changes."""
    hashes = {"golden set": baseline.golden, "corpus": baseline.corpus.sha256}
    return {**hashes, "tolerance": baseline.tolerance, **baseline.bounds.named()}


def _number(value: float | None) -> str:
    return "not measured" if value is None else f"{value:g}"
