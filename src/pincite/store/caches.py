"""What a store keeps in memory between searches; everything in it is immutable in the file under the same key."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """The most recently used values, up to a total weight; safe to use from several threads."""

    def __init__(self, limit: int, weigh: Callable[[Value], int]) -> None:
        self._limit = limit
        self._weigh = weigh
        self._weight = 0
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Key, read: Callable[[], Value]) -> Value:
        """The value of `key`, from `read` when it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        value = read()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = value
                self._weight += self._weigh(value)
            while self._weight > self._limit and len(self._kept) > 1:
                self._weight -= self._weigh(self._kept.popitem(last=False)[1])
        return value
