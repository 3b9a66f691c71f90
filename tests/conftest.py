"""What every test stands on: closed sockets, marks by folder, and the real weights for those that need them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_socket import disable_socket, enable_socket

from pincite.embed.encoder import BertEmbedder
from pincite.embed.profiles import SETTINGS
from pincite.weights.cache import cache_folder
from pincite.weights.find import find_weights

MINILM = "all-minilm-l6-v2"
OPEN = ("walk", "oracle")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test in tests/walk or tests/oracle is marked as such."""
    tests = Path(__file__).parent
    for item in items:
        for mark in OPEN:
            if (tests / mark) in item.path.parents:
                item.add_marker(mark)


@pytest.fixture(autouse=True)
def closed_sockets(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test reaches a network unless it is a walk or an oracle; processes of this machine may talk."""
    if not any(request.node.get_closest_marker(mark) for mark in OPEN):
        disable_socket(allow_unix_socket=True)
    yield
    enable_socket()


@pytest.fixture(scope="session")
def minilm_folder() -> Path:
    """The verified files of all-MiniLM-L6-v2, downloaded into the user's cache by the first run that needs them."""
    return find_weights(MINILM)


@pytest.fixture(scope="session")
def minilm(minilm_folder: Path) -> BertEmbedder:
    """all-MiniLM-L6-v2 on one thread."""
    return BertEmbedder(MINILM, minilm_folder, SETTINGS[MINILM], threads=1, cache=cache_folder() / "compiled")
