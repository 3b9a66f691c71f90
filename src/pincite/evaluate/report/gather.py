"""Everything that a report tells, gathered once and written in three forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pincite.errors import BaselineError, GoldenError
from pincite.evaluate.compare import compare, compare_many
from pincite.evaluate.refusal.measure import Refusal, measure_refusal
from pincite.evaluate.refusal.outcome import NO_CUT, gate_of, kind_of
from pincite.evaluate.report.losses import Losses, losses
from pincite.evaluate.report.worst import Bluff, Missed, nearest_bluffs, worst_misses
from pincite.evaluate.summary import summarise
from pincite.types.golden import Corpus, GoldenSet
from pincite.types.measured import Comparison, Row
from pincite.types.run import Run


@dataclass(frozen=True, slots=True)
class Asked:
    """The golden set in numbers; `needles` are those of the answerable questions, phrasings of one count once."""

    name: str
    sha256: str
    answerable: int
    unanswerable: int
    needles: int
    drafts: int

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "sha256": self.sha256,
            "answerable": self.answerable,
            "unanswerable": self.unanswerable,
            "needles": self.needles,
            "drafts": self.drafts,
        }


@dataclass(frozen=True, slots=True)
class Distances:
    """The nearest distance of every question, ascending: the answerable ones, and the others by kind."""

    answerable: tuple[float, ...]
    unanswerable: dict[str, tuple[float, ...]]

    def to_json(self) -> dict[str, Any]:
        return {"answerable": list(self.answerable), "unanswerable": {k: list(v) for k, v in self.unanswerable.items()}}


@dataclass(frozen=True, slots=True)
class Report:
    """What runs on one golden set and one corpus say. The first run is the one that the report is about.

    `rows` are by run, the whole first and then its parts. `comparisons` are the first run against each other one.
    `refusal` and `distances` are the first run's, None and empty where the golden set has no unanswerable question.
    """

    date: str
    version: str
    asked: Asked
    runs: tuple[Run, ...]
    rows: Mapping[str, Sequence[Row]]
    losses: tuple[Losses, ...]
    comparisons: Mapping[tuple[str, str], Sequence[Comparison]]
    refusal: Refusal | None
    distances: Distances | None
    misses: tuple[Missed, ...]
    bluffs: tuple[Bluff, ...]

    @property
    def first(self) -> Run:
        """The run that the report is about."""
        return self.runs[0]

    def to_json(self) -> dict[str, Any]:
        return {
            "date": self.date,
            "version": self.version,
            "golden": self.asked.to_json(),
            "corpus": self.first.corpus.to_json(),
            "runs": [
                run.header_json() | {"rows": [row.to_json() for row in self.rows[run.name]], "losses": lost.to_json()}
                for run, lost in zip(self.runs, self.losses, strict=True)
            ],
            "comparisons": [
                {"first": first, "second": second, **one.to_json()}
                for (first, second), family in self.comparisons.items()
                for one in family
            ],
            "refusal": self.refusal and self.refusal.to_json(),
            "distances": self.distances and self.distances.to_json(),
            "misses": [one.to_json() for one in self.misses],
            "bluffs": [one.to_json() for one in self.bluffs],
        }


def gather(runs: Sequence[Run], golden: GoldenSet, corpus: Corpus, *, date: str, version: str) -> Report:
    """Measure and compare runs for a report; `date` stands in it as the caller wrote it.

    Raises BaselineError for no run, for two runs of one name and for runs that cannot be compared, GoldenError for another
    golden set or corpus than the runs were made with.
    """
    _check(runs, golden, corpus)
    first = runs[0]
    may_bluff = not all(result.answerable for result in first.results)
    return Report(
        date=date,
        version=version,
        asked=_asked(golden),
        runs=tuple(runs),
        rows={run.name: summarise(run) for run in runs},
        losses=tuple(losses(run) for run in runs),
        comparisons=_compared(runs),
        refusal=measure_refusal(first) if may_bluff else None,
        distances=_distances(first) if may_bluff else None,
        misses=tuple(worst_misses(first, golden, corpus)),
        bluffs=tuple(nearest_bluffs(first, golden, corpus)),
    )


def _check(runs: Sequence[Run], golden: GoldenSet, corpus: Corpus) -> None:
    if not runs:
        raise BaselineError("found no run, expected at least one: make one with `pincite eval run --out`")
    names = sorted(run.name for run in runs)
    twice = next((one for one, other in pairwise(names) if one == other), None)
    if twice is not None:
        raise BaselineError(f"found two runs called {twice!r}, expected names that differ: rename one of them")
    for run in runs:
        _check_same(f"the run {run.name!r} asked the golden set", run.golden, golden.sha256, f"{golden.name} is")
        _check_same(f"the run {run.name!r} searched the corpus", run.corpus.sha256, corpus.counts.sha256, "this one is")
        asked = {question.id for question in golden.questions} ^ {result.id for result in run.results}
        if asked:
            raise GoldenError(
                f"the run {run.name!r} asked {len(run.results)} questions, {golden.name} has {len(golden.questions)}, and "
                f"{min(asked)!r} is only in one of them: give the golden set, and the further questions (--far), of the run"
            )


def _check_same(what: str, found: str, expected: str, other: str) -> None:
    if found != expected:
        raise GoldenError(
            f"{what} {found[:12]}, {other} {expected[:12]}: give what the run was made with, or run again"
        )


def _asked(golden: GoldenSet) -> Asked:
    answerable = [question for question in golden.questions if question.answerable]
    return Asked(
        golden.name,
        golden.sha256,
        len(answerable),
        len(golden.questions) - len(answerable),
        len({question.unit for question in answerable}),
        golden.drafts,
    )


def _compared(runs: Sequence[Run]) -> Mapping[tuple[str, str], Sequence[Comparison]]:
    """The first run against each other; corrected where there are several."""
    first, *others = runs
    if len(others) == 1:
        return {(first.name, others[0].name): compare(first, others[0])}
    return compare_many({run.name: run for run in runs}, [(first.name, other.name) for other in others])


def _distances(run: Run) -> Distances:
    gate = gate_of(run)
    near = [(gate.nearest(result), result) for result in run.results]
    unanswerable: dict[str, list[float]] = {}
    for distance, result in near:
        if not result.answerable and distance < NO_CUT:
            unanswerable.setdefault(kind_of(result), []).append(distance)
    return Distances(
        tuple(sorted(distance for distance, result in near if result.answerable and distance < NO_CUT)),
        {kind: tuple(sorted(some)) for kind, some in sorted(unanswerable.items())},
    )
