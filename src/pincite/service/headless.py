"""HEAD: the answer that GET would get, without its body (RFC 9110, 9.3.2)."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Headless:
    """Lets the routes answer a HEAD as a GET, and sends the status and the headers of it only.

    The answer is over with its headers, so that a stream without an end ends too. Whoever sent the request sees its own method
    again from then on: the log, the counters, and the server, which knows by it that no body comes.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is no HEAD; answer a HEAD without a body."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope["method"] = "HEAD"
                await send(message)
                await send({"type": "http.response.body", "body": b"", "more_body": False})

        scope["method"] = "GET"
        try:
            await self.app(scope, receive, sending)
        finally:
            scope["method"] = "HEAD"
