"""Log in and out: a form for people, that needs no script."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool

from pincite.access.sessions import LONGEST_SECONDS, is_form_token
from pincite.service.access.entrance import address_of, cookie_name
from pincite.service.problems import Forbidden, TooMany, Unauthorised
from pincite.service.reach import Attempting, Gates
from pincite.service.web.pages import AnyReader

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Next = Annotated[str, Query(alias="next", max_length=2000)]
Field = Annotated[str, Form(max_length=2000)]


@router.get("/login")
def show_login(reader: AnyReader, gates: Gates, after: Next = "/") -> Response:
    """The form; where the service is open there is nobody to be."""
    if gates.is_open():
        return RedirectResponse("/", 303)
    return reader.login(after=local_path(after))


@router.post("/login")
async def log_in(  # noqa: PLR0917 - three fields of a form, and what FastAPI gives
    reader: AnyReader,
    gates: Gates,
    attempts: Attempting,
    request: Request,
    user: Field = "",
    password: Field = "",
    after: Annotated[str, Form(alias="next", max_length=2000)] = "/",
) -> Response:
    """Begin a session; the answer to a wrong name and to a wrong password is the same."""
    after = local_path(after)
    try:
        found = await attempts.password(user.strip().casefold(), password, address_of(request))
    except TooMany as error:
        return reader.login(error, after=after)
    if found is None:
        return reader.login(Unauthorised("wrong"), after=after)
    session = await run_in_threadpool(gates.sessions.begin, found)
    response = RedirectResponse(after, 303)
    secure = request.url.scheme == "https"
    response.set_cookie(
        cookie_name(request), session, max_age=int(LONGEST_SECONDS), httponly=True, samesite="strict", secure=secure
    )
    return response


@router.post("/logout")
def log_out(gates: Gates, request: Request, token: Field = "") -> Response:
    """End the session. Raises Forbidden for a form of another session."""
    session = request.scope["caller"].session
    if session and not is_form_token(session, token):
        raise Forbidden("the form is not of this session: load the page again")
    gates.sessions.end(session)
    response = RedirectResponse("/login", 303)
    response.delete_cookie(cookie_name(request), httponly=True, samesite="strict", secure=request.url.scheme == "https")
    return response


def local_path(wanted: str) -> str:
    r"""A path of this service, or its front page: a link may not lead from the form to somewhere else.

    >>> local_path("/b/papers?q=x"), local_path("//evil.example"), local_path("https://evil.example"), local_path("/\\evil")
    ('/b/papers?q=x', '/', '/', '/')
    """
    safe = wanted.startswith("/") and not wanted.startswith("//") and "\\" not in wanted and wanted.isprintable()
    return wanted if safe else "/"
