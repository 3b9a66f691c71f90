"""The one way in: every request but a few is told who sent it, or is answered with 401 before anything of it is read."""

from __future__ import annotations

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pincite.access.sessions import is_form_token
from pincite.errors import PinciteError
from pincite.service.access.access import Access, Caller
from pincite.service.access.attempts import Attempts
from pincite.service.access.buckets import Buckets
from pincite.service.problems import Forbidden, TooMany, Unauthorised

PUBLIC = frozenset({"/health", "/login"})
STATIC = "/static/"
FORMS = frozenset({"/logout"})
"""Whose token is in the form, for they work without scripts; they check it themselves."""

FORM_HEADER = "X-CSRF-Token"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_NOBODY = "this service wants to know who asks: send `Authorization: Bearer pk_...`, or log in at /login"

Respond = Callable[[Request, PinciteError], Response]


class Entrance:
    """Puts the `Caller` into the scope; `respond` turns a refusal into a response."""

    def __init__(self, app: ASGIApp, access: Access, attempts: Attempts, limit: Buckets, respond: Respond) -> None:
        self.app = app
        self._access = access
        self._attempts = attempts
        self._limit = limit
        self._respond = respond

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it."""
        if scope["type"] == "websocket":  # none of ours: nothing may come in by a way that nobody watches
            await send({"type": "websocket.close", "code": 1008})
            return
        target = self.app
        if scope["type"] == "http" and not is_public(scope["path"]):
            request = Request(scope)
            try:
                scope["caller"] = await self._let_in(request)
            except PinciteError as error:
                target = self._respond(request, error)
        await target(scope, receive, send)

    async def _let_in(self, request: Request) -> Caller:
        caller = await self._caller(request)
        if caller is None:
            raise Unauthorised(_NOBODY)
        wait = self._limit.take(caller.bucket) if caller.user else 0.0
        if wait:
            raise TooMany("too many requests", wait)
        changes = request.method not in _SAFE and request.url.path not in FORMS
        if caller.session and changes and not is_form_token(caller.session, request.headers.get(FORM_HEADER, "")):
            raise Forbidden(
                f"a page asked for a change without the token of its session ({FORM_HEADER}): load it again"
            )
        return caller

    async def _caller(self, request: Request) -> Caller | None:
        key = _key(request.headers.get("authorization", ""))
        session = "" if key else request.cookies.get(cookie_name(request), "")
        caller = await run_in_threadpool(self._access.known, key, session)
        return caller or (await self._attempts.key(key, address_of(request)) if key else None)


def cookie_name(request: Request) -> str:
    """The name of the session's cookie; over https one that browsers bind to this host and path."""
    return "__Host-pincite" if request.url.scheme == "https" else "pincite"


def address_of(request: Request) -> str:
    """Where a request came from; behind a proxy on this machine, what that one says."""
    return request.client.host if request.client else ""


def _key(authorization: str) -> str:
    """What stands in the header; anything but a bearer token is a key that is none, and no reason to look for a cookie."""
    scheme, _, text = authorization.partition(" ")
    return text.strip() if scheme.casefold() == "bearer" else authorization


def is_public(path: str) -> bool:
    """Whether a path is there for everybody; whoever asks for it is not looked at."""
    return path in PUBLIC or path.startswith(STATIC)
