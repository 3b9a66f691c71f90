"""Sessions of the page: a random id in a cookie, its hash in the file, and a token for what changes something."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from typing import Any

from pincite.access.home import Home
from pincite.access.users import User

IDLE_SECONDS = 12 * 3600.0
"""After which a session that nobody used is over."""
LONGEST_SECONDS = 7 * 24 * 3600.0
"""After which any session is over."""
_SEEN_SECONDS = 60.0


class Sessions:
    """The sessions in `home`; `clock` is the time since 1970."""

    def __init__(self, home: Home, clock: Callable[[], float] = time.time) -> None:
        self._home = home
        self._clock = clock

    def begin(self, user: User) -> str:
        """A new session: 256 random bits for the cookie. Those that are over are forgotten."""
        token, now = secrets.token_urlsafe(32), self._clock()
        with self._home.writing() as connection:
            connection.execute(
                "DELETE FROM sessions WHERE seen < ? OR created < ?", (now - IDLE_SECONDS, now - LONGEST_SECONDS)
            )
            connection.execute("INSERT INTO sessions VALUES (?, ?, ?, ?)", (_digest(token), user.number, now, now))
        return token

    def find(self, token: str) -> User | None:
        """Whose session it is; None when it is over or never was."""
        now = self._clock()
        with self._home.reading() as connection:
            row: tuple[Any, ...] | None = connection.execute(
                "SELECT number, name, admin, users.created, password <> '', seen FROM sessions "
                "JOIN users ON user = number WHERE digest = ? AND seen >= ? AND sessions.created >= ?",
                (_digest(token), now - IDLE_SECONDS, now - LONGEST_SECONDS),
            ).fetchone()
        if row is None:
            return None
        if row[5] < now - _SEEN_SECONDS:
            with self._home.writing() as connection:
                connection.execute("UPDATE sessions SET seen = ? WHERE digest = ?", (now, _digest(token)))
        return User(row[0], row[1], bool(row[2]), row[3], bool(row[4]))

    def end(self, token: str) -> None:
        """Log out."""
        with self._home.writing() as connection:
            connection.execute("DELETE FROM sessions WHERE digest = ?", (_digest(token),))


def form_token(session: str) -> str:
    """What a page of this session sends with every change (OWASP's HMAC-based token): another site can't know it."""
    return hmac.new(session.encode(), b"pincite changes", hashlib.sha256).hexdigest()


def is_form_token(session: str, given: str) -> bool:
    """Whether it is the token of this session, compared in constant time."""
    return hmac.compare_digest(form_token(session).encode(), given.encode(errors="replace"))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
