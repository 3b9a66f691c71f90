"""The golden sets of a service: each in a file of its knowledge base, changed by one request at a time."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pincite.errors import GoldenError, UsageError
from pincite.evaluate.corpus import corpus_of, names_of
from pincite.evaluate.golden.kept import (
    FILE,
    Item,
    accepted_digest,
    fresh_unit,
    further,
    imported,
    item_id,
    items_of,
    named,
    needle_at,
    read_kept,
    write_kept,
)
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.bases import FILES
from pincite.service.problems import Conflict, NotFound
from pincite.types.golden import Question, Span

Phrasings = Sequence[Question]
Change = Callable[[list[Question]], list[Question]]


class GoldenSets:
    """Reads and changes golden sets; a lock keeps two requests from writing over each other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def add(self, kb: KnowledgeBase, phrasings: Phrasings, span: Span | None) -> Item:
        """Add a needle (None: what the documents do not say) with its phrasings, under a name of its own."""
        made: list[Question] = []

        def change(questions: list[Question]) -> list[Question]:
            unit = fresh_unit(questions, answerable=span is not None)
            made.extend(_placed(named(unit, phrasings, (one.id for one in questions)), span))
            return questions + made

        self._change(kb, change)
        return Item(tuple(made))

    def replace(self, kb: KnowledgeBase, item: str, phrasings: Phrasings, span: Span | None) -> Item:
        """Put other phrasings into an item, and another place unless `span` is None. Raises NotFound, UsageError without any place."""
        made: list[Question] = []

        def change(questions: list[Question]) -> list[Question]:
            old = _known(questions, item).first
            others = [one for one in questions if one.unit != old.unit]
            renamed = named(old.unit, phrasings, (one.id for one in others))
            made.extend(_placed(renamed, span) if span or not phrasings[0].answerable else _as_before(renamed, old))
            before = next(at for at, one in enumerate(questions) if one.unit == old.unit)
            return others[:before] + made + others[before:]

        self._change(kb, change)
        return Item(tuple(made))

    def remove(self, kb: KnowledgeBase, item: str) -> None:
        """Take an item out. Raises NotFound."""

        def change(questions: list[Question]) -> list[Question]:
            unit = _known(questions, item).first.unit
            return [one for one in questions if one.unit != unit]

        self._change(kb, change)

    def take_in(self, kb: KnowledgeBase, body: bytes, *, instead: bool) -> tuple[int, int]:
        """Add the questions of a file, or put them in the place of all; how many came, and how many there are now.

        Raises GoldenError for a file that is no golden set, Conflict where an id is there already with another content.
        """
        read, counts = _read(kb, body), list[int]()

        def change(questions: list[Question]) -> list[Question]:
            before = [] if instead else questions
            new = _further(read, before)
            counts.extend((len(new), len(before) + len(new)))
            return before + new

        self._change(kb, change)
        return counts[0], counts[1]

    def _change(self, kb: KnowledgeBase, change: Change) -> None:
        with self._lock:
            write_kept(kb.folder, change(read_kept(kb.folder)))


def golden_json(kb: KnowledgeBase) -> dict[str, Any]:
    """A golden set with its counts; drafts are among the items, and not among the counts."""
    questions, places = read_kept(kb.folder), Places(kb)
    accepted = [question for question in questions if not question.draft]
    answerable = sum(question.answerable for question in accepted)
    return {
        "items": [item_json(item, places) for item in items_of(questions)],
        "sha256": accepted_digest(accepted),
        "questions": len(accepted),
        "answerable": answerable,
        "unanswerable": len(accepted) - answerable,
        "drafts": len(questions) - len(accepted),
    }


class Places:
    """Which document a golden set means by a name."""

    def __init__(self, kb: KnowledgeBase) -> None:
        self._ids = {name: document for document, name in names_of(kb).items()}

    def document(self, name: str) -> str | None:
        """The id of the document of this name, else of the only one whose name ends with it; None where there is none."""
        if name in self._ids:
            return self._ids[name]
        ends = [document for other, document in self._ids.items() if other.endswith(f"/{name}")]
        return ends[0] if len(ends) == 1 else None


def item_json(item: Item, places: Places) -> dict[str, Any]:
    """An item as a client sees it."""
    first = item.first
    return {
        "id": item.id,
        "unit": first.unit,
        "answerable": first.answerable,
        "spans": [
            {
                "document": span.document,
                "document_id": places.document(span.document),
                "path": span.document.removeprefix(f"{FILES}/"),
                "from": span.start,
                "to": span.end,
                "needle": span.needle,
            }
            for span in first.spans
        ],
        "rule": first.rule,
        "kind": first.kind,
        "distance": first.distance,
        "questions": [
            {"id": one.id, "question": one.question, "style": one.style, "draft": one.draft} for one in item.questions
        ],
    }


def needle_of(kb: KnowledgeBase, document_id: str, start: int, end: int) -> Span:
    """The needle at a place of an indexed document, its words taken from the canonical text. Raises NotFound and UsageError."""
    name = names_of(kb).get(document_id)
    if name is None:
        raise NotFound(f"there is no indexed document {document_id!r} here")
    return needle_at(name, kb.document(document_id).text, start, end)


def with_items(faults: Sequence[dict[str, Any]], questions: Sequence[Question]) -> list[dict[str, Any]]:
    """Faults with the id of the item that each is about."""
    units = {question.id: question.unit for question in questions}
    return [{**fault, "item": item_id(units[fault["id"]])} for fault in faults]


def _placed(questions: Sequence[Question], span: Span | None) -> list[Question]:
    return [replace(one, spans=() if span is None else (span,)) for one in questions]


def _as_before(questions: Sequence[Question], old: Question) -> list[Question]:
    """The questions at the place of `old`."""
    if not old.spans and not old.relevant:
        raise UsageError(
            "found no place of an answer, expected `document_id`, `from` and `to`: this item had none before"
        )
    return [replace(one, spans=old.spans, rule=old.rule, relevant=old.relevant) for one in questions]


def _known(questions: Sequence[Question], item: str) -> Item:
    found = next((one for one in items_of(questions) if one.id == item), None)
    if found is None:
        raise NotFound(f"there is no {item!r} in the golden set")
    return found


def _read(kb: KnowledgeBase, body: bytes) -> list[Question]:
    """The questions of a file that was sent. Raises GoldenError, which calls it `the file`."""
    corpus = corpus_of(kb) if kb.states().get("indexed") else None
    with tempfile.TemporaryDirectory(prefix="pincite-") as folder:
        path = Path(folder) / FILE
        path.write_bytes(body)
        try:
            return imported(path, corpus)
        except GoldenError as error:
            raise GoldenError(str(error).replace(str(path), "the file")) from None


def _further(new: Sequence[Question], into: Sequence[Question]) -> list[Question]:
    try:
        return further(new, into)
    except GoldenError as error:
        raise Conflict(str(error)) from None
