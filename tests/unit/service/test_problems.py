import pytest
from fastapi.testclient import TestClient

from pincite import errors
from pincite.service.app import create_app
from pincite.service.problems import STATUS, status_of
from pincite.service.settings import ServiceSettings, check_host


def _kinds(kind):
    return [kind, *(found for child in kind.__subclasses__() for found in _kinds(child))]


@pytest.mark.parametrize("kind", [k for k in _kinds(errors.PinciteError) if k.__module__ == "pincite.errors"])
def test_every_error_of_the_tree_has_its_own_row(kind):
    assert kind in STATUS


def test_an_error_without_a_row_has_the_status_of_its_nearest_ancestor():
    class Special(errors.FilterError):
        pass

    assert status_of(Special("no")) == 422


@pytest.fixture
def client(tmp_path):
    app = create_app(ServiceSettings(tmp_path, workers=0))

    @app.get("/broken")
    def broken():
        raise RuntimeError("the password is 1234")

    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as found:
        yield found


def test_a_fault_of_ours_is_a_problem_that_tells_nothing(client):
    answer = client.get("/broken")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == "application/problem+json"
    assert "1234" not in answer.text


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_no_problem_says_where_the_service_keeps_its_files(client, tmp_path, accept):
    client.post("/api/v1/bases", json={"name": "papers"})
    (tmp_path / "papers" / "knowledge_base.db").write_bytes(b"no database, and long enough to be looked at" * 100)
    answer = client.post("/api/v1/bases/papers/ask", json={"question": "Why?"}, headers={"Accept": accept})
    assert "papers/knowledge_base.db cannot be read" in answer.text
    assert str(tmp_path) not in answer.text


def test_a_body_that_cannot_be_read_says_which_part(client):
    answer = client.post("/api/v1/bases", json={})
    assert (answer.status_code, answer.json()["detail"]) == (422, "body.name: Field required")


def test_a_wrong_method_and_a_wrong_path_are_problems_too(client):
    assert client.put("/health").json()["status"] == 405
    assert client.get("/nothing").json()["title"] == "Not Found"


@pytest.mark.parametrize("host", ["0.0.0.0", "8.8.8.8", "no.such.name.invalid"])
def test_an_address_that_others_reach_is_refused(host, socket_enabled):
    with pytest.raises(errors.ConfigError):
        check_host(host)
