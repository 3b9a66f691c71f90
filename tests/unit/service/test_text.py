"""Half a surrogate pair is no text: JSON can write it (`\ud800`), and UTF-8 can't."""

import json

import pytest
from fastapi.testclient import TestClient

from pincite.service.app import create_app
from pincite.service.contract import examples
from pincite.service.settings import ServiceSettings

HALF = "\ud800"
BASE = "/api/v1/bases/papers"


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    settings = ServiceSettings(tmp_path_factory.mktemp("root"), workers=0)
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8765") as found:
        found.post("/api/v1/bases", json={"name": "papers"})
        yield found


def send(client, method, path, body):
    return client.request(method, path, content=json.dumps(body), headers={"Content-Type": "application/json"})


def halved(value):
    """The same, with every text in it replaced by half a pair."""
    if isinstance(value, dict):
        return {name: halved(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [halved(inner) for inner in value]
    return HALF if isinstance(value, str) else value


def operations(client):
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        for method, operation in methods.items():
            if operation["operationId"] in examples()["requests"] and "requestBody" in operation:
                yield method.upper(), path, examples()["requests"][operation["operationId"]]


def test_half_a_pair_in_any_text_of_any_request_is_refused_in_words(client):
    found = list(operations(client))
    assert len(found) > 5
    for method, path, body in found:
        answer = send(client, method, path.replace("{base}", "papers"), halved(body))
        assert 400 <= answer.status_code < 500, (method, path, answer.text)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"{BASE}/search", {"query": "a", "filters": [f"folder:{HALF}"]}),
        (f"{BASE}/inspect", {"query": "a", "filters": [f"folder:{HALF}"]}),
        (f"{BASE}/ask", {"question": "a", "filters": [f"tag:{HALF}"]}),
        (f"{BASE}/uploads", {"path": "a.md", "size": 1, "tags": [HALF]}),
        ("/v1/chat/completions", {"model": "papers", "messages": [{"role": "user", "content": "a"}], "pincite": {"filters": [HALF]}}),
    ],
)  # fmt: skip
def test_half_a_pair_in_a_list_is_refused_in_words(client, path, body):
    answer = send(client, "POST", path, body)
    assert answer.status_code in {400, 422}
    assert "unicode" in answer.text
