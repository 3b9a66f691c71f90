"""A service with the knowledge base `bank`, for the tests of what measures it; a file that serves something else has an `app` of its own."""

import pytest

from bank import add_golden, bank, client_at
from tenants import client_of


@pytest.fixture
def app(tmp_path):
    made = bank(tmp_path / "root")
    with client_of(made):
        yield made


@pytest.fixture
def client(app):
    return client_at(app)


@pytest.fixture
def kb(app):
    return app.state.bases.get("bank")


@pytest.fixture
def golden(client, kb):
    add_golden(client, kb)
