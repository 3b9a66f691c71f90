"""What asking a question gives: an answer with citations, or an abstention with its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pincite.types.locator import Locator
from pincite.types.search import Elsewhere, Hit


@dataclass(frozen=True, slots=True)
class Part:
    """What one signal says: its value, that of a common question, and what the difference adds to the log-odds."""

    value: float
    common: float
    adds: float

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "common": self.common, "adds": self.adds}


@dataclass(frozen=True, slots=True)
class GateReading:
    """The numbers that the gate compared.

    `threshold` is a cosine distance (None in the mode `calibrated`, which has no such cut); `best_distance` is that of the
    nearest hit in the list it walked (None when there were no hits); `passed` counts the hits kept, `limit` how many it
    may keep. In the mode `calibrated`, `probability` is the chance that the evidence answers (None: it could not be told),
    `cut` the least that it must be, `signals` the part that each signal has in it.
    """

    mode: str
    threshold: float | None
    best_distance: float | None
    passed: int
    limit: int
    probability: float | None = None
    cut: float | None = None
    signals: Mapping[str, Part] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        told = {
            "mode": self.mode,
            "threshold": self.threshold,
            "best_distance": self.best_distance,
            "passed": self.passed,
            "limit": self.limit,
        }
        if self.cut is None:
            return told
        parts = {name: part.to_json() for name, part in self.signals.items()}
        return {**told, "probability": self.probability, "cut": self.cut, "signals": parts}


@dataclass(frozen=True, slots=True)
class Evidence:
    """The hits that passed the gate, in the order of the list, never empty."""

    hits: tuple[Hit, ...]
    gate: GateReading


@dataclass(frozen=True, slots=True)
class Citation:
    """What the server attaches to the marker `[index]`: the document, the place and its own words.

    The model sees `index`, `document_name`, `label` and `quote`, and nothing else of it. Neighbouring chunks of one
    section are joined into one citation, so `quote == document.text[locator.start:locator.end]` still holds. `opens` is the
    fragment of the sentence that an answer took from a quote of several pages; empty: the quote's own.
    """

    index: int
    document_id: str
    document_name: str
    path: str
    section: str
    label: str
    quote: str
    distance: float
    score: float
    locator: Locator
    places: tuple[Elsewhere, ...] = ()
    opens: str = ""

    @property
    def fragment(self) -> str:
        """Where a link to the citation opens."""
        return self.opens or self.locator.fragment

    def to_json(self) -> dict[str, Any]:
        return {
            "index": self.index,
            "document_id": self.document_id,
            "document_name": self.document_name,
            "path": self.path,
            "section": self.section,
            "label": self.label,
            "from": self.locator.start,
            "to": self.locator.end,
            "quote": self.quote,
            "distance": self.distance,
            "score": self.score,
            "locator": self.locator.to_json(),
            "fragment": self.fragment,
            "places": [place.to_json() for place in self.places],
        }


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that points and that the model was never asked to write: shown as text, never as a link.

    `kind` is one of `out_of_range`, `malformed_marker`, `url`, `doi`, `arxiv`, `page`, `author_year`. `start` and
    `end` are code points of the answer.
    """

    kind: str
    text: str
    start: int
    end: int

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "text": self.text, "from": self.start, "to": self.end}


@dataclass(frozen=True, slots=True)
class Marker:
    """One `[index]` of an answer that is a citation: `answer.text[start:end] == f"[{index}]"`.

    Only these may be shown as links: a verbatim sentence can hold a `[2]` of its own that cites nothing here.
    """

    index: int
    start: int
    end: int

    def to_json(self) -> dict[str, Any]:
        return {"index": self.index, "from": self.start, "to": self.end}


NOTE_NO_ANSWER = "uncited: the model says that the sources do not contain the answer"
"""The note of an answer that says nothing else."""

