"""Uploads in parts, for large files and bad connections."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Request, Response
from pydantic import Field
from starlette.concurrency import run_in_threadpool

from pincite.service.body import Body
from pincite.service.jobs.sqlite_queue import new_job
from pincite.service.reach import Jobs, KnownUploads, Name, Opened, Settings
from pincite.service.routes.documents import ACCEPTED, Tag, as_jobs
from pincite.service.uploaded import LONGEST_PATH, document_at

router = APIRouter(prefix="/api/v1/bases/{base}/uploads", tags=["documents"])

UploadId = Annotated[str, Path(description="the id of an upload")]
PART = "application/octet-stream"


class NewUpload(Body):
    """A file that will come in parts."""

    path: str = Field(max_length=LONGEST_PATH, description="a relative path", examples=["talks/keynote.mp4"])
    size: int = Field(ge=0, description="bytes of the whole file")
    tags: list[Tag] = Field(default=[], max_length=100)


@router.post("", status_code=201)
def begin(base: Name, kb: Opened, new: NewUpload, uploads: KnownUploads, settings: Settings) -> dict[str, Any]:  # noqa: ARG001 - `kb` raises where there is none
    """Begin an upload; then send its parts in order with PATCH."""
    return uploads.begin(base, new.path, new.size, new.tags, settings.max_upload).to_json()


@router.get("/{upload}")
def look(base: Name, kb: Opened, upload: UploadId, uploads: KnownUploads) -> dict[str, Any]:  # noqa: ARG001 - as above
    """How far it has come: the next part begins at `offset`."""
    return uploads.get(base, upload).to_json()


@router.patch(
    "/{upload}",
    responses={
        200: {"description": "the part is kept; more is expected"},
        202: {**ACCEPTED[202], "description": "that was the last part: the document waits"},
    },
    openapi_extra={
        "requestBody": {"required": True, "content": {PART: {"schema": {"type": "string", "format": "binary"}}}}
    },
)
async def go_on(  # noqa: PLR0917 - what FastAPI gives
    base: Name,
    kb: Opened,  # noqa: ARG001 - as above
    upload: UploadId,
    uploads: KnownUploads,
    queue: Jobs,
    request: Request,
    response: Response,
    upload_offset: Annotated[int, Header(ge=0, description="the byte at which this part begins")],
) -> dict[str, Any]:
    """Send the next part as raw bytes; with the last one the document is put into the queue."""
    found = await run_in_threadpool(uploads.get, base, upload)
    offset = await uploads.go_on(found, upload_offset, request.stream())
    if offset < found.size:
        return {"offset": offset}
    target = await run_in_threadpool(uploads.finish, found)
    job = new_job(base, "add", found.path, document_at(target), found.tags)
    response.status_code = 202
    return {"offset": offset, **as_jobs(await run_in_threadpool(queue.put, [job]))}


@router.delete("/{upload}", status_code=204)
def give_up(base: Name, kb: Opened, upload: UploadId, uploads: KnownUploads) -> Response:  # noqa: ARG001 - as above
    """Give it up; what has come of it is deleted."""
    uploads.give_up(uploads.get(base, upload))
    return Response(status_code=204)
