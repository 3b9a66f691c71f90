"""Jobs: what waits, what goes on, what is over; and all of it as it happens."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from pincite.service.access.visible import Visible
from pincite.service.events import EVENTS, NO_BUFFER, as_event
from pincite.service.jobs.job import JOB_SCHEMA, JobState
from pincite.service.jobs.sqlite_queue import SqliteQueue
from pincite.service.problems import NotFound
from pincite.service.reach import Jobs, KnownBases, Name, Opened
from pincite.service.shown import base_json

router = APIRouter(prefix="/api/v1/bases/{base}", tags=["jobs"])

_CHANGE = re.compile(r"[0-9]{1,18}")  # what fits into the integers of SQLite
JobId = Annotated[str, Path(description="the id of a job", examples=["33009eba99958dfd3969a0c3"])]

LOOK_SECONDS = 0.4
SILENCE_SECONDS = 15.0
"""After which a line says that the connection lives."""


@router.get("/jobs")
def list_jobs(
    base: Name,
    kb: Opened,  # noqa: ARG001 - raises where there is no such knowledge base
    queue: Jobs,
    state: Annotated[JobState | None, Query(description="only those in this state")] = None,
    limit: Annotated[int, Query(ge=1, le=1000, description="how many at most")] = 100,
) -> dict[str, Any]:
    """Jobs, the newest first."""
    return {"jobs": [job.to_json() for job in queue.jobs(base, [state] if state else [], limit=limit)]}


@router.get("/jobs/{job}", responses={200: {"content": {"application/json": {"schema": JOB_SCHEMA}}}})
def show_job(base: Name, kb: Opened, job: JobId, queue: Jobs) -> dict[str, Any]:  # noqa: ARG001 - as above
    """One job."""
    found = queue.job(base, job)
    if found is None:
        raise NotFound(f"there is no job {job!r} here: those of documents that were removed are forgotten")
    return found.to_json()


@router.get("/events", response_model=None, responses={200: {"content": {EVENTS: {"schema": {"type": "string"}}}}})
async def follow(base: Name, known: KnownBases, queue: Jobs, request: Request) -> StreamingResponse:
    """Events for as long as the connection lives: `job` for each job that changes, `status` with the counts after it."""
    await run_in_threadpool(known.folder, base)
    number = request.headers.get("last-event-id", "")
    after = int(number) if _CHANGE.fullmatch(number) else -1
    return StreamingResponse(_events(base, known, queue, request, after), media_type=EVENTS, headers=NO_BUFFER)


async def _events(base: str, known: Visible, queue: SqliteQueue, request: Request, seen: int) -> AsyncIterator[str]:
    quiet, counted = 0.0, False
    yield ": events follow\n\n"
    while not await request.is_disconnected():
        now = await run_in_threadpool(queue.change, base)
        if (now != seen or quiet > SILENCE_SECONDS) and not await run_in_threadpool(known.still, base):
            return
        if now != seen:
            changed = await run_in_threadpool(queue.jobs, base, after=seen)
            for left, job in zip(range(len(changed), 0, -1), reversed(changed), strict=True):
                yield as_event(
                    "job", job.to_json(), now if left == 1 else None
                )  # who misses one of them gets them all again
            if not counted or any(job.state in {"done", "failed"} for job in changed):
                status = await run_in_threadpool(known.status_at, base, now)
                yield as_event("status", base_json(base, status, known.folder(base)), now)
            seen, quiet, counted = now, 0.0, True
        elif quiet > SILENCE_SECONDS:
            quiet = 0.0
            yield ": still here\n\n"
        quiet += LOOK_SECONDS
        await asyncio.sleep(LOOK_SECONDS)
