"""Passwords and the secret parts of keys, kept as argon2id hashes (RFC 9106)."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from pincite.errors import UsageError

if TYPE_CHECKING:
    from argon2 import PasswordHasher

LONGEST = 1024
"""Characters of a secret that are looked at; a longer one matches nothing."""


def hash_secret(secret: str) -> str:
    """The hash to keep, salted anew each time. Raises UsageError where the extra is not installed."""
    return _hasher().hash(_normal(secret))


def matches(kept: str, secret: str) -> bool:
    """Whether `secret` is what was hashed; with nothing kept it is False after the same work."""
    from argon2.exceptions import InvalidHashError, VerifyMismatchError  # noqa: PLC0415 - an extra

    try:
        _hasher().verify(kept or _nobodys(), _normal(secret[:LONGEST]))
    except (VerifyMismatchError, InvalidHashError):
        return False
    return bool(kept) and len(secret) <= LONGEST


@cache
def _hasher() -> PasswordHasher:
    try:
        from argon2 import PasswordHasher, profiles  # noqa: PLC0415 - an extra, and 20 ms that `search` need not spend
    except ImportError as error:
        raise UsageError("users and keys need the extra `serve`: pip install 'pincite[serve]'") from error
    return PasswordHasher.from_parameters(profiles.RFC_9106_LOW_MEMORY)


@cache
def _nobodys() -> str:
    return _hasher().hash("nobody")


def _normal(secret: str) -> bytes:
    """One form for what different keyboards write differently."""
    return unicodedata.normalize("NFKC", secret).encode("utf-8", "surrogatepass")
