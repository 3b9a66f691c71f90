"""Limits for those who are not known yet: attempts to log in, and keys that are none."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

import anyio.to_thread
from anyio import CapacityLimiter

from pincite.access.keys import Key
from pincite.access.levels import Scope
from pincite.access.users import User
from pincite.service.access.access import Access, Caller
from pincite.service.access.buckets import Buckets
from pincite.service.problems import TooMany

AT_ONCE = 2
"""Slow hashes at work: each takes 64 MB and a processor. The others wait without a thread."""


class Attempts:
    """Tells who it is by what only they know, and makes guessing slow.

    A wrong password costs a token of the user at this address, one of the address, and one of the user; the last is generous, so
    that nobody can lock a user out from elsewhere with little effort. A wrong key costs one of this key at this address, and only
    where there is a key of that id: its secret can't be guessed, but each try would cost a slow hash.
    """

    def __init__(self, access: Access, clock: Callable[[], float] = time.monotonic) -> None:
        self._access = access
        self._at_once = CapacityLimiter(AT_ONCE)
        self._pair, self._user = Buckets(1 / 30, 5, clock), Buckets(1 / 10, 50, clock)
        self._address = Buckets(1 / 5, 20, clock)

    async def password(self, name: str, password: str, address: str) -> User | None:
        """The user with this password; None for a wrong name or password, after the same work. Raises TooMany."""
        place, name = network(address), name[:100]
        taken = [(self._pair, f"{name} {place}"), (self._address, place), (self._user, name)]
        _take(taken)
        found = await anyio.to_thread.run_sync(self._access.users.check, name, password, limiter=self._at_once)
        if found:
            _give_back(taken)
        return found

    async def key(self, text: str, address: str) -> Caller | None:
        """Who it is by a key that has not been seen before; None for what is no key here. Raises TooMany."""
        named = await anyio.to_thread.run_sync(self._access.keys.named, text)
        if named is None:
            return None
        taken = [(self._pair, f"{named} {network(address)}")]
        _take(taken)
        found = await anyio.to_thread.run_sync(self._access.proven, text, limiter=self._at_once)
        if found:
            _give_back(taken)
        return found

    async def new_key(self, user: User, scope: Scope, label: str) -> tuple[Key, str]:
        """A new key and its whole text, which takes a slow hash too. Raises UsageError."""
        return await anyio.to_thread.run_sync(self._access.keys.add, user.name, scope, label, limiter=self._at_once)


def network(address: str) -> str:
    """What an address is counted by: itself, and for IPv6 the /64 that one customer has whole.

    >>> network("10.1.2.3"), network("2001:db8::1:2"), network("unix")
    ('10.1.2.3', '2001:db8::/64', 'unix')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if found.version == 4 else str(ipaddress.ip_network((int(found), 64), strict=False))


def _take(wanted: list[tuple[Buckets, str]]) -> None:
    waits = [bucket.take(name) for bucket, name in wanted]
    if max(waits) > 0:
        _give_back([one for one, wait in zip(wanted, waits, strict=True) if not wait])
        raise TooMany("too many attempts that were wrong", max(waits))


def _give_back(taken: list[tuple[Buckets, str]]) -> None:
    for bucket, name in taken:
        bucket.give_back(name)
