"""A golden set asked for a calibration: of each question what the gate would compare, and what was true of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from pincite.evaluate.refusal.outcome import Gate, kind_of
from pincite.evaluate.runs.product import Asking, run_knowledge_base, served
from pincite.gate.probability import Model
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.golden import Corpus, GoldenSet
from pincite.types.run import QueryResult, Run
from pincite.types.search import SearchResult, Signals

ANSWERABLE, NEAR, FAR, REMOVED = "answerable", "near", "far", "removed"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: the distance of its nearest passage, its signals, and whether the first hits hold the needle whole.

    `kind` is that of an unanswerable question, `removed` of an answerable one whose needle was hidden, "" of any other. `seen` is None where a search gave no signals,
    `distance` infinite where it gave no hits.
    """

    id: str
    unit: str
    answerable: bool
    in_evidence: bool
    kind: str
    distance: float
    seen: Signals | None

    @property
    def group(self) -> str:
        """`answerable`, `far`, `removed`, or `near`: every other unanswerable one."""
        return ANSWERABLE if self.answerable else self.kind if self.kind in {FAR, REMOVED} else NEAR

    def score(self, model: Model | None) -> float:
        """What speaks for an answer: the probability of the model, or without one how near the nearest passage is."""
        if model is None:
            return -self.distance
        return -inf if self.seen is None else model.judge(self.seen).probability


def ask_all(kb: KnowledgeBase, golden: GoldenSet, corpus: Corpus, asking: Asking) -> list[Asked]:
    """Ask every question as `ask` would search, in the order of their ids; raises what `run_knowledge_base` raises."""
    return ask_and_keep(kb, golden, corpus, replace(asking, depth=1))[0]


def ask_and_keep(kb: KnowledgeBase, golden: GoldenSet, corpus: Corpus, asking: Asking) -> tuple[list[Asked], Run]:
    """As `ask_all`, and the run that it was read from, which has the gate's whole list or `asking.depth` hits a question."""
    config, seen = served(kb.config, kb.embedder), dict[str, Signals | None]()

    def hear(result: SearchResult) -> None:
        seen[result.query] = result.signals

    how = replace(asking, depth=max(config.pool, config.evidence, asking.depth), heard=hear)
    with KnowledgeBase(kb.folder, config=config, embedder=kb.embedder) as door:
        run = run_knowledge_base(door, golden, corpus, asking=how)
    words = {question.id: question.question for question in golden.questions}
    gate = Gate(config.evidence, config.pool)
    return [_asked(result, gate, seen[words[result.id]]) for result in run.results], run


def _asked(result: QueryResult, gate: Gate, seen: Signals | None) -> Asked:
    held = result.rank is not None and result.rank <= gate.evidence
    return Asked(
        id=result.id,
        unit=result.unit,
        answerable=result.answerable,
        in_evidence=held if result.judged else result.answerable,
        kind="" if result.answerable else _kind(result),
        distance=gate.nearest(result),
        seen=seen,
    )


def _kind(result: QueryResult) -> str:
    """The kind of an unanswerable question; `near` where a golden set gives it the name of another group."""
    kind = kind_of(result)
    return NEAR if kind in {REMOVED, ANSWERABLE} else kind
