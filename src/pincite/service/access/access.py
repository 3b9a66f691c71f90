"""Who may use a service, and as whom they do."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.access.home import Home
from pincite.access.keys import Key, Keys
from pincite.access.levels import Scope
from pincite.access.roles import Roles
from pincite.access.sessions import Sessions
from pincite.access.users import User, Users


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request: a user (None: the service is open, and whoever sits at this machine may do everything).

    They came with a key, whose `scope` limits them, or with the `session` of the page, or neither where it is open.
    """

    user: User | None = None
    scope: Scope = "admin"
    key: str = ""
    session: str = ""

    @property
    def is_admin(self) -> bool:
        """Whether they see every knowledge base, and what concerns the service as a whole."""
        return self.user is None or self.user.admin

    @property
    def bucket(self) -> str:
        """What their requests are counted by: each key alone, and a user's pages together."""
        return f"key {self.key}" if self.key else f"user {self.user.name if self.user else ''}"


class Access:
    """The users, keys, sessions and roles of a service; `local`: only this machine reaches it."""

    def __init__(self, home: Home, *, local: bool) -> None:
        self.users, self.keys = Users(home), Keys(home)
        self.sessions, self.roles = Sessions(home), Roles(home)
        self._local = local

    def is_open(self) -> bool:
        """Whether nobody is asked who they are: no other machine reaches the service, and there are no users."""
        return self._local and not self.users.any()

    def known(self, key: str, session: str) -> Caller | None:
        """Who it is, as far as it can be said at once: where it is open, by a proven key, by a session."""
        if self.is_open():
            return Caller()
        if key:
            found = self.keys.known(key)
            return _by_key(*found) if found else None
        user = self.sessions.find(session) if session else None
        return Caller(user, session=session) if user else None

    def proven(self, key: str) -> Caller | None:
        """Who it is, by a key that has not been seen before; takes the time of a slow hash."""
        found = self.keys.prove(key)
        return _by_key(*found) if found else None

    def still(self, caller: Caller) -> bool:
        """Whether a caller who came some time ago would be let in now."""
        if caller.user is None:
            return self.is_open()
        if caller.key:
            return self.keys.lives(caller.key)
        return self.sessions.find(caller.session) is not None


def _by_key(key: Key, user: User) -> Caller:
    return Caller(user, key.scope, key=key.id)
