"""Hashes that cost nothing: how slow they are is no part of what is tested here."""

import pytest
from argon2 import PasswordHasher

from pincite.access import hashing


@pytest.fixture(autouse=True, scope="module")
def quick_hashes():
    with pytest.MonkeyPatch.context() as patch:
        quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(hashing, "_hasher", lambda: quick)
        hashing._nobodys.cache_clear()
        yield
    hashing._nobodys.cache_clear()
