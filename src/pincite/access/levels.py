"""What somebody may do: roles in a knowledge base, scopes of a key, and which scope a role's work takes."""

from __future__ import annotations

from typing import Literal

Role = Literal["reader", "editor", "owner"]
Scope = Literal["read", "write", "admin"]
ROLES: tuple[Role, ...] = ("reader", "editor", "owner")
"""Each may do what those before it may: ask; upload, retry, remove and reindex; delete the knowledge base and give roles."""
SCOPES: tuple[Scope, ...] = ("read", "write", "admin")
"""What a key lets through of its user's roles, in the same order."""


def role_covers(has: Role | None, needed: Role) -> bool:
    """Whether a role (None: none) is enough.

    >>> role_covers("editor", "reader"), role_covers("editor", "owner"), role_covers(None, "reader")
    (True, False, False)
    """
    return has is not None and ROLES.index(has) >= ROLES.index(needed)


def scope_for(needed: Role) -> Scope:
    """The smallest scope that lets the work of a role through.

    >>> scope_for("editor")
    'write'
    """
    return SCOPES[ROLES.index(needed)]


def scope_covers(scope: Scope, needed: Role) -> bool:
    """Whether a key of this scope lets the work of a role through.

    >>> scope_covers("read", "reader"), scope_covers("read", "editor")
    (True, False)
    """
    return SCOPES.index(scope) >= ROLES.index(needed)
