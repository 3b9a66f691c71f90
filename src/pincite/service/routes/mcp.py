"""The door for MCP clients: each knowledge base is a server with the tools `search`, `ask` and `read`."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from urllib.parse import quote

from fastapi import APIRouter, FastAPI, Request, Response
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.types import Receive, Scope, Send

from pincite.mcp.desk import Desk
from pincite.mcp.server import build_server
from pincite.service.access.visible import needs, visible
from pincite.service.problems import without_root
from pincite.service.questions import Questions
from pincite.service.reach import Name
from pincite.service.shown import relative

router = APIRouter(tags=["mcp"])

LARGEST_MESSAGE = 1_000_000


class _Handled(Response):
    """Whatever the SDK answers; what is in front of it here is what is in front of every route."""

    def __init__(self, manager: StreamableHTTPSessionManager) -> None:
        super().__init__()
        self._manager = manager

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._manager.handle_request(scope, receive, send)


@asynccontextmanager
async def mcp_serving(app: FastAPI) -> AsyncIterator[None]:
    """Serve MCP as long as the application runs; without sessions, so that nobody can come in by another's."""
    logging.getLogger("mcp").setLevel(logging.ERROR)  # its lines are none of ours, and may hold what was asked
    manager = StreamableHTTPSessionManager(
        build_server(_desk), stateless=True, json_response=True, max_request_body_size=LARGEST_MESSAGE
    )
    async with manager.run():
        app.state.mcp = manager
        yield


@router.post("/mcp/{base}", openapi_extra=needs("reader"), response_class=Response)
def mcp(base: Name, request: Request) -> Response:  # noqa: ARG001 - `base` is read where the tools are called
    """Model Context Protocol, streamable HTTP: the tools `search`, `ask` and `read`."""
    return _Handled(request.app.state.mcp)


def _desk(request: Request) -> Desk:
    base = request.path_params["base"]
    kb = visible(request).get(base)
    questions: Questions = request.app.state.questions
    return Desk(
        kb,
        partial(questions.ask, kb),
        partial(questions.search, kb),
        questions.working,
        partial(relative, folder=kb.folder),
        f"{str(request.base_url).rstrip('/')}/b/{quote(base, safe='')}",
        partial(without_root, root=kb.folder.parent),
    )
