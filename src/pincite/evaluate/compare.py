"""Two runs on the same questions, paired: who finds more, by how much, and whether the questions can tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from pincite.errors import BaselineError
from pincite.evaluate.statistics.bootstrap import bootstrap_mean
from pincite.evaluate.statistics.holm import holm
from pincite.evaluate.statistics.questions_needed import questions_needed
from pincite.evaluate.statistics.sign_test import sign_test
from pincite.evaluate.summary import CUTS, measured
from pincite.types.amount import amount
from pincite.types.measured import Comparison
from pincite.types.run import QueryResult, Run

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two runs that may be compared, by names that differ: the judged questions of both in the order of their ids."""

    names: tuple[str, str]
    questions: tuple[tuple[QueryResult, QueryResult], ...]
    depth: int
    """How many hits both asked for: a hit further down counts for neither."""

    def gains(self, cut: int | None) -> list[Fraction]:
        """What the first run has over the second, question by question, at a cut-off (None: reciprocal rank).

        Fractions, because phrasings that cancel out must sum to 0 and not to a rounding error, which would be a vote.
        """
        return [self._worth(one, cut) - self._worth(other, cut) for one, other in self.questions]

    def units(self) -> list[str]:
        return [one.unit for one, _ in self.questions]

    def _worth(self, result: QueryResult, cut: int | None) -> Fraction:
        if result.rank is None or result.rank > (self.depth if cut is None else cut):
            return Fraction(0)
        return Fraction(1, result.rank) if cut is None else Fraction(1)


def compare(first: Run, second: Run, *, ks: Sequence[int] = CUTS, other_corpus: bool = False) -> list[Comparison]:
    """The first run against the second at each cut-off (`R@4`), then by reciprocal rank (`MRR`).

    A win is a question that the first finds within the cut-off and the second does not; for MRR, one that it ranks
    better. A needle is won when the gains of its phrasings sum to more than 0: two phrasings are one vote. Hits below
    the smaller depth of the two runs count for neither, and cut-offs below it are left out.

    Raises BaselineError for runs of different golden sets, questions or corpora; `other_corpus` allows the last.
    """
    pair = _pair(first, second, _names(first, second), other_corpus=other_corpus)
    return [_told(pair.names, one) for one in _tests(pair, ks)]


def compare_many(
    runs: Mapping[str, Run], pairs: Sequence[tuple[str, str]], *, ks: Sequence[int] = CUTS, other_corpus: bool = False
) -> dict[tuple[str, str], list[Comparison]]:
    """`compare` for every pair of names, with Holm's correction over all tests of all pairs.

    The names are those by which the sentences call the runs. Raises BaselineError as `compare` does.
    """
    tests = {
        (one, other): _tests(_pair(runs[one], runs[other], (one, other), other_corpus=other_corpus), ks)
        for one, other in pairs
    }
    adjusted = iter(holm([test.unit_p for family in tests.values() for test in family]))
    return {
        names: [_told(names, replace(test, adjusted=next(adjusted))) for test in family]
        for names, family in tests.items()
    }


def _names(first: Run, second: Run) -> tuple[str, str]:
    """What to call two runs so that they can be told apart."""
    if first.name != second.name:
        return first.name, second.name
    longer = tuple(f"{run.name} ({run.strategy}, {run.retriever})" for run in (first, second))
    return (longer[0], longer[1]) if longer[0] != longer[1] else ("the first run", "the second run")


def _pair(first: Run, second: Run, names: tuple[str, str], *, other_corpus: bool) -> _Pair:
    one, other = names
    if first.golden != second.golden:
        raise BaselineError(
            f"{one} asked the golden set {_short(first.golden)}, {other} asked {_short(second.golden)}, expected the "
            "same questions: run both on one golden set"
        )
    if first.corpus.sha256 != second.corpus.sha256 and not other_corpus:
        raise BaselineError(
            f"{one} searched the corpus {_short(first.corpus.sha256)} ({first.corpus.documents} documents), {other} "
            f"searched {_short(second.corpus.sha256)} ({second.corpus.documents} documents), expected the same: run both "
            "on one corpus, or allow another one (--other-corpus) where that is the question"
        )
    _check_questions(first, second, names)
    theirs = {result.id: result for result in second.results}
    questions = [(mine, theirs[mine.id]) for mine in sorted(first.results, key=lambda one: one.id) if mine.judged]
    return _Pair(names, tuple(questions), min(first.depth, second.depth))


