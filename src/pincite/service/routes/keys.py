"""Keys: a user's own, without the secrets."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from pydantic import Field

from pincite.access.keys import LONGEST_LABEL
from pincite.access.levels import Scope, scope_covers
from pincite.access.users import User
from pincite.service.access.access import Caller
from pincite.service.body import Body
from pincite.service.problems import Conflict, Forbidden, NotFound
from pincite.service.reach import Attempting, Gates, KnownBases

router = APIRouter(prefix="/api/v1", tags=["access"])

MOST_KEYS = 100
"""Keys that one user may have."""

KeyId = Annotated[str, Path(description="the id of a key, which is no secret", examples=["4f1c9a02b7de"])]


class NewKey(Body):
    """A key to be made."""

    label: str = Field("", max_length=LONGEST_LABEL, description="what it is for", examples=["laptop"])
    scope: Scope = Field("read", description="what it lets through of your roles")


@router.get("/keys")
def list_keys(gates: Gates, known: KnownBases) -> dict[str, Any]:
    """Your keys, the oldest first, without their secrets; `used` is when one last was, to the minute, null: never."""
    return {"keys": [key.to_json() for key in gates.keys.all(_user(known.caller).name)]}


@router.post("/keys", status_code=201)
async def make_key(new: NewKey, gates: Gates, known: KnownBases, attempts: Attempting) -> dict[str, Any]:
    """Make a key of yours; `secret` is the whole key, and this is the only time that it is told."""
    user = _may_change(known.caller)
    if len(gates.keys.all(user.name)) >= MOST_KEYS:
        raise Conflict(f"you have {MOST_KEYS} keys, which is as many as one may have: revoke one first")
    key, secret = await attempts.new_key(user, new.scope, new.label)
    return {"key": key.to_json(), "secret": secret}


@router.delete("/keys/{key}", status_code=204)
def revoke_key(key: KeyId, gates: Gates, known: KnownBases) -> Response:
    """Refuse a key of yours from now on."""
    user = _may_change(known.caller)
    if key not in {mine.id for mine in gates.keys.all(user.name)}:
        raise NotFound(f"you have no key {key!r}: the list of them is at /api/v1/keys")
    gates.keys.revoke(key)
    return Response(status_code=204)


def _may_change(caller: Caller) -> User:
    """Who they are; a key of a small scope makes none of a larger one, and revokes nothing."""
    user = _user(caller)
    if not scope_covers(caller.scope, "owner"):
        raise Forbidden(f"this takes a key of the scope 'admin', and yours has {caller.scope!r}: log in to the page")
    return user


def _user(caller: Caller) -> User:
    if caller.user is None:
        raise NotFound("there are no users here, so nobody has keys: `pincite user add` makes the first")
    return caller.user
