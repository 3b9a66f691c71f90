"""The pages for people: rendered here, made lively by small scripts; none of them runs anything from elsewhere."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined

from pincite import __version__
from pincite.access.levels import Role
from pincite.access.sessions import form_token
from pincite.errors import NotReady, PinciteError
from pincite.service.access.access import Caller
from pincite.service.access.visible import visible
from pincite.service.problems import NotFound, TooMany, Unauthorised, status_of, without_root
from pincite.service.reach import Asking, DocumentId, KnownBases, Name, Opened
from pincite.service.routes.documents import known
from pincite.service.shown import base_json, document_json, relative
from pincite.service.web.words import COOKIE, LANGUAGES, language_of, words
from pincite.types.ingest import Status

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

_STATIC = files("pincite.service.web") / "static"
_TYPES = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
_FOR_EVER = "public, max-age=31536000, immutable"
_YEAR = 31_536_000


@cache
def environment() -> Environment:
    """The templates; everything that they show is escaped, and a name that they don't know is an error."""
    return Environment(loader=PackageLoader("pincite.service.web"), autoescape=True, undefined=StrictUndefined)


@cache
def assets() -> dict[str, bytes]:
    """Every script and style by name."""
    return {entry.name: entry.read_bytes() for entry in _STATIC.iterdir() if entry.is_file()}


@cache
def edition() -> str:
    """A name for this state of the scripts and styles: a part of their addresses, so that browsers may keep them."""
    digest = hashlib.sha256()
    for name in sorted(assets()):
        digest.update(name.encode() + b"\0" + assets()[name])
    return digest.hexdigest()[:12]


class Reader:
    """Who looks at the page: which language they read, and how a page is shown to them."""

    def __init__(self, request: Request, lang: Annotated[str | None, Query()] = None) -> None:
        self.language = language_of(lang, request.cookies.get(COOKIE), request.headers.get("accept-language", ""))
        self._keep = lang in LANGUAGES
        self._path = request.url.path
        self._query = request.url.query
        self._caller: Caller | None = request.scope.get("caller")
        self._known = visible(request) if self._caller else None
        self._root: Path = request.app.state.settings.root

    def told(self, error: Exception) -> str:
        """What an error says to whom the service's own folders are nothing."""
        return without_root(error, self._root)

    def allows(self, base: str, needed: Role) -> bool:
        """Whether they may do in a knowledge base what takes this role. Raises NotFound."""
        return self._known is not None and self._known.allows(base, needed)

    def page(self, template: str, *, code: int = 200, base: str = "", **values: Any) -> HTMLResponse:
        """A template filled in; `base` is the knowledge base that it is about (empty: none)."""
        shown = (
            environment()
            .get_template(template)
            .render(
                words=words(self.language),
                language=self.language,
                languages={name: words(name)["language"] for name in LANGUAGES},
                here=self._path,
                edition=edition(),
                version=__version__,
                base=base,
                may_edit=bool(base) and self.allows(base, "editor"),
                may_own=bool(base) and self.allows(base, "owner"),
                user=self._caller.user.name if self._caller and self._caller.user else "",
                form_token=form_token(self._caller.session) if self._caller and self._caller.session else "",
                **values,
            )
        )
        response = HTMLResponse(shown, code)
        if self._keep:
            response.set_cookie(COOKIE, self.language, max_age=_YEAR, samesite="strict")
        return response

    def login(self, error: PinciteError | None = None, *, after: str | None = None) -> HTMLResponse:
        """The form to log in with, which leads on to `after` (None: the page that was asked for)."""
        here = f"{self._path}?{self._query}" if self._query else self._path
        trouble = ""
        if isinstance(error, TooMany):
            trouble = words(self.language)["log_in_wait"].format(seconds=error.seconds)
        elif error and after is not None:
            trouble = words(self.language)["log_in_wrong"]
        code = status_of(error) if error else 200
        response = self.page("login.html", code=code, trouble=trouble, after=here if after is None else after)
        response.headers.update(getattr(error, "headers", {}))
        return response


AnyReader = Annotated[Reader, Depends()]


@router.get("/")
def show_bases(reader: AnyReader, known_bases: KnownBases) -> Response:
    """All knowledge bases."""
    found = [
        base_json(name, status, known_bases.folder(name))
        if isinstance(status, Status)
        else {"name": name, "trouble": reader.told(status)}
        for name, status in known_bases.statuses().items()
    ]
    return reader.page("bases.html", bases=found)


@router.get("/b/{base}")
def show_ask(
    reader: AnyReader, base: Name, kb: Opened, questions: Asking, q: Annotated[str, Query(max_length=10_000)] = ""
) -> Response:
    """Ask; with `q` in the address the answer is there at once, also without scripts."""
    answer, trouble = None, ""
    if q.strip():
        try:
            answer = relative(questions.ask(kb, q).to_json(), kb.folder)
        except NotReady:
            trouble = words(reader.language)["empty"]
        except PinciteError as error:
            trouble = reader.told(error)
    return reader.page("ask.html", base=base, question=q, answer=answer, trouble=trouble)


@router.get("/b/{base}/inspect")
def show_inspection(
    reader: AnyReader, base: Name, kb: Opened, q: Annotated[str, Query(max_length=10_000)] = ""
) -> Response:
    """What becomes of the query `q`; without one, the form."""
    seen, trouble = None, ""
    if q.strip():
        try:
            seen = relative(kb.inspect(q).to_json(), kb.folder)
        except NotReady:
            trouble = words(reader.language)["empty"]
        except PinciteError as error:
            trouble = reader.told(error)
    return reader.page("inspect.html", base=base, question=q, seen=seen, trouble=trouble)


@router.get("/b/{base}/documents")
def show_documents(reader: AnyReader, base: Name, kb: Opened) -> Response:
    """The documents of a knowledge base; who may not change them sees nothing to change them with."""
    return reader.page("documents.html", base=base, status=base_json(base, kb.status(), kb.folder))


@router.get("/b/{base}/d/{document}")
def show_source(reader: AnyReader, base: Name, kb: Opened, document: DocumentId) -> Response:
    """One document; the fragment of the address says which passage is lit."""
    record = known(kb, document)
    return reader.page("source.html", base=base, document=document_json(record, kb.folder))


@router.get("/static/{of}/{name}", response_class=Response)
def static(of: str, name: str) -> Response:  # noqa: ARG001 - `of` is there for browsers, which keep an edition
    """A script or a style."""
    found = assets().get(name)
    if found is None:
        raise NotFound(f"there is no {name!r} among the scripts and styles")
    kind = _TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    return Response(found, media_type=kind, headers={"Cache-Control": _FOR_EVER})


def problem_page(request: Request, error: PinciteError) -> Response:
    """An error as a page, for somebody who came to one."""
    reader = Reader(request, request.query_params.get("lang"))
    if isinstance(error, Unauthorised):
        return reader.login(error)
    response = reader.page(
        "problem.html",
        code=status_of(error),
        status=status_of(error),
        problem=without_root(error, request.app.state.settings.root),
    )
    response.headers.update(getattr(error, "headers", {}))
    return response
