"""How much a request may send: what is stored is limited by the settings, everything else is small."""

from __future__ import annotations

import re
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.errors import PinciteError
from pincite.service.problems import TooLarge

MOST = 4_000_000
"""Bytes of a body that is read into memory."""

AROUND_FILES = 1_000_000
"""Bytes of a form beside its files."""

_STORING = re.compile(r"/api/v1/bases/[^/]+/(documents|uploads/[^/]+)")


class Sized:
    """Refuses bodies that are too large: at once where they say so, else as soon as they are.

    `most_stored` bounds one request that uploads files, all of them together, in bytes.
    """

    def __init__(self, app: ASGIApp, most_stored: int, respond: Callable[[Request, PinciteError], Response]) -> None:
        self.app = app
        self._most_stored = most_stored
        self._respond = respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through as long as it is small enough."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = self._most_stored + AROUND_FILES if _STORING.fullmatch(scope["path"]) else MOST
        came = 0

        async def receiving() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > most:
                raise _too_large(most)
            return message

        said = Headers(scope=scope).get("content-length", "")
        if said.isdecimal() and int(said) > most:
            await self._respond(Request(scope), _too_large(most))(scope, receive, send)
        else:
            await self.app(scope, receiving, send)


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"the request has more than {most} bytes: expected at most that; large files may come in parts")
