"""Two tenants of one service, and every operation of it filled in with the things of one of them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

from fakes import FakeEmbedder
from pincite.access.keys import Keys
from pincite.access.levels import Scope
from pincite.access.users import Users
from pincite.service.app import create_app
from pincite.service.bases import Bases
from pincite.service.jobs.measuring import measure
from pincite.service.settings import ServiceSettings

ADDRESS = "http://127.0.0.1:8765"
PASSWORD = "seven lamps in the hall"
UNSAID = {"state", "q", "after", "limit", "width", "lang", "next", "replace"}
"""Parameters that may be left out and name nothing that belongs to anybody."""

NAMES_OF_BASES = {"model", "name", "base"}
"""Parts of a body that name a knowledge base."""


@dataclass(frozen=True)
class Things:
    """Names and ids that belong to one tenant."""

    user: str
    base: str
    document: str
    job: str
    upload: str
    key: str
    item: str
    evaluation: str

    def value(self, name: str) -> str:
        """What a parameter is filled in with. Fails for one that nobody has thought of."""
        known = {**vars(self), "confirm": self.base, "page": "1", "from": "0", "to": "4", "upload-offset": "0"}
        known |= {"method": "distance", "cut": "0.5", "range": "bytes=0-3"}
        assert name in known, f"say in tests/tenants.py what the parameter {name!r} is filled in with"
        return known[name]

    def hidden_in(self, text: str) -> str:
        """The text with these things called by what they are."""
        for name in ("document", "job", "upload", "key", "item", "evaluation", "base"):
            text = text.replace(getattr(self, name), f"<{name}>")
        return text


NOTHING = Things("nobody", "ana.nothing", "0" * 32, "0" * 24, "0" * 32, "0" * 12, "0" * 16, "1" * 24)


@dataclass(frozen=True)
class Call:
    """One request for one operation."""

    method: str
    path: str
    options: dict[str, Any]
    named: frozenset[str]

    def send(self, client: TestClient, **headers: str):
        """The response."""
        given = {**self.options.get("headers", {}), **headers}
        return client.request(self.method, self.path, **{**self.options, "headers": given}, follow_redirects=False)


def application(root: Path, **settings: Any) -> FastAPI:
    return create_app(
        ServiceSettings(root, workers=0, **settings), Bases(root, load=lambda _: FakeEmbedder(projection=None))
    )


def client_of(app: FastAPI, user: str = "", scope: Scope = "admin") -> TestClient:
    """A client with a key of this user, or without any."""
    headers = {"Authorization": f"Bearer {Keys(app.state.access.users._home).add(user, scope)[1]}"} if user else {}
    return TestClient(app, base_url=ADDRESS, headers=headers, raise_server_exceptions=False)


def with_users(app: FastAPI, *names: str) -> None:
    """Users with a password; the first is an administrator."""
    users: Users = app.state.access.users
    for name in names:
        users.add(name, PASSWORD)


def settle(app: FastAPI, folder: Path, user: str, base: str) -> Things:
    """Give a user a knowledge base with a document, a golden question, jobs and an upload under way."""
    client = client_of(app, user)
    made = client.post("/api/v1/bases", json={"name": base}).json()["name"]
    written = folder / f"{user}.txt"
    written.write_text("The vault of the old bank opens at seven each morning.")
    app.state.bases.get(made).add(written)
    (job,) = client.post(f"/api/v1/bases/{made}/documents", files=[("files", ("b.txt", b"lamp"))]).json()["jobs"]
    upload = client.post(f"/api/v1/bases/{made}/uploads", json={"path": "big.txt", "size": 9}).json()
    document = next(iter(client.get(f"/api/v1/bases/{made}/documents").json()["documents"]))
    key = client.post("/api/v1/keys", json={"label": f"{user}'s laptop"}).json()["key"]
    asked = json.dumps({"id": f"{user}-1", "question": f"Where does {user} live?", "answerable": False})
    client.post(f"/api/v1/bases/{made}/golden/import", content=asked)
    item = client.get(f"/api/v1/bases/{made}/golden").json()["items"][0]
    (evaluation,) = client.post(f"/api/v1/bases/{made}/evaluations").json()["jobs"]
    measure(app.state.queue.job(made, evaluation["id"]), app.state.bases.get(made), lambda **_: None)
    ids = (document["document_id"], job["id"], upload["id"], key["id"], item["id"], evaluation["id"])
    return Things(user, made, *ids)


def operations(app: FastAPI) -> list[tuple[str, str, dict[str, Any]]]:
    """Method, template and description of every operation: those of the OpenAPI, and the pages, which are in none."""
    paths = app.openapi()["paths"].items()
    described = [(method.upper(), path, operation) for path, methods in paths for method, operation in methods.items()]
    pages = [
        (method, route.path, {"parameters": [{"in": "path", "name": name} for name in _names(route.path)]})
        for group in app.router.routes
        for route in getattr(getattr(group, "original_router", None), "routes", [])
        for method in sorted(route.methods)
        if not route.include_in_schema
    ]
    return described + pages


def filled(app: FastAPI, method: str, path: str, operation: dict[str, Any], things: Things) -> Call:
    """The request for an operation with everything that it needs, and every name that it takes."""
    parameters = [p for p in operation.get("parameters", []) if p["name"] not in UNSAID or p.get("required")]
    placed = {
        where: {p["name"]: things.value(p["name"]) for p in parameters if p["in"] == where}
        for where in ("path", "query", "header")
    }
    assert set(placed["path"]) == set(_names(path))
    options: dict[str, Any] = {"params": placed["query"], "headers": placed["header"]}
    named = {name for where in placed.values() for name in where}
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        values = _body(app.openapi(), content["schema"], things, named)
        if "json" in kind:
            options["json"] = values
        elif kind == "application/octet-stream":
            options["content"] = b"123456789"
        else:
            options["files"] = [("files", ("a.txt", b"lamp"))]
    return Call(method, path.format(**placed["path"]), options, frozenset(named))


def _body(schema: dict[str, Any], part: dict[str, Any], things: Things, named: set[str]) -> Any:
    """A value that fits a JSON Schema: an example, or the first thing that comes to mind."""
    if "$ref" in part:
        return _body(schema, schema["components"]["schemas"][part["$ref"].rpartition("/")[2]], things, named)
    if part.get("type") == "object":
        return _object(schema, part, things, named)
    if "anyOf" in part:
        return _body(schema, part["anyOf"][0], things, named)
    if part.get("type") == "array":
        return [_body(schema, part["items"], things, named)] if "items" in part else []
    by_type = {"integer": 1, "number": 1, "boolean": False}.get(str(part.get("type")), "lamp")
    return next(iter([*part.get("examples", []), *part.get("enum", []), part.get("const", by_type)]))


def _object(schema: dict[str, Any], part: dict[str, Any], things: Things, named: set[str]) -> dict[str, Any]:
    """What must be given, and whatever may name a knowledge base."""
    given = {}
    for name, inner in part.get("properties", {}).items():
        if name in NAMES_OF_BASES:
            named.add("base")
            given[name] = things.base
        elif name in part.get("required", ()):
            given[name] = _body(schema, inner, things, named)
    return given


def _names(path: str) -> list[str]:
    return [piece.partition("}")[0].partition(":")[0] for piece in path.split("{")[1:]]


def strangers(things: Things, **changes: str) -> Things:
    """The same things in another's hands."""
    return replace(things, **changes)
