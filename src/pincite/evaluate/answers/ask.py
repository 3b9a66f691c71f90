"""Asking a golden set through the door of a knowledge base, with a model that writes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace

from pincite.answer.write import Generator
from pincite.errors import UsageError
from pincite.evaluate.answers.outcome import Outcome, judge_answer, needles_of
from pincite.evaluate.answers.steady import steadiness
from pincite.evaluate.corpus import names_of
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.answer import Answer, Citation, Evidence
from pincite.types.golden import Corpus, GoldenSet, Question

EVERYTHING = 2.0
"""A threshold under which every question passes: to see what the model does with evidence that the gate would have refused."""


def ask_all(
    kb: KnowledgeBase,
    golden: GoldenSet,
    corpus: Corpus,
    *,
    ungated: bool = False,
    samples: int = 0,
    sampler: Generator | None = None,
    watch: Callable[[str, int, int], None] | None = None,
) -> Iterator[Outcome]:
    """The outcome of each question, in their order; `watch` is told the id, how many are done and how many there are.

    `sampler` writes `samples` more answers to each question that is answered, to see how steady the first was. Raises
    UsageError where no model writes: an extractive answer quotes, so it can neither use nor bluff.
    """
    if kb.generator is None:
        raise UsageError(
            "eval answers measures a model that writes, found generator = extractive: set generator = endpoint or local"
        )
    config = replace(kb.config, gate="distance", threshold=EVERYTHING) if ungated else kb.config
    names = names_of(kb)
    texts = {one.name: one.document.text for one in corpus.documents}
    with ExitStack() as stack:
        door = stack.enter_context(
            KnowledgeBase(kb.folder, config=config, embedder=kb.embedder, generator=kb.generator)
        )
        again = stack.enter_context(
            KnowledgeBase(kb.folder, config=config, embedder=kb.embedder, generator=sampler or kb.generator)
        )
        for done, question in enumerate(golden.questions, 1):
            yield _ask(question, door, again if samples else None, samples, names, texts)
            if watch:
                watch(question.id, done, len(golden.questions))


def spread(golden: GoldenSet, limit: int) -> GoldenSet:
    """At most `limit` questions of the set, spread evenly over it."""
    questions = golden.questions
    if len(questions) <= limit:
        return golden
    return replace(golden, questions=tuple(questions[number * len(questions) // limit] for number in range(limit)))


def _ask(  # noqa: PLR0917 - what is asked, who answers, and what it is judged by
    question: Question,
    door: KnowledgeBase,
    again: KnowledgeBase | None,
    samples: int,
    names: dict[str, str],
    texts: dict[str, str],
) -> Outcome:
    shown: list[Citation] = []

    def see(_: Evidence, citations: Sequence[Citation]) -> None:
        shown.extend(citations)

    result = door.ask(question.question, on_evidence=see)
    steady = None
    if again is not None and isinstance(result, Answer):
        steady = steadiness(result, [again.ask(question.question) for _ in range(samples)])
    return judge_answer(question, result, needles_of(shown, question.spans, names, texts), steady)
