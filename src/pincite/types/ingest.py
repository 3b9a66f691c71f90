"""What adding documents does and reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from pincite.types.calibration import Calibration, GateMode

Stage = Literal[
    "extracting",
    "embedding",
    "indexed",
    "failed",
    "unchanged",
    "removed",
    "asking",
    "copying",
    "checking",
    "writing",
]


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of one document: `done` of `total` documents are finished, `chunks` were written for this one."""

    path: str
    stage: Stage
    done: int
    total: int
    chunks: int = 0


Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Failure:
    """A document that could not be indexed: a code, the reason, whether a retry can help and what to do."""

    path: str
    code: str
    reason: str
    retryable: bool
    hint: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "code": self.code,
            "reason": self.reason,
            "retryable": self.retryable,
            "hint": self.hint,
        }


@dataclass(frozen=True, slots=True)
class AddReport:
    """What one call did: counts of documents, and of the chunks and tokens that it wrote.

    `added`, `replaced`, `unchanged`, `removed` and `failed` are disjoint. `same` pairs a path with an earlier one of
    the same bytes. `over_window` counts the chunks that the encoder would truncate. `notes` are sentences for a person.
    """

    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: tuple[Failure, ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    chunks: int = 0
    tokens: int = 0
    header_tokens: int = 0
    over_window: int = 0
    seconds: float = 0.0
    notes: tuple[str, ...] = field(default=())

    def to_json(self) -> dict[str, Any]:
        return {
            "added": self.added,
            "replaced": self.replaced,
            "unchanged": self.unchanged,
            "removed": self.removed,
            "failed": [failure.to_json() for failure in self.failed],
            "same": [{"path": path, "as": other} for path, other in self.same],
            "chunks": self.chunks,
            "tokens": self.tokens,
            "header_tokens": self.header_tokens,
            "header_share": round(self.header_tokens / self.tokens, 4) if self.tokens else 0.0,
            "over_window": self.over_window,
            "seconds": round(self.seconds, 3),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Status:
    """What a knowledge base holds; every count was written by the store together with what it counts.

    `states` counts documents by state, `stale` those that an older extractor or pipeline built (`stale_why` says
    which, by path). `threshold` is None when the embedder is uncalibrated. `remote` names an endpoint that is used. `gate` is
    the mode that questions are refused by; `calibration` is None when the knowledge base was not calibrated, `calibration_stale` says why
    it no longer holds ("": it does). `blocked` says what makes every question, or every `add`, fail, `unfinished` what was begun
    and not ended; each with what to do.
    """

    documents: int
    chunks: int
    characters: int
    tokens: int
    header_tokens: int
    over_window: int
    states: dict[str, int]
    failed: tuple[Failure, ...]
    seal: dict[str, Any] | None
    stale: int
    stale_why: tuple[tuple[str, str], ...]
    threshold: float | None
    remote: tuple[str, ...]
    bytes: int
    gate: GateMode = "distance"
    calibration: Calibration | None = None
    calibration_stale: str = ""
    blocked: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "documents": self.documents,
            "chunks": self.chunks,
            "characters": self.characters,
            "tokens": self.tokens,
            "header_tokens": self.header_tokens,
            "header_share": round(self.header_tokens / self.tokens, 4) if self.tokens else 0.0,
            "over_window": self.over_window,
            "states": self.states,
            "failed": [failure.to_json() for failure in self.failed],
            "seal": self.seal,
            "stale": self.stale,
            "stale_why": [{"path": path, "why": why} for path, why in self.stale_why],
            "threshold": self.threshold,
            "remote": list(self.remote),
            "bytes": self.bytes,
            "gate": self.gate,
            "calibration": None if self.calibration is None else self.calibration.to_json(),
            "calibration_stale": self.calibration_stale,
            "blocked": list(self.blocked),
            "unfinished": list(self.unfinished),
        }


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that `doctor` found: which check, where, and what was found instead of what."""

    check: str
    where: str
    message: str

    def to_json(self) -> dict[str, Any]:
        return {"check": self.check, "where": self.where, "message": self.message}
