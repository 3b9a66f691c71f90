"""Evaluations: the golden set asked by a worker, its figures with their intervals, and the report."""

from __future__ import annotations

import os
from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from pydantic import Field

from pincite.errors import GoldenError
from pincite.evaluate.golden.kept import FILE, read_kept
from pincite.knowledge_base.beside import PAGE, REPORT
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.body import Body
from pincite.service.evaluations import list_evaluations, remove_evaluation, report_of, show_evaluation
from pincite.service.jobs.job import MEASURING, Job, Kind
from pincite.service.jobs.sqlite_queue import new_job
from pincite.service.problems import Conflict, NotFound
from pincite.service.reach import Counted, Jobs, Name, Opened
from pincite.service.routes.documents import ACCEPTED, as_jobs
from pincite.service.routes.jobs import JobId

router = APIRouter(prefix="/api/v1/bases/{base}", tags=["evaluations"])

EvaluationId = Annotated[str, Path(description="the id of an evaluation", examples=["33009eba99958dfd3969a0c3"])]


class NewEvaluation(Body):
    """What is to be asked."""

    out_of_domain: bool = Field(
        default=False, description="also the questions that ship, about everything else, as far ones"
    )


@router.post("/evaluations", status_code=202, responses=ACCEPTED)
def start_evaluation(
    base: Name, kb: Opened, queue: Jobs, counted: Counted, new: NewEvaluation | None = None
) -> dict[str, Any]:
    """Ask the golden set in the background; the job's id is the evaluation's.

    No document is indexed while it goes on, so that all questions meet the same index.
    """
    found = put_measuring(base, kb, queue, "evaluate", (new or NewEvaluation()).model_dump())
    counted.measuring("evaluate")
    return found


@router.get("/evaluations")
def list_all_evaluations(base: Name, kb: Opened, queue: Jobs) -> dict[str, Any]:
    """Evaluations, the newest first, without their parts; the last 20 are kept."""
    return {"evaluations": list_evaluations(base, kb, queue)}


@router.get("/evaluations/{evaluation}")
def show_one_evaluation(base: Name, kb: Opened, queue: Jobs, evaluation: EvaluationId) -> dict[str, Any]:
    """How far it is, and its figures once it is done: recall, MRR, destroyed needles, bluffs beside answers given up."""
    return show_evaluation(base, kb, queue, evaluation)


@router.delete("/evaluations/{evaluation}", status_code=204)
def delete_evaluation(base: Name, kb: Opened, queue: Jobs, evaluation: EvaluationId) -> Response:
    """Delete it with its report; one that waits or goes on is cancelled."""
    remove_evaluation(base, kb, queue, evaluation)
    return Response(status_code=204)


@router.get(
    "/evaluations/{evaluation}/report.html",
    response_class=Response,
    responses={200: {"content": {"text/html": {"schema": {"type": "string"}}}}},
)
def show_report(kb: Opened, evaluation: EvaluationId) -> Response:
    """The report as a page of its own, as `pincite eval report` writes it: no script, nothing loaded from elsewhere."""
    from pincite.evaluate.report.html import POLICY  # noqa: PLC0415 - a service that measures nothing need not load scipy

    policy = f"{POLICY}; frame-ancestors 'none'; sandbox"
    page = report_of(kb, evaluation, PAGE).read_bytes()
    return Response(page, media_type="text/html", headers={"Content-Security-Policy": policy})


@router.get("/evaluations/{evaluation}/report.json")
def show_report_as_json(kb: Opened, evaluation: EvaluationId) -> Response:
    """The same as JSON: rows, losses, the sweep of thresholds, risk and coverage, the worst misses and the nearest bluffs."""
    return Response(report_of(kb, evaluation, REPORT).read_bytes(), media_type="application/json")


@router.post("/jobs/{job}/cancel")
def cancel_job(base: Name, kb: Opened, job: JobId, queue: Jobs) -> dict[str, Any]:  # noqa: ARG001 - `kb` raises where there is none
    """End an evaluation or a calibration that waits or goes on; nothing of it is kept."""
    if not queue.cancel(base, job):
        found = _known(queue.job(base, job), job)
        why = "it is over" if found.kind in MEASURING else "a document would be left half done"
        raise Conflict(f"a job of the kind {found.kind} that is {found.state} can't be cancelled: {why}")
    return _known(queue.job(base, job), job).to_json()


def put_measuring(base: str, kb: KnowledgeBase, queue: Jobs, kind: Kind, options: dict[str, Any]) -> dict[str, Any]:
    """Put a job that measures into the queue. Raises GoldenError where there is nothing to ask."""
    if all(question.draft for question in read_kept(kb.folder)):
        raise GoldenError("the golden set holds no question that counts: write some, or accept its drafts")
    job = new_job(base, kind, FILE, os.fsencode(kb.folder.absolute() / FILE), options=options)
    return as_jobs(queue.put([job]))


def _known(job: Job | None, job_id: str) -> Job:
    if job is None:
        raise NotFound(f"there is no job {job_id!r} here")
    return job
