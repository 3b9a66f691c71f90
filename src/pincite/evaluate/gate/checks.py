"""The gate for deploys: every check that a run must pass against its baseline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pincite.evaluate.gate.baseline import Baseline, setup_of
from pincite.evaluate.gate.floors import Bounds, bounds, measure
from pincite.evaluate.gate.paired import ALPHA, Paired, compare_records
from pincite.evaluate.gate.record import Record, records_of
from pincite.evaluate.measures.reciprocal_rank import reciprocal_rank
from pincite.types.amount import amount
from pincite.types.run import Run

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what was `found`, what was `expected` (the floor), and, where there is something to do or know, a `hint`.

    `questions` names those concerned (questions that got worse, needles newly destroyed, questions not asked).
    """

    name: str
    passed: bool
    found: str
    expected: str
    hint: str = ""
    questions: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "passed": self.passed,
            "found": self.found,
            "expected": self.expected,
            "hint": self.hint,
            "questions": list(self.questions),
        }


def check_run(run: Run, baseline: Baseline) -> list[Check]:
    """Every check of a run against a baseline, in the order in which to read them.

    Golden set, corpus, questions and depth must be those of the baseline; where they are not, nothing further can be
    compared, and these checks are all that is returned. Then: hits at all, the destroyed needles, every floor and
    ceiling, bounds no weaker than the baseline's own questions make them, and the paired tests, by needle. A loss that
    chance explains passes a paired test, and its questions are named all the same.
    """
    records = records_of(run)
    same = [
        _golden(run, baseline),
        _corpus(run, baseline),
        _questions(records, baseline),
        _depth(run, baseline),
        _setup(run, baseline),
    ]
    if not all(check.passed for check in same):
        return same
    values = measure(records, run.depth)
    tests = compare_records(records, baseline.records, baseline.depth)
    return [
        *same,
        _hits(run),
        _destroyed(records, baseline),
        *_bounds(values, baseline, records, {test.measure: test.worse for test in tests}),
        _own_bounds(baseline),
        *(_paired(test) for test in tests),
    ]


def _golden(run: Run, baseline: Baseline) -> Check:
    return Check(
        "golden set",
        run.golden == baseline.golden,
        run.golden,
        baseline.golden,
        _unless(
            run.golden == baseline.golden,
            "the questions are others than the baseline's: measure with its golden set, or re-anchor it to this one with "
            "--update --accept-corpus",
        ),
    )


def _corpus(run: Run, baseline: Baseline) -> Check:
    same = run.corpus.sha256 == baseline.corpus.sha256
    return Check(
        "corpus",
        same,
        f"{run.corpus.sha256} ({amount(run.corpus.documents, 'document')}, {run.corpus.characters} characters)",
        f"{baseline.corpus.sha256} ({amount(baseline.corpus.documents, 'document')}, {baseline.corpus.characters} characters)",
        _unless(
            same,
            "the documents are others than the baseline's, whatever they are called: measure on its corpus, or re-anchor it "
            "to this one with --update --accept-corpus",
        ),
    )


def _questions(records: dict[str, Record], baseline: Baseline) -> Check:
    missing, more = sorted(baseline.records.keys() - records.keys()), sorted(records.keys() - baseline.records.keys())
    why = [f"{len(missing)} of the baseline were not asked"] * bool(missing) + [f"{len(more)} are new"] * bool(more)
    return Check(
        "questions",
        not why,
        f"{len(records)} asked",
        f"{len(baseline.records)}, the same ones",
        "; ".join([*why, "ask every question of the baseline and no other"]) if why else "",
        (*missing, *more),
    )


def _depth(run: Run, baseline: Baseline) -> Check:
    enough = run.depth == baseline.depth
    hint = _unless(enough, "ranks count only as far as hits were asked for: measure with the baseline's depth")
    return Check(
        "depth", enough, f"{amount(run.depth, 'hit')} a question", f"{amount(baseline.depth, 'hit')} a question", hint
    )


def _setup(run: Run, baseline: Baseline) -> Check:
    """What was set otherwise: never a failure, for a gate is there to judge changes."""
    now, before = _flat(setup_of(run)), _flat(baseline.setup)
    names = sorted(name for name in now.keys() | before.keys() if now.get(name) != before.get(name))
    changed = ", ".join(f"{name} {before.get(name)} -> {now.get(name)}" for name in names)
    hint = _unless(
        run.threshold is not None or run.cut is not None,
        "no threshold is set or known, so nothing is refused: every stranger is a bluff",
    )
    return Check("setup", True, changed or "as in the baseline", "this or another, which is no failure", hint)


