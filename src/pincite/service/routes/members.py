"""Who may: the caller themselves, and the roles in a knowledge base."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response
from pydantic import Field

from pincite.access.levels import Role
from pincite.access.users import User
from pincite.service.access.access import Access
from pincite.service.access.visible import needs
from pincite.service.body import Body
from pincite.service.problems import Conflict, NotFound
from pincite.service.reach import Gates, KnownBases, Name

router = APIRouter(prefix="/api/v1", tags=["access"])

UserName = Annotated[str, Path(description="the name of a user", examples=["ana"])]


class NewRole(Body):
    """A role to be given."""

    role: Role = Field(description="reader: ask; editor: documents too; owner: delete it, and give roles")


@router.get("/me")
def show_me(known: KnownBases) -> dict[str, Any]:
    """Who asks: `user` is null where the service is open; `roles` by knowledge base, `scope` of the key or session."""
    caller = known.caller
    return {
        "user": caller.user.name if caller.user else None,
        "admin": caller.is_admin,
        "scope": caller.scope,
        "roles": {name: known.role(name) for name in known.names()},
    }


@router.get("/bases/{base}/members", openapi_extra=needs("owner"))
def list_members(base: Name, gates: Gates) -> dict[str, Any]:
    """The roles that were given, by name; administrators have them all and are not listed."""
    return {"members": [{"user": name, "role": role} for name, role in gates.roles.members(base).items()]}


@router.put("/bases/{base}/members/{user}", status_code=204, openapi_extra=needs("owner"))
def give_role(base: Name, user: UserName, new: NewRole, gates: Gates) -> Response:
    """Give somebody a role in place of the one before."""
    somebody = _user(gates, user)
    if new.role != "owner":
        _check_owner(gates, base, user)
    gates.roles.give(base, somebody, new.role)
    return Response(status_code=204)


@router.delete("/bases/{base}/members/{user}", status_code=204, openapi_extra=needs("owner"))
def take_role(base: Name, user: UserName, gates: Gates) -> Response:
    """Take the role of somebody away: to them the knowledge base is no longer there."""
    somebody = _user(gates, user)
    if gates.roles.members(base).get(user) is None:
        raise NotFound(f"{user!r} has no role in {base!r}")
    _check_owner(gates, base, user)
    gates.roles.give(base, somebody, None)
    return Response(status_code=204)


def _user(gates: Access, name: str) -> User:
    found = gates.users.find(name)
    if found is None:
        raise NotFound(f"there is no user {name!r}: `pincite user add` makes one")
    return found


def _check_owner(gates: Access, base: str, user: str) -> None:
    """Raise Conflict where the only owner would be none any more."""
    owners = [name for name, role in gates.roles.members(base).items() if role == "owner"]
    if owners == [user]:
        raise Conflict(f"{user!r} is the only owner of {base!r}: make somebody else an owner first")
