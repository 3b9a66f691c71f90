"""What becomes of a question behind the gate: its evidence is right or wrong, or it is given up, refused, or a bluff."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, isnan
from typing import Literal

from pincite.evaluate.runs.judge import rank_of
from pincite.gate.distance import keep
from pincite.types.run import Found, QueryResult, Run

Outcome = Literal["right", "wrong", "answered", "given up", "refused", "bluff"]
"""Of an answerable question: `right` evidence (the needle lies in a kept hit), `wrong` evidence, `given up`, and
`answered` where the needle is not known. Of an unanswerable one: `refused` or a `bluff`."""

POOL = 50
NO_CUT = inf
"""The cut of a gate without a threshold: whatever was found first is evidence."""


@dataclass(frozen=True, slots=True)
class Gate:
    """How the gate walks a list: at most `pool` hits of it, keeping at most `evidence` of them."""

    evidence: int = 4
    pool: int = POOL

    def kept(self, result: QueryResult, cut: float) -> list[Found]:
        """The hits of the question that are evidence under `cut`, in the order of the list."""
        walked = self.walked(result)
        return [walked[place] for place in keep([hit.distance for hit in walked], cut, self.evidence)]

    def outcome(self, result: QueryResult, cut: float) -> Outcome:
        """What becomes of the question under `cut` (a cosine distance, or NO_CUT)."""
        return outcome_of(result, self.kept(result, cut))

    def nearest(self, result: QueryResult) -> float:
        """The distance of the nearest hit, which alone decides whether anything is kept; infinite without hits."""
        return min((_distance(hit) for hit in self.walked(result)), default=inf)

    def to_answer(self, result: QueryResult) -> float | None:
        """The distance of the first right hit (rule "all": the farthest of the first hits that each need takes).

        It is the distance that a cut must be above if all of the answer is to pass. None where the hits do not hold it.
        """
        first: dict[int, float] = {}
        for hit in self.walked(result):
            for need in hit.holds:
                first.setdefault(need, _distance(hit))
            if len(first) >= (result.spans if result.rule == "all" else 1):
                return max(first.values()) if result.rule == "all" else _distance(hit)
        return None

    def walked(self, result: QueryResult) -> tuple[Found, ...]:
        """The hits that the gate looks at."""
        return result.hits[: self.pool]


def outcome_of(result: QueryResult, kept: Sequence[Found]) -> Outcome:
    """What becomes of the question when these hits are the evidence."""
    if not result.answerable:
        return "bluff" if kept else "refused"
    if not kept:
        return "given up"
    if not result.judged:
        return "answered"
    return "right" if rank_of([hit.holds for hit in kept], result.spans, result.rule) else "wrong"


def gate_of(run: Run, *, evidence: int | None = None, pool: int | None = None) -> Gate:
    """The gate that the run's settings describe, `evidence` and `pool` where they are given."""
    found = run.settings.get("pool", POOL)
    walked = found if isinstance(found, int) and found > 0 else POOL
    return Gate(run.evidence if evidence is None else evidence, walked if pool is None else pool)


def kinds_of(results: Iterable[QueryResult]) -> list[str]:
    """The kinds of unanswerable questions among them: near, near-miss, literal, far, then any other by name.

    A question without a kind counts as `unlabelled`.

    >>> kinds_of([QueryResult(k, k, False, False, None, distance=k) for k in ("far", "odd", "near")])
    ['near', 'far', 'odd']
    """
    found = {kind_of(result) for result in results if not result.answerable}
    known = [kind for kind in KINDS if kind in found]
    return known + sorted(found - set(KINDS))


KINDS = ("near", "near-miss", "literal", "far")


def kind_of(result: QueryResult) -> str:
    """How far an unanswerable question lies from the corpus, `unlabelled` where the golden set does not say."""
    return result.distance or "unlabelled"


def _distance(hit: Found) -> float:
    return inf if isnan(hit.distance) else hit.distance
