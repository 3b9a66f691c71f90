"""Our problems in the form that OpenAI-compatible clients read."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from fastapi import Response
from fastapi.responses import JSONResponse

PREFIX = "/v1/"
"""Everything below it answers in that form."""

_TYPES = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}


def as_openai(response: Response) -> JSONResponse:
    """The same problem as `{"error": {...}}`; what can't be processed is a bad request there."""
    problem: dict[str, Any] = json.loads(bytes(response.body))
    status = 400 if response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY else response.status_code
    kind = _TYPES.get(status, "server_error" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "invalid_request_error")
    message = problem["detail"].replace("at /api/v1/bases", "at /v1/models")  # a knowledge base is a model here
    error = {"message": message, "type": kind, "param": None, "code": problem["code"]}
    kept = {
        name: value for name in ("www-authenticate", "retry-after", "allow") if (value := response.headers.get(name))
    }
    return JSONResponse({"error": error}, status, headers=kept)