Verdict = Literal["supported", "unsupported", "uncited", "contradicted", "quoted"]
"""What became of a claim: see `Claim`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What speaks against a claim: `text` is its own piece at `[start, end)` of the answer, `instead` what the quotes say there.

    `kind` is that of a fact (`number`, `unit`, `percentage`, `date`, `identifier`, `link`, `name`, `negation`, `direction`), or
    `marker` (a number without a source), `pointing` (a page or an author that the quotes lack), `source` (another source
    says it, not the one that is cited), `words` (the quotes hardly speak of it). `instead` is empty where they say nothing of the sort.
    """

    kind: str
    text: str
    start: int
    end: int
    instead: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "text": self.text, "from": self.start, "to": self.end, "instead": self.instead}


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of an answer, `answer.text[start:end]`, its markers included, and what was found of it.

    `cited` are the numbers of its markers. `verdict`: `uncited` has no source that exists; `contradicted` says something
    where the quotes say something else of the same kind; `unsupported` says something that the quotes lack; `supported`
    passed every check in `checked`, which is no proof that the quotes mean it; `quoted` is the document word for word, and
    nothing was checked but that. `unchecked` names what could not be looked at. `support` is the share, 0 to 1, of the
    claim that the quotes speak of (None: not scored).
    """

    start: int
    end: int
    cited: tuple[int, ...]
    verdict: Verdict
    reasons: tuple[Reason, ...] = ()
    checked: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    support: float | None = None

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against it."""
        return self.verdict in {"supported", "quoted"}

    def to_json(self) -> dict[str, Any]:
        return {
            "from": self.start,
            "to": self.end,
            "cited": list(self.cited),
            "verdict": self.verdict,
            "reasons": [reason.to_json() for reason in self.reasons],
            "checked": list(self.checked),
            "unchecked": list(self.unchecked),
            "support": self.support,
        }


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and its sources: `citations` are numbered from 1 as the model saw them, `cited` are those it used.

    `cited` holds each number once, in the order of first use; `markers` holds every place in `text` that cites. `claims` are
    the sentences of `text` in order, each with its verdict; headings and what only leads over to something are none.
    `searched_as` is what was searched where that is not the question itself (None: it was).
    """

    question: str
    text: str
    citations: tuple[Citation, ...]
    cited: tuple[int, ...]
    violations: tuple[Violation, ...]
    gate: GateReading
    generator: str
    notes: tuple[str, ...] = ()
    markers: tuple[Marker, ...] = ()
    claims: tuple[Claim, ...] = ()
    searched_as: str | None = None

    answered = True

    @property
    def says_none(self) -> bool:
        """Whether all that it says is that the sources do not answer."""
        return any(note.startswith(NOTE_NO_ANSWER) for note in self.notes)

    def to_json(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "searched_as": self.searched_as,
            "answered": True,
            "answer": self.text,
            "reason": None,
            "citations": [citation.to_json() for citation in self.citations],
            "cited": list(self.cited),
            "markers": [marker.to_json() for marker in self.markers],
            "violations": [violation.to_json() for violation in self.violations],
            "claims": [claim.to_json() for claim in self.claims],
            "refused": None,
            "gate": self.gate.to_json(),
            "generator": self.generator,
            "nearest": [],
            "decided_by": None,
            "unseen": [],
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Abstention:
    """No answer, and the numbers that say why.

    `kind` is `gate` where the evidence was refused and no model that writes was called, `unsupported` where `generator` wrote
    an answer that was withheld because it did not stand up (`unsupported = "strict"`, or `"drop"` and nothing was left).

    `reason` is a sentence for a person; `nearest` are the hits that came closest, best first. `decided_by` names what
    decided: `distance`, the signal that spoke most against an answer, `no hits`, or `no signals` where there was nothing to
    judge by. `unseen` are the words of the question that stand nowhere in the index, filters aside. `searched_as` is what the
    numbers are of where that is not the question itself (None: it is).
    """

    question: str
    reason: str
    gate: GateReading
    nearest: tuple[Hit, ...] = ()
    notes: tuple[str, ...] = ()
    decided_by: str = "distance"
    unseen: tuple[str, ...] = ()
    kind: Literal["gate", "unsupported"] = "gate"
    generator: str | None = None
    searched_as: str | None = None

    answered = False

    def to_json(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "searched_as": self.searched_as,
            "answered": False,
            "answer": None,
            "reason": self.reason,
            "citations": [],
            "cited": [],
            "markers": [],
            "violations": [],
            "claims": [],
            "refused": self.kind,
            "gate": self.gate.to_json(),
            "generator": self.generator,
            "nearest": [hit.to_json() for hit in self.nearest],
            "decided_by": self.decided_by,
            "unseen": list(self.unseen),
            "notes": list(self.notes),
        }
