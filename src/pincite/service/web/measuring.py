"""The page of a golden set: its questions, its evaluations, and the threshold on their curve."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from pincite.service.reach import Name, Opened
from pincite.service.web.pages import AnyReader

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/b/{base}/golden")
def show_golden_set(reader: AnyReader, base: Name, kb: Opened) -> Response:  # noqa: ARG001 - `kb` raises where there is none
    """The golden set of a knowledge base; scripts fill it in by the API."""
    return reader.page("golden.html", base=base)
