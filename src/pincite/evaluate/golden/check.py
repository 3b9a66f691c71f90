"""Whether a golden set measures what it should, before anything is measured with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pincite.errors import GoldenError
from pincite.evaluate.corpus import find
from pincite.evaluate.golden.check_needles import Placed, check_needle, check_place
from pincite.evaluate.golden.fault import Fault
from pincite.evaluate.golden.occurrences import occurrences
from pincite.evaluate.golden.rows import shown
from pincite.evaluate.golden.wording import content_words, copied_share, folded
from pincite.types.golden import Corpus, GoldenSet, Question

BUDGET = 512
"""Code points of a chunk, by the rule that the six measured strategies share."""
MOST_COPIED = 0.75
"""A question with a larger share of its content words in its needle is warned of."""
_FEWEST_WORDS = 3
"""Content words below which a share says nothing."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What a check found: faults, and warnings, in the order of the questions.

    `needles` counts the different needles. `copied` is the mean share of a question's content words that stand in its
    needle, by style and over all (under ""); a style without a needle is not there.
    """

    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...]
    needles: int
    copied: dict[str, float]

    def to_json(self) -> dict[str, Any]:
        return {
            "needles": self.needles,
            "copied": {"mean": self.copied.get(""), "by_style": {k: v for k, v in self.copied.items() if k}},
            "faults": [fault.to_json() for fault in self.faults],
            "warnings": [fault.to_json() for fault in self.warnings],
        }


def check_json(golden: GoldenSet, corpus: Corpus, checked: Checked) -> dict[str, Any]:
    """What was checked and what was found, as `eval check --json` prints it."""
    questions = golden.questions
    return {
        "clean": not checked.faults,
        "golden": golden.name,
        "sha256": golden.sha256,
        "questions": len(questions),
        "answerable": sum(question.answerable for question in questions),
        "judged": sum(bool(question.spans or question.relevant) for question in questions),
        "units": len({question.unit for question in questions}),
        "drafts": golden.drafts,
        "corpus": corpus.counts.to_json(),
        "failed": [{"name": name, "reason": reason} for name, reason in corpus.failed],
        **checked.to_json(),
    }


def check(golden: GoldenSet, corpus: Corpus, *, budget: int = BUDGET) -> Checked:
    """Check every accepted question against the corpus that its offsets were mapped to (`read_golden(path, corpus)`).

    Faults: `document` (none, or not in the corpus), `offsets`, `repeated` (a needle must stand in the whole corpus exactly
    once), `heading`, `white-space`, `too-long` (more code points than `budget`), `unanswerable` (with a needle),
    `duplicate` (two questions alike but for case and marks). Warnings: `crosses`, `shared` (one place, two units),
    `copied` (more than three quarters of its content words stand in the needle).
    """
    placed: list[Placed] = []
    found = list(_check_questions(golden, corpus, placed))
    places = occurrences(corpus, {one.needle for one in placed})
    for one in placed:
        found += check_needle(one, places[one.needle], budget)
    found += _shared(placed)
    found += _copied(placed)
    order = {question.id: number for number, question in enumerate(golden.questions)}
    found.sort(key=lambda fault: order[fault.id])
    return Checked(
        tuple(fault for fault in found if not fault.warning),
        tuple(fault for fault in found if fault.warning),
        len({(one.document.name, one.span.start, one.span.end) for one in placed}),
        _mean_copied(placed),
    )


def _check_questions(golden: GoldenSet, corpus: Corpus, placed: list[Placed]) -> Iterator[Fault]:
    """What is wrong with questions as such; needles whose offsets are true are added to `placed`."""
    first: dict[str, Question] = {}
    for question in golden.questions:
        other = first.setdefault(folded(question.question), question)
        if other is not question:
            message = f"the same question as {_named(other)}, but for case and marks"
            yield Fault.of(question, "duplicate", message, "ask it in other words, or take one out")
        if not question.answerable and (question.spans or question.relevant):
            message = "an unanswerable question with an answer's place"
            yield Fault.of(question, "unanswerable", message, "take the place out, or call the question answerable")
        if question.answerable and not question.spans and not question.relevant:
            message = "an answerable question without a needle or a document: it can't be judged"
            yield Fault.of(question, "document", message, "add the place of its answer, or take it out")
        for name, _ in question.relevant:
            yield from _missing(question, name, corpus)
        for span in question.spans:
            outcome = check_place(question, span, corpus)
            if isinstance(outcome, Fault):
                yield outcome
            else:
                placed.append(outcome)


def _missing(question: Question, name: str, corpus: Corpus) -> Iterator[Fault]:
    try:
        if find(corpus, name) is None:
            message = f"the corpus has no document {shown(name)}"
            yield Fault.of(question, "document", message, "correct the name, or take it out")
    except GoldenError as error:
        yield Fault.of(question, "document", str(error), "write the folder before the name")


def _shared(placed: list[Placed]) -> Iterator[Fault]:
    """Needles at one place that do not share a unit: counted as two, they make intervals too narrow."""
    first: dict[tuple[str, int, int], Question] = {}
    for one in placed:
        other = first.setdefault((one.document.name, one.span.start, one.span.end), one.question)
        if other.unit != one.question.unit:
            message = f"the needle of {_named(other)}, but another unit"
            hint = f'give both `"unit": {shown(other.unit)}`'
            yield Fault.of(one.question, "shared", message, hint, warning=True)


def _copied(placed: list[Placed]) -> Iterator[Fault]:
    for question, needle in _by_question(placed):
        share = copied_share(question.question, needle)
        if share is not None and share > MOST_COPIED and len(content_words(question.question)) >= _FEWEST_WORDS:
            message = f"{share:.0%} of its content words stand in its needle"
            hint = "say some of it in other words: a question that copies its needle is found by any search"
            yield Fault.of(question, "copied", message, hint, warning=True)


def _mean_copied(placed: list[Placed]) -> dict[str, float]:
    shares: dict[str, list[float]] = {}
    for question, needle in _by_question(placed):
        share = copied_share(question.question, needle)
        if share is not None:
            for style in {"", question.style}:
                shares.setdefault(style, []).append(share)
    return {style: sum(some) / len(some) for style, some in sorted(shares.items())}


def _by_question(placed: list[Placed]) -> list[tuple[Question, str]]:
    """Each question with the text of its needles, those that are alternatives or needed together in one."""
    texts: dict[str, tuple[Question, list[str]]] = {}
    for one in placed:
        texts.setdefault(one.question.id, (one.question, []))[1].append(one.needle)
    return [(question, "\n".join(needles)) for question, needles in texts.values()]


def _named(question: Question) -> str:
    return f"line {question.line} ({shown(question.id)})" if question.line else shown(question.id)
