"""The golden set that a knowledge base keeps beside its index: a file in our own form, which every command of `eval` reads."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from pincite.errors import GoldenError, UsageError
from pincite.evaluate.golden.own import read_own
from pincite.evaluate.golden.read import digest, read_all
from pincite.evaluate.golden.rows import read_rows, shown
from pincite.knowledge_base.beside import GOLDEN
from pincite.types.golden import Corpus, Question, Span

FILE = GOLDEN
MOST = 10_000
"""Questions that one set may have: each change writes the file anew."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Item:
    """A needle with its phrasings, or what is asked of documents that lack the answer: questions of one unit, in their order."""

    questions: tuple[Question, ...]

    @property
    def first(self) -> Question:
        """What all of them share stands in each; the first speaks for them."""
        return self.questions[0]

    @property
    def id(self) -> str:
        """A name of 16 hexadecimal digits that may stand in an address, the same for as long as the unit is called the same."""
        return item_id(self.first.unit)


def item_id(unit: str) -> str:
    """The id of the item of a unit, whose own name may be anything.

    >>> item_id("n0001")
    'cf6806a1f790b460'
    """
    return sha256(unit.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_kept(folder: Path) -> list[Question]:
    """All questions of the golden set in the folder of a knowledge base, drafts too; none where there is no set."""
    path = folder / FILE
    return read_own(read_rows(path)) if path.is_file() else []


def write_kept(folder: Path, questions: Sequence[Question]) -> None:
    """Put a golden set in the place of the one before, whole or not at all. Raises UsageError for more than `MOST` questions."""
    if len(questions) > MOST:
        raise UsageError(f"the golden set would have {len(questions)} questions: expected at most {MOST}")
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=f".{FILE}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{json.dumps(question.to_json(), ensure_ascii=False)}\n" for question in questions)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(folder / FILE)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def items_of(questions: Iterable[Question]) -> list[Item]:
    """The questions by unit, in the order in which the units come."""
    found: dict[str, list[Question]] = {}
    for question in questions:
        found.setdefault(question.unit, []).append(question)
    return [Item(tuple(some)) for some in found.values()]


def accepted_digest(questions: Iterable[Question]) -> str:
    """The hash of a set as runs and calibrations name it: of its accepted questions."""
    return digest([question for question in questions if not question.draft])


def fresh_unit(questions: Iterable[Question], *, answerable: bool) -> str:
    """A name for a further unit: `n0001` for a needle, `u0001` for what has no answer.

    >>> fresh_unit([Question("n0003a", "?", "n0003", answerable=True)], answerable=True)
    'n0004'
    """
    letter = "n" if answerable else "u"
    taken = [one.unit[1:] for one in questions if one.unit[:1] == letter]
    return f"{letter}{max((int(rest) for rest in taken if rest.isascii() and rest.isdecimal()), default=0) + 1:04}"


def named(unit: str, phrasings: Sequence[Question], taken: Iterable[str]) -> list[Question]:
    """The phrasings as the questions of a unit: `n0001a`, `n0001b`; one whose name is `taken` gets a longer one."""
    used, found = set(taken), []
    for number, question in enumerate(phrasings):
        id_ = f"{unit}{_LETTERS[number % len(_LETTERS)]}"
        while id_ in used:
            id_ += "a"
        used.add(id_)
        found.append(replace(question, id=id_, unit=unit))
    return found


def needle_at(name: str, text: str, start: int, end: int) -> Span:
    """The needle between two places of a canonical text, without the white space at its ends. Raises UsageError where there is none.

    >>> needle_at("a.md", "One. Two. ", 4, 10)
    Span(document='a.md', start=5, end=9, needle='Two.')
    """
    if not 0 <= start < end <= len(text):
        raise UsageError(
            f"found from = {start}, to = {end}, expected a span of the text, which has {len(text)} characters"
        )
    part = text[start:end]
    first, last = start + len(part) - len(part.lstrip()), start + len(part.rstrip())
    if first >= last:
        raise UsageError(f"characters {start} to {end} are nothing but white space: choose a sentence")
    return Span(name, first, last, text[first:last])


def imported(path: Path, corpus: Corpus | None) -> list[Question]:
    """The questions of a file in any form, drafts too, with the text of each needle; raises as `read_golden` does."""
    return [
        replace(question, spans=tuple(_with_needle(span, corpus) for span in question.spans), line=0)
        for question in read_all(path, corpus)
    ]


def further(questions: Iterable[Question], into: Iterable[Question]) -> list[Question]:
    """The questions that are not yet in `into`. Raises GoldenError where an id is there already with another content."""
    known, found = {question.id: replace(question, line=0) for question in into}, []
    for question in questions:
        there = known.get(question.id)
        if there is None:
            found.append(question)
        elif there != question:
            raise GoldenError(
                f"found the id {shown(question.id)}, which the golden set has already with another content: rename it, or "
                "put the file in the place of the set"
            )
    return found


def _with_needle(span: Span, corpus: Corpus | None) -> Span:
    documents = corpus.called(span.document) if corpus is not None else ()
    if span.needle or len(documents) != 1:
        return span
    return replace(span, needle=documents[0].document.text[span.start : span.end])
