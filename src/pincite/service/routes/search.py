"""Search: the passages that fit a query best."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse
from pydantic import Field

from pincite.service.access.visible import needs
from pincite.service.body import Body
from pincite.service.described import answers
from pincite.service.reach import Asking, Opened
from pincite.service.shown import relative
from pincite.types.search import Mode, Rerank

router = APIRouter(prefix="/api/v1/bases/{base}", tags=["questions"])

Filters = Annotated[
    list[Annotated[str, Field(max_length=1000)]],
    Field(description="all must hold", examples=[["folder:a/b", "date>=2024"]], max_length=50),
]


class Search(Body):
    """A query, and how to rank."""

    query: str = Field(min_length=1, max_length=10_000, examples=["what overlap costs"])
    k: int = Field(default=8, ge=1, le=1000, description="how many passages")
    mode: Mode | None = Field(default=None, description="None: the knowledge base's own setting")
    rerank: Rerank | None = Field(default=None, description="None: the knowledge base's own setting")
    filters: Filters = Field(default=[])


@router.post(
    "/search",
    openapi_extra=needs("reader"),
    responses={200: answers("search", "the hits, best first")},
    response_model=None,
)
async def search(asked: Search, kb: Opened, questions: Asking) -> JSONResponse:
    """The passages that fit a query best, with their exact places."""

    def work() -> dict[str, Any]:
        options = {"k": asked.k, "mode": asked.mode, "rerank": asked.rerank, "filters": asked.filters}
        shown: dict[str, Any] = relative(questions.search(kb, asked.query, **options).to_json(), kb.folder)
        return shown

    return JSONResponse(await questions.working(work))
