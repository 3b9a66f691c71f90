"""What every request passes first: names that are ours, no other site behind it, and headers that tie a browser's hands."""

from __future__ import annotations

import ipaddress
import json
import logging
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.service.problems import fault, problem

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)

HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # not `no-referrer`: with that, forms say that they come from nowhere
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""On every answer that has no header of that name of its own."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LOG = logging.getLogger("pincite.access")


class Guard:
    """Refuses other names for this machine (DNS rebinding) and other sites (cross-site requests); logs what was asked.

    With `any_address` every address is a name of ours: the service listens at all of them.
    A line of the log says the route, never what was asked in it.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], *, any_address: bool = False) -> None:
        self.app = app
        self.any_address = any_address
        self.hosts = frozenset(host.casefold() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it with a problem."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, said = time.monotonic(), {"status": 0, "bytes": 0}

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                said["status"] = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            elif message["type"] == "http.response.body":
                said["bytes"] += len(message.get("body", b""))
            await send(message)

        try:
            refusal = self._refusal(scope["method"], Headers(scope=scope))
            target = problem(*refusal) if refusal else self.app
            await target(scope, receive, sending)
        except Exception as error:
            if said[
                "status"
            ]:  # the client has a part of an answer: only a broken connection says that it is no whole one
                raise
            await fault(Request(scope), error)(scope, receive, sending)
        finally:
            _log(scope, said, time.monotonic() - began)

    def _refusal(self, method: str, headers: Headers) -> tuple[int, str, str] | None:
        host = headers.get("host", "")
        name = _without_port(host)
        if name not in self.hosts and not (self.any_address and _is_address(name)):
            return 421, f"this service does not answer to the name {host!r}: ask it as {min(self.hosts)}", "Host"
        if method in _SAFE:
            return None
        site, origin = headers.get("sec-fetch-site", "none"), headers.get("origin")
        if site not in {"same-origin", "none"} or (origin is not None and _place(origin) != host):
            return 403, "a page of another site asked for a change here, which only this service's own may", "CrossSite"
        return None


def _place(origin: str) -> str | None:
    """The host and port of an origin; None for what is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def _without_port(host: str) -> str:
    name, colon, port = host.casefold().rpartition(":")
    return name if colon and port.isdecimal() else host.casefold()


def _is_address(name: str) -> bool:
    """Whether it is an address and no name: nobody can make a page of theirs be asked by one (DNS rebinding)."""
    try:
        ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def _log(scope: Scope, said: dict[str, int], seconds: float) -> None:
    route = getattr(scope.get("route"), "path", "")
    line = {"method": scope["method"], "route": route, "ms": round(1000 * seconds, 1), **said}
    _LOG.info(json.dumps(line))
