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


@pytest.mark.parametrize(
    ("body", "content_type", "said"),
    [
        (b'{"name": "x"}', "", "body: found no header `Content-Type`, expected `Content-Type: application/json`"),
        (
            b"name=x",
            "application/x-www-form-urlencoded",
            "body: found `Content-Type: application/x-www-form-urlencoded`, ex",
        ),
        (b'{"name":', "application/json", "body: found no JSON at character 8: Expecting value"),
        (b"[1]", "application/json; charset=utf-8", "body: found JSON that is no object, expected one in braces"),
        (b"", "", "body: found nothing, expected a JSON object"),
    ],
)
def test_a_body_of_another_kind_says_what_it_lacks(client, body, content_type, said):
    answer = client.post("/api/v1/bases", content=body, headers={"Content-Type": content_type} if content_type else {})
    assert (answer.status_code, answer.json()["code"]) == (422, "InvalidRequest")
    assert answer.json()["detail"].startswith(said)


def test_a_wrong_method_names_all_that_the_path_has(client):
    answer = client.put("/api/v1/bases")
    assert (answer.status_code, answer.json()["code"]) == (405, "MethodNotAllowed")
    assert answer.headers["allow"] == "HEAD, GET, POST"
    assert answer.json()["detail"] == "found PUT /api/v1/bases, expected HEAD, GET, POST"
    assert client.get("/v1/chat/completions").headers["allow"] == "POST"


def test_a_path_that_is_not_there_is_a_problem_with_a_code(client):
    answer = client.get("/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "NotFound")
    assert "'/nothing'" in answer.json()["detail"]
    assert client.get("/v1/nothing").json()["error"]["code"] == "NotFound"


def test_a_form_that_is_none_is_a_problem_with_a_code(client):
    client.post("/api/v1/bases", json={"name": "papers"})
    form = {"Content-Type": "multipart/form-data"}
    answer = client.post("/api/v1/bases/papers/documents", content=b"a", headers=form)
    assert (answer.status_code, answer.json()["code"]) == (400, "BadRequest")


def test_a_name_that_is_taken_is_a_conflict_and_one_that_cannot_be_is_not(client):
    assert client.post("/api/v1/bases", json={"name": "papers"}).status_code == 201
    again = client.post("/api/v1/bases", json={"name": "papers"})
    assert (again.status_code, again.json()["code"]) == (409, "Conflict")
    assert client.post("/api/v1/bases", json={"name": "../papers"}).status_code == 422


def test_a_model_that_is_not_there_is_looked_for_among_the_models(client):
    asked = {"model": "nope", "messages": [{"role": "user", "content": "Why?"}]}
    for answer in (client.post("/v1/chat/completions", json=asked), client.get("/v1/models/nope")):
        assert answer.status_code == 404
        assert answer.json()["error"]["message"].endswith("the list of them is at /v1/models")
    assert client.get("/api/v1/bases/nope").json()["detail"].endswith("the list of them is at /api/v1/bases")


@pytest.mark.parametrize("host", ["0.0.0.0", "8.8.8.8", "no.such.name.invalid"])
def test_an_address_that_others_reach_is_refused(host, socket_enabled):
    with pytest.raises(errors.ConfigError):
        check_host(host)
