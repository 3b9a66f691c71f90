"""The pages about who may: one's own keys, and the members of a knowledge base; without users there are neither."""

from __future__ import annotations

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from pincite.access.levels import ROLES, SCOPES
from pincite.service.access.visible import needs
from pincite.service.problems import NotFound
from pincite.service.reach import KnownBases, Name
from pincite.service.web.pages import AnyReader

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/keys")
def show_keys(reader: AnyReader, known: KnownBases) -> Response:
    """The keys of whoever looks; a script lists, makes and revokes them."""
    _check_users(known)
    return reader.page("keys.html", scopes=SCOPES)


@router.get("/b/{base}/members", openapi_extra=needs("owner"))
def show_members(reader: AnyReader, base: Name, known: KnownBases) -> Response:
    """Who has which role in a knowledge base, for its owners."""
    _check_users(known)
    return reader.page("members.html", base=base, roles=ROLES)


def _check_users(known: KnownBases) -> None:
    if known.caller.user is None:
        raise NotFound("there are no users here: `pincite user add` makes the first")
