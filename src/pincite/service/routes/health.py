"""Whether the service lives, whether it can answer, and what it has done."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST

from pincite import __version__
from pincite.errors import PinciteError
from pincite.service.access.visible import needs
from pincite.service.problems import NotServing
from pincite.service.reach import Counted, KnownBases, Workers

router = APIRouter(tags=["health"])


@router.get("/health")
def health() -> dict[str, Any]:
    """The process lives."""
    return {"status": "ok", "version": __version__}


@router.get("/ready", openapi_extra=needs("admin"))
def ready(known: KnownBases, workers: Workers) -> dict[str, Any]:
    """Every knowledge base can be opened, and a worker lives where there are to be any; a problem says what is amiss."""
    names = known.names()
    amiss = [f"{name}: {status}" for name, status in known.statuses().items() if isinstance(status, PinciteError)]
    if amiss:
        raise NotServing(f"{len(amiss)} of {len(names)} knowledge bases cannot be opened: {'; '.join(amiss)}")
    alive = len(workers.alive())
    if workers.wanted and not alive:
        raise NotServing(f"none of {workers.wanted} workers is alive: uploads wait; the log of the service says why")
    return {"status": "ready", "bases": len(names), "workers": {"wanted": workers.wanted, "alive": alive}}


@router.get(
    "/metrics", openapi_extra=needs("admin"), response_class=Response, responses={200: {"content": {"text/plain": {}}}}
)
def metrics(counted: Counted) -> Response:
    """Requests, seconds of questions, how questions ended, jobs and documents by state, in Prometheus' text format."""
    return Response(counted.text(), media_type=CONTENT_TYPE_LATEST)
