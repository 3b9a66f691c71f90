"""A store and the documents for it."""

from __future__ import annotations

import pytest

from pincite.store.open import Store
from store_documents import SEAL, Made


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "kb", create=True) as opened:
        opened.start(SEAL)
        yield opened


@pytest.fixture
def made():
    return Made


@pytest.fixture
def seal():
    return SEAL
