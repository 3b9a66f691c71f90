"""What a golden set is: questions, the needles that answer them, and the documents they lie in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pincite.types.document import Document

Rule = Literal["any", "all"]

_DEEPEST = 64
"""Folders of a document's name that a shorter name may leave out."""


@dataclass(frozen=True, slots=True)
class Span:
    """A needle's place: half-open code points of the canonical text of the document that the corpus calls `document`.

    `needle` is the text that stands there, where the golden set repeats it ("" where it does not).
    """

    document: str
    start: int
    end: int
    needle: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One golden question.

    `unit` is shared by the phrasings of one needle: they are not independent, so intervals and tests count units. It
    is the id up to its last letter, unless the file says otherwise. `spans` are alternatives (`rule` "any") or needed
    together ("all"); empty for an unanswerable question and for one whose needle is not known. `relevant` grades
    whole documents, for sets without spans. `style` names the phrasing, `kind` what is asked for, `distance` how far an
    unanswerable question lies from the corpus (near, near-miss, literal, far). A `draft` is not counted until a person
    accepts it. `line` counts from 1 in the file; 0 where the file has no lines.
    """

    id: str
    question: str
    unit: str
    answerable: bool
    spans: tuple[Span, ...] = ()
    rule: Rule = "any"
    relevant: tuple[tuple[str, int], ...] = ()
    style: str = ""
    kind: str = ""
    distance: str = ""
    draft: bool = False
    line: int = 0

    def to_json(self) -> dict[str, Any]:
        """The question in our own form, one line of a golden set; more spans than one stand under `spans`."""
        first = self.spans[0] if self.spans else None
        row: dict[str, Any] = {"id": self.id, "question": self.question, "answerable": self.answerable}
        if first is not None and len(self.spans) == 1:
            row |= {"doc": first.document, "from": first.start, "to": first.end, "needle": first.needle}
        elif self.spans:
            row["spans"] = [
                {"doc": span.document, "from": span.start, "to": span.end, "needle": span.needle} for span in self.spans
            ]
            row["rule"] = self.rule
        if self.relevant:
            row["relevant"] = dict(self.relevant)
        row |= {name: getattr(self, name) for name in ("style", "kind", "distance") if getattr(self, name)}
        return row | {"unit": self.unit} | ({"draft": True} if self.draft else {})


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """Questions in the order of their file; `sha256` is of the accepted questions' content, whatever their order.

    `drafts` counts the questions of the file that are still drafts; they are not among `questions`.
    """

    name: str
    questions: tuple[Question, ...]
    sha256: str
    drafts: int = 0


@dataclass(frozen=True, slots=True)
class CorpusDocument:
    """A document under the name that golden sets call it by: its path below the corpus, or its id in a file of documents.

    `removed` are the offsets, ascending, of the source's characters that its canonical text lacks (a byte order mark, the
    carriage returns of line ends): what maps a place of the source to a place of the text.
    """

    name: str
    document: Document
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CorpusCounts:
    """How large a corpus is, and which: `sha256` is of names and canonical texts."""

    documents: int
    characters: int
    sections: int
    sha256: str

    def to_json(self) -> dict[str, Any]:
        return {
            "documents": self.documents,
            "characters": self.characters,
            "sections": self.sections,
            "sha256": self.sha256,
        }


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents in the order of their names; `failed` names those that could not be read, with the reason."""

    documents: tuple[CorpusDocument, ...]
    counts: CorpusCounts
    failed: tuple[tuple[str, str], ...] = field(default=())
    _called: Mapping[str, tuple[CorpusDocument, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_called", _by_ending(self.documents))

    def called(self, name: str) -> tuple[CorpusDocument, ...]:
        """The document of exactly this name, else all whose name ends with `/name`; empty where there is none."""
        return self._called.get(name, ())


def _by_ending(documents: tuple[CorpusDocument, ...]) -> dict[str, tuple[CorpusDocument, ...]]:
    found: dict[str, list[CorpusDocument]] = {}
    for document in documents:
        parts = document.name.split("/")
        for depth in range(1, min(len(parts), _DEEPEST)):
            found.setdefault("/".join(parts[depth:]), []).append(document)
    whole = {document.name: (document,) for document in documents}
    return {ending: tuple(some) for ending, some in found.items()} | whole
