"""Records as the service shows them: as the command line does, but with paths as they were uploaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pincite.errors import what_to_do
from pincite.service.bases import FILES
from pincite.types.index import DocumentRecord
from pincite.types.ingest import Status


def base_json(name: str, status: Status, folder: Path) -> dict[str, Any]:
    """A knowledge base with its counts."""
    shown: dict[str, Any] = relative(status.to_json(), folder)
    return {"name": name, **shown}


def relative(value: Any, folder: Path) -> Any:
    """The same JSON, every `path` below the uploads of the knowledge base in `folder` cut to what was uploaded.

    >>> relative({"path": "/srv/papers/files/a/b.md", "hits": [{"path": "/elsewhere/c.md"}]}, Path("/srv/papers"))
    {'path': 'a/b.md', 'hits': [{'path': '/elsewhere/c.md'}]}
    """
    if isinstance(value, list):
        return [relative(item, folder) for item in value]
    if not isinstance(value, dict):
        return value
    top = f"{(folder / FILES).absolute()}/"
    return {
        key: item.removeprefix(top) if key == "path" and isinstance(item, str) else relative(item, folder)
        for key, item in value.items()
    }


def document_json(record: DocumentRecord, folder: Path, stale: str = "") -> dict[str, Any]:
    """A document with what it failed with (null: it has not) and why it is stale (empty: it is not)."""
    shown: dict[str, Any] = relative(record.to_json(), folder)
    failure = {
        "code": record.error_code,
        "reason": record.error,
        "hint": what_to_do(record.error_code),
        "retryable": record.retryable,
    }
    return {**shown, "failure": failure if record.state == "failed" else None, "stale": stale}
