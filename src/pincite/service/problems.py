"""Every error as a problem that a client can read (RFC 9457), by one table from error to status."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, ClassVar

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from pincite import errors
from pincite.service.openai.errors import PREFIX, as_openai
from pincite.service.refusals import missed, unread

MEDIA_TYPE = "application/problem+json"
SERVER_FAULT = 500

Page = Callable[[Request, errors.PinciteError], Response]

STATUS: dict[type[errors.PinciteError], int] = {
    errors.PinciteError: 500,
    errors.UsageError: 422,
    errors.ConfigError: 500,
    errors.FilterError: 422,
    errors.ExtractError: 422,
    errors.WeightsError: 503,
    errors.WeightsNotFound: 503,
    errors.WeightsMismatch: 503,
    errors.EmbedderError: 503,
    errors.StoreError: 500,
    errors.NotAKnowledgeBase: 404,
    errors.StoreBusy: 503,
    errors.StoreDamaged: 500,
    errors.SealError: 409,
    errors.NotReady: 409,
    errors.GeneratorError: 502,
    errors.EvaluationError: 422,
    errors.GoldenError: 422,
    errors.RunIncomplete: 500,
    errors.BaselineError: 409,
    errors.ExportError: 422,
}
"""The status of each error; one that is not here has that of its nearest ancestor."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "description": "`about:blank`: the title is that of the status"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "what was found, what was expected and what to do"},
        "code": {"type": "string", "description": "the name of the error in the reference"},
    },
    "example": {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "there is no knowledge base 'papers'",
        "code": "NotFound",
    },
}
"""The JSON Schema of a problem."""


class NotFound(errors.PinciteError):
    """What was asked for is not here, or not for the one who asked."""


class Conflict(errors.PinciteError):
    """What was asked does not fit what is there now."""


class Unauthorised(errors.PinciteError):
    """Nobody knows who asked."""

    headers: ClassVar = {"WWW-Authenticate": 'Bearer realm="pincite"'}


class Forbidden(errors.PinciteError):
    """Who asked may see it, but not do that."""


class TooMany(errors.PinciteError):
    """Who asked did so more often than they may."""

    def __init__(self, message: str, seconds: float) -> None:
        self.seconds = math.ceil(seconds)
        self.headers = {"Retry-After": str(self.seconds)}
        super().__init__(f"{message}: try again in {self.seconds} s")


class TooLarge(errors.PinciteError):
    """A request holds more bytes than are taken."""


class NotServing(errors.PinciteError):
    """The service lives, and cannot do its work at the moment."""


STATUS |= {
    Unauthorised: 401,
    Forbidden: 403,
    NotFound: 404,
    Conflict: 409,
    TooMany: 429,
    NotServing: 503,
    TooLarge: 413,
}


def status_of(error: errors.PinciteError) -> int:
    """The status of an error: its own row in the table, else its nearest ancestor's.

    >>> status_of(errors.FilterError("no")), status_of(NotFound("no"))
    (422, 404)
    """
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def problem(status: int, detail: str, code: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """A problem as a response."""
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
    }
    return JSONResponse(body, status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def without_root(error: Exception, root: Path) -> str:
    """What an error says, with paths as they are below `root`: where a service keeps its files is nobody's business.

    >>> without_root(ValueError("/srv/kbs/papers/knowledge_base.db is damaged"), Path("/srv/kbs"))
    'papers/knowledge_base.db is damaged'
    """
    return str(error).replace(f"{root.absolute()}/", "").replace(f"{root}/", "")


def as_problem(error: errors.PinciteError, root: Path) -> JSONResponse:
    """An error that Pincite raised on purpose, as a response; what went wrong inside `root` is told, as on the command line."""
    status = status_of(error)
    if status >= SERVER_FAULT:
        logging.getLogger("pincite.service").error("%s: %s", type(error).__name__, error)
    return problem(status, without_root(error, root), type(error).__name__, getattr(error, "headers", None))


def respond(request: Request, error: errors.PinciteError, page: Page) -> Response:
    """An error as a problem, or with `page` for somebody who came to see a page."""
    is_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(("/api/", PREFIX))
    return page(request, error) if is_page else _for(request, as_problem(error, request.app.state.settings.root))


def _for(request: Request, answer: JSONResponse) -> JSONResponse:
    """A problem in the form that the client of this path reads."""
    return as_openai(answer) if request.url.path.startswith(PREFIX) else answer


def fault(request: Request, error: Exception) -> JSONResponse:
    """An error that nobody expected, as a problem; what it was stands in the log alone."""
    logging.getLogger("pincite.service").error("a fault of the service", exc_info=error)
    return _for(request, problem(SERVER_FAULT, "a fault of the service; its log says more", "Fault"))


def add_handlers(app: FastAPI, page: Page) -> None:
    """Answer every error of `app` with a problem; those on the way to a page with `page`."""

    @app.exception_handler(errors.PinciteError)
    def _ours(request: Request, error: errors.PinciteError) -> Response:
        return respond(request, error, page)

    @app.exception_handler(RequestValidationError)
    def _unread(request: Request, error: RequestValidationError) -> JSONResponse:
        kind = request.headers.get("content-type", "")
        return _for(request, problem(422, "; ".join(unread(fault, kind) for fault in error.errors()), "InvalidRequest"))

    @app.exception_handler(HTTPException)
    def _http(request: Request, error: HTTPException) -> JSONResponse:
        detail, code, headers = missed(request, error)
        return _for(request, problem(error.status_code, detail, code, headers))

    @app.exception_handler(Exception)
    def _fault(request: Request, error: Exception) -> JSONResponse:
        return fault(request, error)
