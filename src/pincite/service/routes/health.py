"""Whether the service lives, whether it can answer, and what it has done."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pincite import __version__
from pincite.service.reach import KnownBases

router = APIRouter(tags=["health"])


@router.get("/health")
def health() -> dict[str, Any]:
    """The process lives."""
    return {"status": "ok", "version": __version__}


@router.get("/ready")
def ready(known: KnownBases) -> dict[str, Any]:
    """Every knowledge base can be opened; a problem says which can't."""
    for name in known.names():
        known.get(name).status()
    return {"status": "ready", "bases": len(known.names())}


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics() -> Response:
    """Counters and times for Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)
