"""Keys for programs: shown once, kept as hashes, found by the part that is no secret."""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pincite.access.hashing import hash_secret, matches
from pincite.access.home import Home
from pincite.access.levels import SCOPES, Scope
from pincite.access.users import User, Users
from pincite.errors import UsageError

PREFIX = "pk"
"""By which people, and programs that look for leaked secrets, know a key."""

LONGEST_LABEL = 100
_KEY = re.compile(PREFIX + r"_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
_PROVEN = 1024
_USED_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Key:
    """A key without its secret; `used` is when it last was, to the minute, None: never."""

    id: str
    user: str
    label: str
    scope: Scope
    created: float
    used: float | None

    def to_json(self) -> dict[str, Any]:
        """What may be shown."""
        return {
            "id": self.id,
            "user": self.user,
            "label": self.label,
            "scope": self.scope,
            "created": self.created,
            "used": self.used,
        }


class Keys:
    """The keys in `home`.

    A key is proven by argon2 once and then known again by its SHA-256, which stands in memory only: 256 random bits need no
    slow hash to be safe there, and a request must not wait for one. The row is read each time, so a revoked key is refused at once.
    """

    def __init__(self, home: Home, clock: Callable[[], float] = time.time) -> None:
        self._home = home
        self._clock = clock
        self._proven: OrderedDict[bytes, str] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, user: str, scope: Scope, label: str = "") -> tuple[Key, str]:
        """A new key of a user, and its whole text, which is nowhere else. Raises UsageError."""
        if scope not in SCOPES:
            raise UsageError(f"found the scope {scope!r}, expected one of {', '.join(SCOPES)}")
        if len(label) > LONGEST_LABEL:
            raise UsageError(f"the label has {len(label)} characters: expected at most {LONGEST_LABEL}")
        owner, key_id, secret = Users(self._home).get(user), secrets.token_hex(6), secrets.token_urlsafe(32)
        with self._home.writing() as connection:
            connection.execute(
                "INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, NULL)",
                (key_id, owner.number, label, scope, hash_secret(secret), self._clock()),
            )
        return self._rows("WHERE keys.id = ?", key_id)[0][0], f"{PREFIX}_{key_id}_{secret}"

    def all(self, user: str | None = None) -> list[Key]:
        """The keys of a user, or of all (None), the oldest first. Raises UsageError."""
        which, values = ("WHERE users.name = ?", (Users(self._home).get(user).name,)) if user is not None else ("", ())
        return sorted((key for key, _, _ in self._rows(which, *values)), key=lambda key: (key.created, key.id))

    def revoke(self, key_id: str) -> None:
        """Refuse a key from now on; its id, or the whole key. Raises UsageError where there is none."""
        known = _KEY.fullmatch(key_id)
        key_id = known.group(1) if known else key_id.removeprefix(f"{PREFIX}_")
        with self._home.writing() as connection:
            connection.execute("DELETE FROM keys WHERE id = ?", (key_id,))
            gone = connection.changes()
        if not gone:
            raise UsageError(f"there is no key {key_id!r}: `pincite key list` shows them")

    def lives(self, key_id: str) -> bool:
        """Whether a key with this id has not been revoked."""
        return bool(self._rows("WHERE keys.id = ?", key_id))

    def named(self, text: str) -> str | None:
        """The id of the key that a text claims to be; None: there is none, which no slow hash is needed to see."""
        row = self._row(text)
        return row[0].id if row else None

    def known(self, text: str) -> tuple[Key, User] | None:
        """The key and its user, where this very text has been proven before; None is no refusal: `prove` it."""
        with self._lock:
            kept = self._proven.get(_digest(text))
        row = self._row(text)
        return None if row is None or kept is None or row[2] != kept else self._used(row)

    def prove(self, text: str) -> tuple[Key, User] | None:
        """The key and its user, by the slow hash; None for what is no key here."""
        row, found = self._row(text), _KEY.fullmatch(text)
        if row is None or found is None or not matches(row[2], found.group(2)):
            return None
        with self._lock:
            self._proven[_digest(text)] = row[2]
            while len(self._proven) > _PROVEN:
                self._proven.popitem(last=False)
        return self._used(row)

    def _row(self, text: str) -> tuple[Key, User, str] | None:
        found = _KEY.fullmatch(text)
        return next(iter(self._rows("WHERE keys.id = ?", found.group(1))), None) if found else None

    def _used(self, row: tuple[Key, User, str]) -> tuple[Key, User]:
        key, user, _ = row
        now = self._clock()
        if key.used is None or key.used < now - _USED_SECONDS:
            with self._home.writing() as connection:
                connection.execute("UPDATE keys SET used = ? WHERE id = ?", (now, key.id))
        return key, user

    def _rows(self, which: str, *values: str) -> list[tuple[Key, User, str]]:
        with self._home.reading() as connection:
            rows: list[tuple[Any, ...]] = connection.execute(
                "SELECT keys.id, name, label, scope, keys.created, used, number, admin, users.created, password <> '', hash "  # noqa: S608 - constants
                f"FROM keys JOIN users ON keys.user = users.number {which}",
                values,
            ).fetchall()
        return [(Key(*row[:6]), User(row[6], row[1], bool(row[7]), row[8], bool(row[9])), str(row[10])) for row in rows]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
