"""Inspect: what becomes of a query on its way to an answer."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from pincite.service.access.visible import needs
from pincite.service.body import Body
from pincite.service.described import answers
from pincite.service.reach import Asking, Opened
from pincite.service.routes.search import Filters
from pincite.service.shown import relative

router = APIRouter(prefix="/api/v1/bases/{base}", tags=["questions"])


class Inspect(Body):
    """A query to look at."""

    query: str = Field(min_length=1, max_length=10_000, examples=["What does overlap cost?"])
    filters: Filters = Field(default=[])


@router.post(
    "/inspect",
    openapi_extra=needs("reader"),
    responses={200: answers("inspect", "every list, the gate's numbers, what a model would receive")},
    response_model=None,
)
async def inspect(asked: Inspect, kb: Opened, questions: Asking) -> JSONResponse:
    """The dense, lexical, fused and reranked lists, what the gate says, and what a model would receive, byte for byte."""

    def work() -> dict[str, Any]:
        shown: dict[str, Any] = relative(kb.inspect(asked.query, filters=asked.filters).to_json(), kb.folder)
        return shown

    return JSONResponse(await questions.working(work))
