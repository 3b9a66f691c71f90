"""What the framework refuses by itself, in words that say what was found and what was expected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.routing import Match

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
_IS_JSON = re.compile(r"application/(?:[\w.-]+\+)?json\s*(?:;|\Z)", re.IGNORECASE)
_NO_OBJECT = {"model_attributes_type", "model_type", "dict_type"}
_LONGEST = 100
"""Characters that are repeated of what somebody sent."""


def unread(fault: Mapping[str, Any], content_type: str) -> str:
    """One thing that is wrong with a request; `content_type` is its header.

    >>> unread({"loc": ("body", "name"), "msg": "Field required", "type": "missing"}, "application/json")
    'body.name: Field required'
    >>> unread({"loc": ("body",), "msg": "Input should be a valid dictionary", "type": "model_attributes_type"}, "")
    'body: found no header `Content-Type`, expected `Content-Type: application/json`'
    """
    kind, place = fault["type"], fault["loc"]
    if kind == "json_invalid":
        return f"body: found no JSON at character {place[-1]}: {fault.get('ctx', {}).get('error', fault['msg'])}"
    if place == ("body",) and kind == "missing":
        return "body: found nothing, expected a JSON object with the header `Content-Type: application/json`"
    if place == ("body",) and kind in _NO_OBJECT:
        return f"body: {_no_object(content_type)}"
    return f"{'.'.join(str(part) for part in place)}: {fault['msg']}"


def _no_object(content_type: str) -> str:
    if _IS_JSON.match(content_type):
        return "found JSON that is no object, expected one in braces"
    found = f"`Content-Type: {content_type[:_LONGEST]}`" if content_type else "no header `Content-Type`"
    return f"found {found}, expected `Content-Type: application/json`"


def missed(request: Request, error: HTTPException) -> tuple[str, str, dict[str, str]]:
    """Detail, code and headers of a problem that no route of ours told: a path or a method that is not here, a form that is none."""
    path, code = request.url.path[:_LONGEST], HTTPStatus(error.status_code).phrase.replace(" ", "")
    headers = dict(error.headers or {})
    if error.status_code == HTTPStatus.NOT_FOUND:
        return f"there is nothing at {path!r}: what there is stands at /openapi.json", code, headers
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        methods = ", ".join(_allowed(request))
        return f"found {request.method} {path}, expected {methods}", code, {**headers, "Allow": methods}
    return str(error.detail), code, headers


def _allowed(request: Request) -> list[str]:
    """The methods of all routes of a path: the first that matches it, which is all that the framework names, has but one."""
    scope = {"type": "http", "path": request.scope["path"], "root_path": request.scope.get("root_path", "")}
    found = [
        method
        for method in _METHODS
        if any(route.matches({**scope, "method": method})[0] is Match.FULL for route in request.app.router.routes)
    ]
    return [*(["HEAD"] if "GET" in found else []), *found]
