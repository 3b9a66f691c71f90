"""Stubs of questions that the documents do not answer, proposed from what they do say: a person asks what is missing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pincite.evaluate.golden.draft import Candidate
from pincite.types.golden import Corpus, Question

MISSING: dict[str, re.Pattern[str]] = {
    "a number or an amount": re.compile(r"\d|%"),
    "a date or a time": re.compile(
        r"\b(?:1[5-9]|20)\d\d\b|\b\d{1,2}:\d\d\b|\b(?:january|february|march|april|june|july|august|september|october|november"
        r"|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\b",
        re.IGNORECASE,
    ),
    "a price": re.compile(r"[€$£¥]|\b(?:euros?|dollars?|d[oó]lares|price|cost|precio|cuesta)\b", re.IGNORECASE),
    "a reason": re.compile(r"\b(?:because|since|therefore|so that|porque|ya que|por eso|para que)\b", re.IGNORECASE),
    "who does it": re.compile(r"\b(?:by|team|person|people|manager|por|equipo|persona|responsable)\b", re.IGNORECASE),
    "what happens if it fails": re.compile(
        r"\b(?:fails?|error|unless|otherwise|falla|fallo|salvo|si no)\b", re.IGNORECASE
    ),
}
"""What a person may ask of any passage, and what shows that a section has something of the kind."""

NEAR, NEAR_MISS = "near", "near-miss"


@dataclass(frozen=True, slots=True)
class Stub:
    """A sentence of the documents, and how to ask beside it.

    `missing` names what its section says nothing of. For a `near` question one of these is asked of the sentence's subject,
    for a `near-miss` the sentence's own fact is asked of something that only sounds like its subject.
    """

    candidate: Candidate
    distance: str
    missing: tuple[str, ...]

    @property
    def hint(self) -> str:
        """What to write, for the person who does."""
        if self.distance == NEAR_MISS:
            return "ask in these words for the same fact of something else, which the documents do not cover"
        return f"ask about this subject for what the documents do not say, such as {', '.join(self.missing)}"


def draft_unanswerable(corpus: Corpus, candidates: Sequence[Candidate]) -> list[Stub]:
    """A stub for each sentence, near and near-miss by turns; one whose section has something of every kind is always a near-miss."""
    texts = {one.name: one for one in corpus.documents}
    found = []
    for place, candidate in enumerate(candidates):
        document = texts[candidate.span.document].document
        section = " ".join(
            document.text[block.start : block.end]
            for block in document.blocks
            if document.heading_path(block.start) == candidate.section
        )
        missing = tuple(name for name, pattern in MISSING.items() if not pattern.search(section))
        found.append(Stub(candidate, NEAR_MISS if place % 2 or not missing else NEAR, missing[:3]))
    return found


def stub_questions(stubs: Sequence[Stub]) -> list[Question]:
    """An empty unanswerable question for every stub, marked as a draft: it counts nowhere until a person has written it."""
    width = max(3, len(str(len(stubs))))
    return [
        Question(
            f"u-{number:0{width}}", "", f"u-{number:0{width}}", answerable=False, distance=stub.distance, draft=True
        )
        for number, stub in enumerate(stubs, 1)
    ]


def write_stubs(stubs: Sequence[Stub], path: Path) -> None:
    """Write the stubs, each with the sentence under `about` and a hint; FileExistsError rather than replace a file."""
    with path.open("x", encoding="utf-8", newline="\n") as file:
        for row in _rows(stubs):
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _rows(stubs: Sequence[Stub]) -> Iterator[dict[str, object]]:
    for stub, question in zip(stubs, stub_questions(stubs), strict=True):
        span = stub.candidate.span
        yield {
            **question.to_json(),
            "section": " > ".join(stub.candidate.section),
            "about": span.needle,
            "source": span.document,
            "hint": stub.hint,
        }
