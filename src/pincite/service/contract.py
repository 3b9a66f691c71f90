"""The OpenAPI made whole: a short name, a shape and an example for each operation, and the problems that it may answer with."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from pincite.service.access.entrance import is_public
from pincite.service.openai.errors import PREFIX
from pincite.service.problems import MEDIA_TYPE, SCHEMA
from pincite.service.schemas import ERROR, SCHEMAS

JSON = "application/json"
PROBLEM = {"$ref": "#/components/schemas/Problem"}
OPENAI_ERROR = {"$ref": "#/components/schemas/OpenAIError"}
PROBLEMS = {
    400: "the body can't be read",
    401: "nobody said who asks",
    403: "whoever asks may see it, but not do this",
    404: "it is not here, or not for the one who asks",
    409: "it does not fit what is there now",
    413: "more bytes than are taken",
    421: "the service does not answer to this name",
    422: "the request says something that it can't mean",
    429: "too many requests; `Retry-After` says how long to wait",
    500: "a fault of the service",
    503: "busy, or without a model; try again later",
}
"""The statuses of problems, and what each means."""

_LOADED = frozenset({"search", "ask", "inspect", "complete"})
"""What needs an index and a model."""

_CHANGED = frozenset(
    {"upload_documents", "begin", "go_on", "delete_base", "make_base", "give_role", "take_role", "make_key"}
    | {"import_golden", "cancel_job", "choose_cut", "reset_gate"}
)
"""What may not fit what is there."""

_OF_USERS = frozenset({"list_keys", "make_key"})
"""What is not there where nobody is a user."""


def complete(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI of `app` with what its routes do not say themselves; made once."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        document["components"] = {**document.get("components", {})}
        document["components"]["schemas"] = {**document["components"].get("schemas", {}), "Problem": SCHEMA}
        document["components"]["schemas"]["OpenAIError"] = ERROR
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                _complete(path, method, operation)
        app.openapi_schema = document
    return app.openapi_schema


@cache
def examples() -> dict[str, dict[str, Any]]:
    """`answers` and `requests` by the name of the route."""
    found: dict[str, dict[str, Any]] = json.loads(
        (files("pincite.service") / "examples.json").read_text(encoding="utf-8")
    )
    return found


def _complete(path: str, method: str, operation: dict[str, Any]) -> None:
    name = operation["operationId"].removesuffix(_tail(path, method))
    operation["operationId"] = name
    operation["summary"], operation["description"] = _told(operation["description"])
    if name in examples()["requests"] and "requestBody" in operation:
        for media in operation["requestBody"]["content"].values():
            media["example"] = examples()["requests"][name]
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            _answer(name, status, response)
    operation["responses"].pop("default", None)
    for status in _problems(path, method, name, operation):
        as_told = {JSON: {"schema": OPENAI_ERROR}} if path.startswith(PREFIX) else {MEDIA_TYPE: {"schema": PROBLEM}}
        operation["responses"].setdefault(str(status), {"description": PROBLEMS[status], "content": as_told})


def _tail(path: str, method: str) -> str:
    """What FastAPI puts behind the name of a function to make an id of it."""
    letters = "".join(letter if letter.isalnum() else "_" for letter in path)
    return f"{letters}_{method}"


def _told(text: str) -> tuple[str, str]:
    """The first sentence of a description as the summary, and all of it."""
    return text.partition("\n\n")[0].replace("\n", " ").rstrip("."), text


def _answer(name: str, status: str, response: dict[str, Any]) -> None:
    """Put shape and example to an answer that has JSON, and the example to any other."""
    content = response.get("content", {})
    if len(content) > 1 and content.get(JSON, {}).get("schema") in ({}, None):
        del content[JSON]  # what FastAPI thinks of an answer that is none of JSON
    own = response.setdefault("content", {}) if content else {}
    for kind, media in own.items():
        shape = SCHEMAS.get(f"{name} {status}") or SCHEMAS.get(name)
        if kind == JSON and shape and not _is_known(media):
            media["schema"] = shape
        if name in examples()["answers"] and "example" not in media and status != "202":
            media["example"] = examples()["answers"][name]
    if status == "202" and name == "go_on":
        own[JSON]["example"] = {"offset": 9_000_000, "jobs": examples()["answers"]["upload_documents"]["jobs"]}
    elif status == "202":
        own[JSON].setdefault("example", examples()["answers"].get(name))


def _is_known(media: dict[str, Any]) -> bool:
    return bool(media.get("schema", {}).get("required"))


def _problems(path: str, method: str, name: str, operation: dict[str, Any]) -> list[int]:
    """The problems that an operation may answer with."""
    found = [421, 500]
    if not is_public(path):
        found += [401, 429]
    if "{" in path or name in {"complete", *_OF_USERS} or operation.get("x-pincite-needs") == "admin":
        found += [404, 503]
    if method != "get" or "{base}" in path:
        found.append(403)
    if operation.get("parameters") or "requestBody" in operation:
        found.append(422)
    if "requestBody" in operation:
        found += [400, 413]
    if name in _CHANGED | _LOADED or name in {"show_document", "retry_document", "chunks"}:
        found.append(409)
    return sorted({*found, 503} if name == "ready" else found)
