import pytest
from fastapi.testclient import TestClient

from pincite.service.app import create_app
from pincite.service.settings import ServiceSettings


@pytest.fixture
def client(tmp_path):
    with TestClient(create_app(ServiceSettings(tmp_path, workers=0)), base_url="http://127.0.0.1:8765") as found:
        yield found


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:8765", "10.0.0.7", ""])
def test_another_name_for_this_machine_is_refused(client, host):
    answer = client.get("/health", headers={"Host": host})
    assert answer.status_code == 421
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost", "LOCALHOST:1", "[::1]:8765"])
def test_loopback_names_are_answered_with_any_port(client, host):
    assert client.get("/health", headers={"Host": host}).json()["status"] == "ok"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://127.0.0.1:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_sites_page_may_change_nothing(client, headers):
    answer = client.post("/api/v1/bases", json={"name": "papers"}, headers=headers)
    assert answer.status_code == 403
    assert client.get("/api/v1/bases").json() == {"bases": []}


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://127.0.0.1:8765", "Sec-Fetch-Site": "same-origin"}])
def test_our_own_page_and_programs_may_change_things(client, headers):
    assert client.post("/api/v1/bases", json={"name": "papers"}, headers=headers).status_code == 201


def test_every_answer_ties_the_browsers_hands_even_an_error(client):
    for path in ("/health", "/nothing", "/api/v1/bases/none"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_the_log_has_the_route_and_not_what_was_asked(client, caplog):
    with caplog.at_level("INFO", "pincite.access"):
        client.get("/api/v1/bases/secret-project")
    assert '"route": "/api/v1/bases/{base}"' in caplog.text
    assert "secret-project" not in caplog.text


def test_a_fault_of_the_service_is_a_problem_and_ties_the_browsers_hands_too(tmp_path, caplog):
    app = create_app(ServiceSettings(tmp_path, workers=0))
    app.get("/broken")(lambda: 1 // 0)
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        answer = client.get("/broken")
        metrics = client.get("/metrics").text
    assert answer.status_code == 500
    assert answer.json()["code"] == "Fault"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "ZeroDivisionError" in caplog.text
    assert 'status="500"' in metrics
