"""One piece of work that waits, goes on, or is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Kind = Literal["add", "retry", "remove", "reindex", "evaluate", "calibrate"]
KINDS: tuple[Kind, ...] = ("add", "retry", "remove", "reindex", "evaluate", "calibrate")
ALONE: tuple[Kind, ...] = ("reindex", "evaluate", "calibrate")
"""Jobs that take the whole knowledge base: no other job of it goes on meanwhile."""
MEASURING: tuple[Kind, ...] = ("evaluate", "calibrate")
"""Jobs that change no document, and can be cancelled."""
JobState = Literal["waiting", "working", "done", "failed"]
STATES: tuple[JobState, ...] = ("waiting", "working", "done", "failed")


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done with one file of one knowledge base (`ALONE`: with all of them), and how far it got.

    `path` is shown, `target` opens the file: its absolute path in bytes. `done` of `total` documents are finished in a
    reindex, or questions asked. `options` say how to measure, or what a link may not lead out of (`within`). `attempts` counts the workers that took it. `created` and `updated` are seconds since 1970.
    """

    id: str
    base: str
    kind: Kind
    path: str
    target: bytes
    tags: tuple[str, ...] = ()
    state: JobState = "waiting"
    stage: str = ""
    chunks: int = 0
    done: int = 0
    total: int = 1
    attempts: int = 0
    document_id: str = ""
    code: str = ""
    reason: str = ""
    hint: str = ""
    retryable: bool = False
    created: float = 0.0
    updated: float = 0.0
    options: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """What a client sees."""
        return {
            "id": self.id,
            "base": self.base,
            "kind": self.kind,
            "path": self.path,
            "state": self.state,
            "stage": self.stage,
            "chunks": self.chunks,
            "done": self.done,
            "total": self.total,
            "attempts": self.attempts,
            "document_id": self.document_id or None,
            "code": self.code,
            "reason": self.reason,
            "hint": self.hint,
            "retryable": self.retryable,
            "created": self.created,
            "updated": self.updated,
        }


JOB_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "base": {"type": "string"},
        "kind": {"enum": list(KINDS)},
        "path": {"type": "string"},
        "state": {"enum": list(STATES)},
        "stage": {"type": "string", "description": "how far the document got, as `pincite add` shows it"},
        "chunks": {"type": "integer"},
        "done": {"type": "integer"},
        "total": {"type": "integer"},
        "attempts": {"type": "integer"},
        "document_id": {"type": ["string", "null"]},
        "code": {"type": "string"},
        "reason": {"type": "string"},
        "hint": {"type": "string"},
        "retryable": {"type": "boolean"},
        "created": {"type": "number"},
        "updated": {"type": "number"},
    },
}
"""The JSON Schema of a job."""
