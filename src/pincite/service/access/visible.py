"""The knowledge bases as one caller may see them: what they may not see is, in every answer, not there."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Request, Security
from fastapi.security import HTTPBearer

from pincite.access.levels import ROLES, Role, role_covers, scope_covers, scope_for
from pincite.errors import PinciteError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.access.access import Access, Caller
from pincite.service.access.entrance import is_public
from pincite.service.bases import Bases
from pincite.service.problems import Forbidden, NotFound
from pincite.types.ingest import Status

NEEDS = "x-pincite-needs"
"""In the OpenAPI: the role that an operation takes, where it is not `reader` for GET and `editor` for the others."""

_BEARER = HTTPBearer(
    auto_error=False,
    scheme_name="key",
    description="`pk_...`, of `pincite key add`; not asked for where the service is open",
)
"""Says in the OpenAPI how a program tells who it is; `Entrance` has looked at it by then."""


class Visible:
    """`Bases` for one caller; every way to a knowledge base leads through `require`."""

    def __init__(self, bases: Bases, access: Access, caller: Caller) -> None:
        self._bases = bases
        self._access = access
        self.caller = caller

    def names(self) -> list[str]:
        """The names of those that they may see, sorted."""
        names, user = self._bases.names(), self.caller.user
        if user is None or user.admin:
            return names
        mine = self._access.roles.bases(user)
        return [name for name in names if name in mine]

    def get(self, name: str) -> KnowledgeBase:
        """The knowledge base with this name. Raises NotFound."""
        self.require(name, "reader")
        return self._bases.get(name)

    def folder(self, name: str) -> Path:
        """Its folder. Raises NotFound."""
        self.require(name, "reader")
        return self._bases.folder(name)

    def status_at(self, name: str, moment: int) -> Status:
        """Its status at a moment, as `Bases` keeps it. Raises NotFound."""
        self.require(name, "reader")
        return self._bases.status_at(name, moment)

    def statuses(self) -> dict[str, Status | PinciteError]:
        """The status of each that they may see, by name; of one that cannot be opened, why: it must not hide the others."""
        found: dict[str, Status | PinciteError] = {}
        for name in self.names():
            try:
                found[name] = self.get(name).status()
            except NotFound:  # just deleted
                continue
            except PinciteError as error:
                found[name] = error
        return found

    def still(self, name: str) -> bool:
        """Whether they, who came some time ago, would be let in now and see it."""
        try:
            return self._access.still(self.caller) and self.role(name) in ROLES
        except NotFound:
            return False

    def role(self, name: str) -> Role:
        """What they may do there. Raises NotFound, in the same words, where there is none and where there is none for them."""
        user = self.caller.user
        found = "owner" if user is None else self._access.roles.of(name, user)
        if found is None:
            raise NotFound(_none(name))
        self._bases.folder(name)
        return found

    def require(self, name: str, needed: Role) -> None:
        """Raise NotFound where they may not see it, Forbidden where they may see it, but not do that."""
        role = self.role(name)
        if not role_covers(role, needed):
            raise Forbidden(f"this takes the role {needed} in {name!r}, and yours is {role}: ask an owner of it")
        if not scope_covers(self.caller.scope, needed):
            raise Forbidden(_scope(self.caller, needed))

    def allows(self, name: str, needed: Role) -> bool:
        """Whether they may do what takes this role. Raises NotFound."""
        return role_covers(self.role(name), needed) and scope_covers(self.caller.scope, needed)

    def create(self, name: str) -> str:
        """Make an empty one; its name. They own it.

        Users who are no administrators make theirs under their own name (`ana.papers`), so that a name that is taken tells of
        nobody else's. Raises UsageError, Conflict and Forbidden.
        """
        user = self.caller.user
        if not scope_covers(self.caller.scope, "editor"):
            raise Forbidden(_scope(self.caller, "editor"))
        if user and not user.admin and not name.startswith(f"{user.name}."):
            name = f"{user.name}.{name}"
        self._bases.create(name)
        self._access.roles.forget(name)
        if user:
            self._access.roles.give(name, user, "owner")
        return name

    def delete(self, name: str) -> None:
        """Remove it with all that was uploaded to it. Raises NotFound and Forbidden."""
        self.require(name, "owner")
        self._bases.delete(name)
        self._access.roles.forget(name)


def visible(request: Request) -> Visible:
    """The knowledge bases for whoever sent a request."""
    state = request.app.state
    return Visible(state.bases, state.access, request.scope["caller"])


def needs(role: Role | Literal["admin"]) -> dict[str, Any]:
    """For `openapi_extra` of a route: what it takes, where that is not what its method says."""
    return {NEEDS: role}


def admitted(request: Request, _: Annotated[Any, Security(_BEARER)] = None) -> None:
    """Refuse who may not do what this route does; stands before every route, so that none can forget it.

    Raises NotFound where the route is about a knowledge base that the caller may not see, or about the service as a whole and they
    are no administrator; Forbidden where they may see it, but not do that.
    """
    if is_public(request.scope["path"]):
        return
    route = request.scope["route"]
    needed = (getattr(route, "openapi_extra", None) or {}).get(NEEDS)
    known = visible(request)
    base = request.path_params.get("base")
    if needed == "admin" and not known.caller.is_admin:
        raise NotFound("there is nothing here for you: administrators see what concerns the whole service")
    if base is not None:
        known.require(base, needed or ("reader" if request.method in {"GET", "HEAD"} else "editor"))


def _none(name: str) -> str:
    return f"there is no knowledge base {name!r}: the list of them is at /api/v1/bases"


def _scope(caller: Caller, needed: Role) -> str:
    return f"this takes a key of the scope {scope_for(needed)!r}, and yours has {caller.scope!r}: `pincite key add` makes another"
