"""The answer without a model: the best sentences of the evidence, word for word, each with its citation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum, log

from pincite.answer.markers import BRACKETED, read_markers
from pincite.answer.passages import Passage, passages
from pincite.lexical.terms import terms
from pincite.types.answer import Citation, Marker

MOST_SENTENCES = 4
LONGEST = 600
"""Code points of an answer, markers aside; the best sentence is never cut, however long."""

_NEAR_THE_BEST = 0.7
"""How far below the best a sentence may score, as a share of the way from the best down to the mean of all."""

_LATER_SOURCE = 0.25
"""What each place further down the list of sources costs a sentence, as a share of the same way."""

Similarity = Callable[[Sequence[str]], Sequence[float]]
"""Scores of sentences for the question at hand, higher is better, on any scale; called once with all of them."""


@dataclass(frozen=True, slots=True)
class Extract:
    """An answer made of quotations: `markers` are its citations in order; other brackets in `text` are the document's."""

    text: str
    markers: tuple[Marker, ...]

    @property
    def cited(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(marker.index for marker in self.markers))


@dataclass(frozen=True, slots=True)
class _Candidate:
    citation: Citation
    passage: Passage
    score: float


def extract_answer(question: str, citations: Sequence[Citation], *, similarity: Similarity | None = None) -> Extract:
    """One to four passages of the quotes of `citations`, each followed by its marker.

    A passage is a sentence, a row of a table or a block of code, and stands in its quote character by character. The
    best passage is always there; others join it while they score near it and the answer stays within `LONGEST`. They
    stand in the order of their quote, the quote of the best one first. A passage with bracketed numbers
    of its own is set in quotation marks. Without `similarity` a passage is scored by the terms that it
    shares with the question. Raises `ValueError` when there are no citations.

    >>> from pincite.types.locator import Locator
    >>> quote = "Rent is due monthly. The deposit is two months of rent."
    >>> source = Citation(1, "d", "lease.txt", "lease.txt", "", "", quote, 0.4, 1.0, Locator(0, 55))
    >>> extract_answer("How high is the deposit?", [source]).text
    'The deposit is two months of rent. [1]'
    """
    if not citations:
        raise ValueError("There are no citations to answer from: call this only with evidence.")
    found = [(citation, passage) for citation in citations for passage in passages(citation.quote)]
    score = similarity or _shared_terms(question)
    scores = score([passage.of(citation.quote) for citation, passage in found])
    way = max(scores) - sum(scores) / len(scores)
    candidates = [
        _Candidate(citation, passage, value - _LATER_SOURCE * way * (citation.index - 1))
        for (citation, passage), value in zip(found, scores, strict=True)
    ]
    return _written(_in_reading_order(_chosen(candidates)))


def _shared_terms(question: str) -> Similarity:
    """The question's terms that a sentence holds, each weighted by how few of the sentences hold it (idf of BM25)."""
    asked = frozenset(terms(question))

    def score(sentences: Sequence[str]) -> list[float]:
        shared = [asked.intersection(terms(sentence)) for sentence in sentences]
        holding = Counter(term for held in shared for term in held)
        weights = {term: log(1 + (len(shared) - n + 0.5) / (n + 0.5)) for term, n in holding.items()}
        # fsum, for the order of a set differs from run to run, and so would the last bit of a plain sum
        return [fsum(weights[term] for term in held) for held in shared]

    return score


def _chosen(candidates: Sequence[_Candidate]) -> list[_Candidate]:
    """The best, and those near it, each wording once; `sorted` is stable, so that ties keep the order of the hits."""
    ranked = sorted(candidates, key=lambda candidate: -candidate.score)
    best, mean = ranked[0].score, sum(candidate.score for candidate in ranked) / len(ranked)
    least = best - _NEAR_THE_BEST * (best - mean)
    chosen: list[_Candidate] = []
    wordings: set[str] = set()
    room = LONGEST
    for candidate in ranked:
        words = candidate.passage.of(candidate.citation.quote)
        fits = not chosen or (candidate.score >= least and len(words) <= room and len(chosen) < MOST_SENTENCES)
        if fits and words.casefold() not in wordings:
            chosen.append(candidate)
            wordings.add(words.casefold())
            room -= len(words)
        if best == mean:  # nothing tells them apart: one is enough
            break
    return chosen


def _in_reading_order(chosen: Sequence[_Candidate]) -> list[_Candidate]:
    """By quote, that of the best passage first; within a quote as it is read."""
    places = {index: place for place, index in enumerate(dict.fromkeys(one.citation.index for one in chosen))}
    return sorted(chosen, key=lambda one: (places[one.citation.index], one.passage.start))


def _written(chosen: Sequence[_Candidate]) -> Extract:
    text = ""
    markers: list[Marker] = []
    for piece, gap, citation in _pieces(chosen):
        text += piece + gap
        marker = f"[{citation.index}]"
        markers.append(Marker(citation.index, len(text), len(text) + len(marker)))
        text += marker
    return Extract(text, tuple(markers))


def _pieces(chosen: Sequence[_Candidate]) -> Iterator[tuple[str, str, Citation]]:
    """Each passage with what stands before it, what stands between it and its marker, and its citation."""
    lines_before = False
    for number, one in enumerate(chosen):
        lines = one.passage.lines
        words = one.passage.of(one.citation.quote)
        before = "" if number == 0 else "\n\n" if lines or lines_before else " "
        yield before + (words if lines else _set_apart(words)), "\n" if lines else " ", one.citation
        lines_before = lines


def _set_apart(words: str) -> str:
    own = read_markers(words, 0).violations
    return f"“{words}”" if any(violation.kind in BRACKETED for violation in own) else words
