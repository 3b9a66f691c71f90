"""The questions that went worst, with the words that were returned instead of the needle."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from pincite.errors import GoldenError
from pincite.evaluate.refusal.outcome import NO_CUT, Gate, gate_of, kind_of
from pincite.evaluate.report.losses import FATES, Fate, fate
from pincite.types.golden import Corpus, GoldenSet, Question
from pincite.types.run import Found, QueryResult, Run

MOST = 12
"""Questions shown of each sort."""
RETURNED = 2
"""Hits shown of each."""
SHOWN = 360
"""Characters shown of a passage."""
_BROKEN_END, _BROKEN_START = re.compile(r"(?<=\s)\S{1,20}$"), re.compile(r"^\S{1,20}(?=\s)")
"""What a cut leaves of a word; longer ones, and scripts without spaces, are cut where it falls."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a document, cut out of it at `[start, end)` and shortened for showing; rank and distance where it is a hit."""

    document: str
    start: int
    end: int
    text: str
    rank: int | None = None
    distance: float | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "document": self.document,
            "from": self.start,
            "to": self.end,
            "text": self.text,
            "rank": self.rank,
            "distance": self.distance,
        }


@dataclass(frozen=True, slots=True)
class Missed:
    """An answerable question whose needle did not reach the evidence; `rank` is the needle's (None: not among the hits)."""

    id: str
    question: str
    fate: Fate
    rank: int | None
    needles: tuple[Passage, ...]
    returned: tuple[Passage, ...]

    def before(self, passage: Passage) -> bool:
        """Whether the passage came before the needle, and so in its place."""
        return self.rank is None or passage.rank is None or passage.rank < self.rank

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "question": self.question,
            "fate": self.fate,
            "rank": self.rank,
            "needles": [one.to_json() for one in self.needles],
            "returned": [one.to_json() for one in self.returned],
        }


@dataclass(frozen=True, slots=True)
class Bluff:
    """An unanswerable question that passes the gate, with the evidence that it would be answered from."""

    id: str
    question: str
    kind: str
    evidence: tuple[Passage, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "question": self.question,
            "kind": self.kind,
            "evidence": [one.to_json() for one in self.evidence],
        }


def worst_misses(run: Run, golden: GoldenSet, corpus: Corpus, most: int = MOST) -> list[Missed]:
    """Questions whose needle is not in the evidence: destroyed ones first, then by rank from the bottom.

    Raises GoldenError where a question or a place of the run is not in the golden set or the corpus.
    """
    gate, cut = gate_of(run), _cut(run)
    questions, texts = _questions(golden), _texts(corpus)
    lost = [(fate(result, gate, cut), result) for result in run.results if result.judged]
    lost = sorted((one for one in lost if one[0] != "found"), key=_badness)
    return [_missed(what, result, _question(questions, result), texts) for what, result in lost[:most]]


def nearest_bluffs(run: Run, golden: GoldenSet, corpus: Corpus, most: int = MOST) -> list[Bluff]:
    """Unanswerable questions that the gate lets through, the nearest first; errors as for `worst_misses`."""
    gate, cut = gate_of(run), _cut(run)
    questions, texts = _questions(golden), _texts(corpus)
    passed = [one for one in run.results if gate.outcome(one, cut) == "bluff"]
    passed.sort(key=lambda result: (gate.nearest(result), result.id))
    return [_bluff(result, _question(questions, result), gate, cut, texts) for result in passed[:most]]


def shortened(text: str, most: int = SHOWN) -> str:
    """The text, without its middle where it is longer than `most` characters; short words are left out whole.

    >>> shortened("abcdefghij", 7), shortened("The till is backed up every night at 2:15 to the server.", 49)
    ('abc…hij', 'The till is backed up…at 2:15 to the server.')
    """
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    head, tail = text[:half], text[-half:]
    if not text[half].isspace():
        head = _BROKEN_END.sub("", head)
    if not text[-half - 1].isspace():
        tail = _BROKEN_START.sub("", tail)
    return head.rstrip() + "…" + tail.lstrip()


def _missed(what: Fate, result: QueryResult, question: Question, texts: Mapping[str, str]) -> Missed:
    needles = tuple(_passage(texts, one.document, one.start, one.end) for one in question.spans)
    hits = [(rank, hit) for rank, hit in enumerate(result.hits, 1) if not hit.holds][:RETURNED]
    returned = tuple(_hit(texts, rank, hit) for rank, hit in hits)
    return Missed(result.id, question.question, what, result.rank, needles, returned)


def _bluff(result: QueryResult, question: Question, gate: Gate, cut: float, texts: Mapping[str, str]) -> Bluff:
    kept = gate.kept(result, cut)[:RETURNED]
    evidence = tuple(_hit(texts, result.hits.index(hit) + 1, hit) for hit in kept)
    return Bluff(result.id, question.question, kind_of(result), evidence)


def _hit(texts: Mapping[str, str], rank: int, hit: Found) -> Passage:
    return _passage(texts, hit.document, hit.start, hit.end, rank=rank, distance=hit.distance)


def _passage(
    texts: Mapping[str, str],
    document: str,
    start: int,
    end: int,
    *,
    rank: int | None = None,
    distance: float | None = None,
) -> Passage:
    text = texts.get(document)
    if text is None or not 0 <= start < end <= len(text):
        raise GoldenError(
            f"found a passage at {start} to {end} of {document!r}, which this corpus does not have: "
            "give the corpus that the run was made with"
        )
    return Passage(document, start, end, shortened(text[start:end]), rank, distance)


def _badness(one: tuple[Fate, QueryResult]) -> tuple[int, float, str]:
    what, result = one
    return -FATES.index(what), -(result.rank or inf), result.id


def _cut(run: Run) -> float:
    return NO_CUT if run.threshold is None else run.threshold


def _texts(corpus: Corpus) -> dict[str, str]:
    return {one.name: one.document.text for one in corpus.documents}


def _questions(golden: GoldenSet) -> dict[str, Question]:
    return {question.id: question for question in golden.questions}


def _question(questions: Mapping[str, Question], result: QueryResult) -> Question:
    question = questions.get(result.id)
    if question is None:
        raise GoldenError(
            f"the run asked {result.id!r}, which this golden set does not have: give the set it was made with"
        )
    return question