def _check_questions(first: Run, second: Run, names: tuple[str, str]) -> None:
    """Raise BaselineError unless both asked the same questions and judged the same of them."""
    for word, mine, theirs in (
        ("asked", {one.id for one in first.results}, {one.id for one in second.results}),
        ("judged", {one.id for one in first.results if one.judged}, {one.id for one in second.results if one.judged}),
    ):
        if mine != theirs:
            example = min(mine ^ theirs)
            raise BaselineError(
                f"{names[0]} {word} {len(mine)} questions, {names[1]} {word} {len(theirs)}, and {example!r} is only in "
                f"{names[0] if example in mine else names[1]}, expected the same in both: run both on one golden set"
            )


def _short(sha256: str) -> str:
    return sha256[:12] or "(no hash)"


def _tests(pair: _Pair, ks: Sequence[int]) -> list[Comparison]:
    """The comparisons without their sentences."""
    cuts: list[tuple[str, int | None]] = [(f"R@{k}", k) for k in measured(pair.depth, ks)]
    return [_test(name, pair.gains(cut), pair.units()) for name, cut in [*cuts, ("MRR", None)]]


def _test(measure: str, gains: Sequence[Fraction], units: Sequence[str]) -> Comparison:
    by_unit: defaultdict[str, Fraction] = defaultdict(Fraction)
    for gain, unit in zip(gains, units, strict=True):
        by_unit[unit] += gain
    wins, losses = _votes(gains)
    unit_wins, unit_losses = _votes(list(by_unit.values()))
    needles = questions_needed(unit_wins, unit_losses, len(by_unit))
    return Comparison(
        measure=measure,
        n=len(gains),
        units=len(by_unit),
        wins=wins,
        losses=losses,
        p=sign_test(wins, losses),
        unit_wins=unit_wins,
        unit_losses=unit_losses,
        unit_p=sign_test(unit_wins, unit_losses),
        difference=bootstrap_mean([float(gain) for gain in gains], units, within=(-1.0, 1.0)),
        adjusted=None,
        needed=None if needles is None else ceil(needles * len(gains) / len(by_unit)),
        sentence="",
    )


def _votes(gains: Sequence[Fraction]) -> tuple[int, int]:
    return sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)


def _told(names: tuple[str, str], test: Comparison) -> Comparison:
    """The comparison with its sentence."""
    p = test.unit_p if test.adjusted is None else test.adjusted
    return replace(test, sentence=(_seen if p <= ALPHA else _unseen)(names, test))


def _seen(names: tuple[str, str], test: Comparison) -> str:
    more = test.unit_wins > test.unit_losses
    if test.measure == "MRR":
        claim = f"{names[0]} ranks needles {'higher' if more else 'lower'} than {names[1]}"
    else:
        claim = f"{names[0]} finds {'more' if more else 'less'} at {test.measure[2:]} than {names[1]}"
    return f"{claim}: {_counts(test)}"


def _unseen(names: tuple[str, str], test: Comparison) -> str:
    both = f"{names[0]} and {names[1]} by {test.measure}"
    if not test.n:
        return f"{both}: no question with a known needle, nothing to compare"
    if not test.unit_wins + test.unit_losses:
        return f"{both}: no difference on any of {amount(test.units, 'needle')}"
    found = f"{both}: not distinguishable with {amount(test.n, 'question')} ({_counts(test)})"
    if test.needed is None:
        return found
    if test.needed <= test.n:
        return f"{found}; a difference of this size is at the limit of what they can show"
    return f"{found}; a difference of this size would take about {_round(test.needed)}"


def _counts(test: Comparison) -> str:
    corrected = "" if test.adjusted is None else f", {_p(test.adjusted)} after Holm's correction"
    return f"+{test.unit_wins} -{test.unit_losses} needles, {_p(test.unit_p)}{corrected}"


def _p(p: float) -> str:
    return f"p = {p:.2g}" if p >= 0.0001 else "p < 0.0001"


def _round(number: int) -> int:
    """Two figures, for the formula knows no more.

    >>> _round(516), _round(1756), _round(61)
    (520, 1800, 61)
    """
    return round(number, min(0, 2 - len(str(number))))
