import pytest
from fastapi.testclient import TestClient

from pincite.service.app import create_app
from pincite.service.settings import ServiceSettings
from pincite.service.sized import AROUND_FILES, MOST


@pytest.fixture
def client(tmp_path):
    app = create_app(ServiceSettings(tmp_path, workers=0, max_upload=100))
    with TestClient(app, base_url="http://127.0.0.1:8765") as found:
        yield found


def test_a_body_that_says_it_is_too_large_is_not_read(client):
    answer = client.post("/api/v1/bases", content=b"x", headers={"Content-Length": str(MOST + 1)})
    assert (answer.status_code, answer.json()["code"]) == (413, "TooLarge")


def test_a_body_that_does_not_say_how_large_it_is_is_read_only_so_far(client):
    sent = []

    def endless():
        for _ in range(10 * MOST // 100_000):
            sent.append(1)
            yield b"x" * 100_000

    assert client.post("/api/v1/bases", content=endless()).status_code in {400, 413}


def test_uploads_are_bounded_by_their_own_setting(client):
    client.post("/api/v1/bases", json={"name": "papers"})
    large = [("files", ("a.txt", b"x" * (100 + AROUND_FILES)))]
    assert client.post("/api/v1/bases/papers/documents", files=large).status_code == 413
    small = [("files", ("a.txt", b"x" * 100))]
    assert client.post("/api/v1/bases/papers/documents", files=small).status_code == 202
