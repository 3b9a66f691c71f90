"""From evidence to an answer: who writes it, what it cites, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from pincite.answer.extractive import Similarity, extract_answer
from pincite.answer.invented import invented
from pincite.answer.markers import read_markers
from pincite.answer.policy import Policy, apply_policy
from pincite.answer.prompt import NOT_IN_SOURCES, Prompt, build_prompt
from pincite.answer.verify import Scorers, quoted_claims, verify
from pincite.types.answer import NOTE_NO_ANSWER, Abstention, Answer, Citation, Evidence

EXTRACTIVE = "extractive"
"""The name of the generator that is no model."""

NOTE_NOTHING_CITED = "uncited: nothing in this answer is cited, so nothing in it can be checked"


class Generator(Protocol):
    """A model that writes: its `name` is shown with each answer."""

    @property
    def name(self) -> str: ...

    def complete(self, prompt: Prompt, on_text: Callable[[str], None] | None = None) -> str:
        """The whole answer, handed over in pieces to `on_text` too; raises `GeneratorError` when it is not whole."""


def write_answer(
    question: str,
    evidence: Evidence,
    citations: Sequence[Citation],
    generator: Generator | None = None,
    *,
    similarity: Similarity | None = None,
    scorers: Scorers | None = None,
    unsupported: Policy = "flag",
    on_text: Callable[[str], None] | None = None,
) -> Answer | Abstention:
    """The answer to `question` from `citations`, which are numbered from 1 without gaps, as `cite` gives them.

    Without a `generator` the answer is extractive: `similarity` scores its sentences, and nothing in it is a violation,
    for every word is the document's. With one, `markers.read_markers` says what in its text cites and what is a violation,
    `verify` what each of its sentences is worth, scored by `scorers`, and a note says so when nothing cites. The text is
    kept as it came under `unsupported` = `flag`; under `drop` and `strict`, see `policy`, `on_text` receives it only then,
    as a whole. Raises `GeneratorError` as `generator` does, and `ValueError` for citations that are none or not numbered so.
    """
    if not citations or [citation.index for citation in citations] != list(range(1, len(citations) + 1)):
        raise ValueError("The citations must be numbered 1, 2, 3 without gaps: make them with cite().")
    if generator is None:
        return _extractive(question, evidence, citations, similarity, on_text)
    text = generator.complete(build_prompt(question, citations), on_text if unsupported == "flag" else None)
    reading = read_markers(text, len(citations))
    claims = verify(text, reading, citations, scorers)
    written = Answer(
        question=question,
        text=text,
        citations=tuple(citations),
        cited=reading.cited,
        violations=invented(reading.violations, claims, citations),
        gate=evidence.gate,
        generator=generator.name,
        notes=() if reading.cited else (_note(text),),
        markers=reading.spans,
        claims=claims,
    )
    answer = apply_policy(written, evidence, unsupported)
    if on_text and unsupported != "flag" and isinstance(answer, Answer):
        on_text(answer.text)
    return answer


def _extractive(
    question: str,
    evidence: Evidence,
    citations: Sequence[Citation],
    similarity: Similarity | None,
    on_text: Callable[[str], None] | None,
) -> Answer:
    extract = extract_answer(question, citations, similarity=similarity)
    if on_text:
        on_text(extract.text)
    return Answer(
        question=question,
        text=extract.text,
        citations=tuple(citations),
        cited=extract.cited,
        violations=(),
        gate=evidence.gate,
        generator=EXTRACTIVE,
        markers=extract.markers,
        claims=quoted_claims(extract.text, extract.markers),
    )


def _note(text: str) -> str:
    said = " ".join(text.split()).casefold().rstrip(".")
    return NOTE_NO_ANSWER if said == NOT_IN_SOURCES.casefold().rstrip(".") else NOTE_NOTHING_CITED
