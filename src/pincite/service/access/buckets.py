"""Rate limits: a bucket of tokens for each name, refilled at a steady rate."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

MOST_NAMES = 10_000
"""Buckets that are kept; the one that was used longest ago makes room."""


class Buckets:
    """A token bucket for each name: `burst` at once, `rate` a second in the long run. `clock` counts seconds.

    >>> limit = Buckets(rate=0.5, burst=1, clock=lambda: 0.0)
    >>> limit.take("ana"), limit.take("ana"), limit.take("bob")
    (0.0, 2.0, 0.0)
    """

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, name: str) -> float:
        """Take a token: 0.0 when there was one, else the seconds until there is."""
        with self._lock:
            level = self._level(name)
            granted = level >= 1
            self._keep(name, level - granted)
        return 0.0 if granted else (1 - level) / self._rate

    def give_back(self, name: str) -> None:
        """Put a token back that was taken for nothing."""
        with self._lock:
            self._keep(name, min(self._burst, self._level(name) + 1))

    def _level(self, name: str) -> float:
        level, since = self._levels.get(name, (self._burst, 0.0))
        return min(self._burst, level + (self._clock() - since) * self._rate)

    def _keep(self, name: str, level: float) -> None:
        self._levels[name] = level, self._clock()
        self._levels.move_to_end(name)
        while len(self._levels) > MOST_NAMES:
            self._levels.popitem(last=False)