def _flat(setup: dict[str, Any]) -> dict[str, Any]:
    settings = setup.get("settings")
    return setup | (settings if isinstance(settings, dict) else {}) | {"settings": None}


def _hits(run: Run) -> Check:
    found = sum(bool(result.hits) for result in run.results)
    hint = _unless(
        found > 0, "no question found a single passage: this arm did not run; look at the index with `pincite status`"
    )
    return Check("hits", found > 0, f"{found} of {amount(len(run.results), 'question')}", "1 or more", hint)


def _destroyed(records: dict[str, Record], baseline: Baseline) -> Check:
    now, before = _lost(records.values()), _lost(baseline.records.values())
    new = tuple(sorted(now - before))
    hint = "chunks changed: these needles lie whole in no chunk any more" if new else ""
    return Check(
        "destroyed did not grow",
        len(now) <= len(before),
        amount(len(now), "needle"),
        f"{len(before)} or fewer",
        hint,
        new,
    )


def _lost(records: Iterable[Record]) -> set[str]:
    return {record.unit for record in records if record.destroyed}


def _bounds(
    values: Bounds, baseline: Baseline, records: Mapping[str, Record], worse: Mapping[str, tuple[str, ...]]
) -> list[Check]:
    broken = baseline.bounds.broken_by(values)
    found = values.named()
    checks = []
    for name, bound in baseline.bounds.named().items():
        floor = name in baseline.bounds.floors
        passed = name not in broken
        questions = () if passed else _concerned(name, records, baseline, worse)
        todo = f"if it is meant to be so, --update --lower-floors sets it anew; else find what {'made these worse' if questions else 'changed'}"
        checks.append(
            Check(
                f"{'floor' if floor else 'most'}: {name}",
                passed,
                _number(found.get(name)),
                f"{_number(bound)} or {'more' if floor else 'fewer'}",
                _unless(passed, todo),
                questions,
            )
        )
    return checks


def _concerned(
    name: str, records: Mapping[str, Record], baseline: Baseline, worse: Mapping[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """The questions that are worse by the measure of a bound: the paired test has them, but for MRR and one kind of bluffs."""
    if name in worse:
        return worse[name]
    if name == "MRR":
        before = baseline.records
        return tuple(
            id_
            for id_, now in sorted(records.items())
            if now.judged and reciprocal_rank(now.rank) < reciprocal_rank(before[id_].rank)
        )
    return tuple(id_ for id_ in worse.get("bluffs", ()) if name == f"bluffs {records[id_].kind}")


def _own_bounds(baseline: Baseline) -> Check:
    """A floor that someone lowered in the file: it lies under what the file's own questions and tolerance make it."""
    made, kept = bounds(baseline.records, baseline.depth, baseline.tolerance), baseline.bounds.named()
    slipped = [
        name
        for name, bound in made.named().items()
        if name not in kept or made.stricter(name, bound, kept[name]) != kept[name]
    ]
    shown = ", ".join(f"{name} {_number(kept.get(name))} instead of {_number(made.named()[name])}" for name in slipped)
    return Check(
        "floors are the baseline's own",
        not slipped,
        shown or "none weaker than its questions make it",
        f"its questions' values within {baseline.tolerance:g}",
        _unless(
            not slipped, "a bound was weakened in the file: restore it, or lower it openly with --update --lower-floors"
        ),
    )


def _paired(test: Paired) -> Check:
    passed = not test.significantly_worse
    found = (
        f"needles +{test.units_better} -{test.units_worse} of {test.units} (questions +{len(test.better)} -{len(test.worse)}), "
        f"p = {test.p:.2g}, {test.adjusted:.2g} after Holm's correction"
    )
    hint = "worse" if test.worse and not passed else "worse, but no more than chance explains" if test.worse else ""
    return Check(f"paired: {test.measure}", passed, found, f"not worse with p under {ALPHA:g}", hint, test.worse)


def first(ids: Sequence[str]) -> str:
    """The first of some ids, and how many more there are.

    >>> first(["a", "b", "c", "d", "e", "f", "g"])
    'a, b, c, d, e and 2 more'
    """
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return ", ".join(ids[:SHOWN]) + more


def _number(value: float | None) -> str:
    if value is None:
        return "not measured"
    return str(value) if isinstance(value, int) else f"{value:.4f}".removeprefix("0")


def _unless(passed: bool, hint: str) -> str:  # noqa: FBT001 - read aloud it is a sentence: unless passed, the hint
    return "" if passed else hint
