"""People and programs that may use a service."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pincite.access.hashing import LONGEST, hash_secret, matches
from pincite.access.home import Home
from pincite.errors import UsageError

SHORTEST_PASSWORD = 12

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


@dataclass(frozen=True, slots=True)
class User:
    """Somebody; an `admin` has every role in every knowledge base. `number` is never given to another."""

    number: int
    name: str
    admin: bool
    created: float
    has_password: bool

    def to_json(self) -> dict[str, Any]:
        """What an administrator sees."""
        return {"name": self.name, "admin": self.admin, "created": self.created, "password": self.has_password}


class Users:
    """The users in `home`; `clock` is the time since 1970."""

    def __init__(self, home: Home, clock: Callable[[], float] = time.time) -> None:
        self._home = home
        self._clock = clock

    def any(self) -> bool:
        """Whether there is one; without any, a service on this machine alone is open."""
        with self._home.reading() as connection:
            return connection.execute("SELECT 1 FROM users LIMIT 1").get is not None

    def all(self) -> list[User]:
        """Everybody, by name."""
        return self._select("ORDER BY name")

    def find(self, name: str) -> User | None:
        """The user with this name; None: there is none."""
        return next(iter(self._select("WHERE name = ?", name)), None)

    def get(self, name: str) -> User:
        """The user with this name. Raises UsageError."""
        found = self.find(name)
        if found is None:
            raise UsageError(f"there is no user {name!r}: `pincite user list` shows them")
        return found

    def add(self, name: str, password: str | None = None, *, admin: bool = False) -> User:
        """Add a user; the first one is an administrator. None: no password, which leaves keys only.

        Raises UsageError for a name that can't be one or is taken, and for a password that is too short.
        """
        if not _NAME.fullmatch(name):
            raise UsageError(
                f"{name!r} is no name for a user: expected 1 to 32 of a-z, 0-9 and hyphen, a letter or figure first"
            )
        kept = "" if password is None else _hashed(password)
        with self._home.writing() as connection:
            if connection.execute("SELECT 1 FROM users WHERE name = ?", (name,)).get:
                raise UsageError(f"there is a user {name!r} already: choose another name, or remove that one")
            first = connection.execute("SELECT 1 FROM users LIMIT 1").get is None
            connection.execute(
                "INSERT INTO users (name, password, admin, created) VALUES (?, ?, ?, ?)",
                (name, kept, admin or first, self._clock()),
            )
        return self.get(name)

    def remove(self, name: str) -> None:
        """Remove a user with their keys, sessions and roles; knowledge bases stay. Raises UsageError."""
        user = self.get(name)
        with self._home.writing() as connection:
            connection.execute("DELETE FROM users WHERE number = ?", (user.number,))

    def set_password(self, name: str, password: str) -> None:
        """Change a password, and end every session that began with the old one. Raises UsageError."""
        user, kept = self.get(name), _hashed(password)
        with self._home.writing() as connection:
            connection.execute("UPDATE users SET password = ? WHERE number = ?", (kept, user.number))
            connection.execute("DELETE FROM sessions WHERE user = ?", (user.number,))

    def check(self, name: str, password: str) -> User | None:
        """The user whose password this is; None, after the same work, whatever is wrong."""
        with self._home.reading() as connection:
            kept = connection.execute("SELECT password FROM users WHERE name = ?", (name,)).get
        return self.find(name) if matches(str(kept or ""), password) else None

    def _select(self, which: str, *values: str) -> list[User]:
        with self._home.reading() as connection:
            rows: list[tuple[Any, ...]] = connection.execute(
                f"SELECT number, name, admin, created, password <> '' FROM users {which}",  # noqa: S608 - a constant
                values,
            ).fetchall()
        return [User(number, name, bool(admin), created, bool(has)) for number, name, admin, created, has in rows]


def _hashed(password: str) -> str:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST:
        raise UsageError(
            f"the password has {len(password)} characters: expected {SHORTEST_PASSWORD} to {LONGEST}; several words make a good one"
        )
    return hash_secret(password)
