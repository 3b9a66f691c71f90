"""Documents: list, upload, look at, try again, remove."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Response, UploadFile
from pydantic import Field

from pincite.errors import UsageError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.jobs.job import JOB_SCHEMA, Job, Kind
from pincite.service.jobs.sqlite_queue import new_job
from pincite.service.problems import NotFound
from pincite.service.reach import DocumentId, Jobs, Name, Opened, Settings
from pincite.service.shown import document_json, relative
from pincite.service.uploaded import clean_path, document_at, forget, receive
from pincite.types.index import DocumentRecord, State

router = APIRouter(prefix="/api/v1/bases/{base}", tags=["documents"])

ACCEPTED: dict[int | str, dict[str, Any]] = {
    202: {
        "description": "the work waits; its jobs say how far it got",
        "content": {
            "application/json": {
                "schema": {"type": "object", "properties": {"jobs": {"type": "array", "items": JOB_SCHEMA}}}
            }
        },
    }
}

Tag = Annotated[str, Field(max_length=200)]


@router.get("/documents")
def list_documents(
    kb: Opened,
    state: Annotated[State | None, Query(description="only those in this state")] = None,
    q: Annotated[str, Query(max_length=200, description="only paths that hold this, in any case")] = "",
    after: Annotated[str, Query(description="the last path of the page before")] = "",
    limit: Annotated[int, Query(ge=1, le=1000, description="how many at most")] = 100,
) -> dict[str, Any]:
    """The documents by path, a page at a time; `next` is the `after` of the next page, null on the last."""
    stale = dict(kb.status().stale_why)
    rows = [document_json(record, kb.folder, stale.get(record.path, "")) for record in kb.documents()]
    found = sorted(
        (row for row in rows if state in {None, row["state"]} and q.casefold() in row["path"].casefold()),
        key=lambda row: (row["path"], row["state"]),
    )
    page = [row for row in found if row["path"] > after]
    more = len(page) > limit
    return {"documents": page[:limit], "total": len(found), "next": page[limit - 1]["path"] if more else None}


@router.post("/documents", status_code=202, responses=ACCEPTED)
def upload_documents(  # noqa: PLR0917 - a form of three parts, and what FastAPI gives
    base: Name,
    kb: Opened,
    queue: Jobs,
    settings: Settings,
    files: Annotated[list[UploadFile], File(description="the files; a file name may be a relative path")],
    paths: Annotated[list[str], Form(description="relative paths, one for each file")] = [],  # noqa: B006 - FastAPI copies it
    tags: Annotated[list[Tag], Form(description="tags for all of them")] = [],  # noqa: B006 - FastAPI copies it
) -> dict[str, Any]:
    """Store files and have them indexed; one that was there under the same path is replaced."""
    if paths and len(paths) != len(files):
        raise UsageError(f"found {len(files)} files and {len(paths)} paths: expected one path for each file, or none")
    named = [clean_path(path) for path in (paths or [file.filename or "" for file in files])]
    jobs = []
    for path, file in zip(named, files, strict=True):
        target = receive(kb.folder, path, file.file, settings.max_upload)
        jobs.append(new_job(base, "add", path, document_at(target), tags))
    return as_jobs(queue.put(jobs))


@router.get("/documents/{document}")
def show_document(kb: Opened, document: DocumentId) -> dict[str, Any]:
    """What is known of one document."""
    record = known(kb, document)
    return document_json(record, kb.folder, dict(kb.status().stale_why).get(record.path, ""))


@router.delete("/documents/{document}", status_code=204)
def remove_document(base: Name, kb: Opened, document: DocumentId, queue: Jobs) -> Response:
    """Take it out of the index, and delete the upload."""
    record = known(kb, document)
    queue.forget(base, record.path_bytes)
    kb.remove(document)
    forget(kb.folder, Path(os.fsdecode(record.path_bytes)))
    return Response(status_code=204)


@router.post("/documents/{document}/retry", status_code=202, responses=ACCEPTED)
def retry_document(base: Name, kb: Opened, document: DocumentId, queue: Jobs) -> dict[str, Any]:
    """Try a document again, whatever it failed with."""
    record = known(kb, document)
    return _put(queue, [_job(base, kb, "retry", record)])


@router.post("/retry", status_code=202, responses=ACCEPTED)
def retry_all(base: Name, kb: Opened, queue: Jobs) -> dict[str, Any]:
    """Try all documents again that failed and that a retry can help."""
    failed = [record for record in kb.documents() if record.state == "failed" and record.retryable]
    return _put(queue, [_job(base, kb, "retry", record) for record in failed])


@router.post("/reindex", status_code=202, responses=ACCEPTED)
def reindex(base: Name, kb: Opened, queue: Jobs) -> dict[str, Any]:
    """Build the whole index anew beside the old one, then switch."""
    return _put(queue, [new_job(base, "reindex", "", os.fsencode(kb.folder.absolute()))])


def known(kb: KnowledgeBase, document_id: str) -> DocumentRecord:
    """What is known of a document. Raises NotFound."""
    record = kb.record(document_id)
    if record is None:
        raise NotFound(f"there is no document {document_id!r} here")
    return record


def as_jobs(jobs: Sequence[Job]) -> dict[str, Any]:
    """Jobs as a response."""
    return {"jobs": [job.to_json() for job in jobs]}


def _job(base: str, kb: KnowledgeBase, kind: Kind, record: DocumentRecord) -> Job:
    shown = relative({"path": record.path}, kb.folder)["path"]
    return new_job(base, kind, shown, record.path_bytes)


def _put(queue: Jobs, jobs: Sequence[Job]) -> dict[str, Any]:
    return as_jobs(queue.put(jobs))
