import asyncio

import pytest
from fastapi.testclient import TestClient

from pincite.access.home import Home
from pincite.service.app import create_app
from pincite.service.problems import Conflict, NotFound
from pincite.service.settings import ServiceSettings
from pincite.service.uploads import Uploads

PARTS = "/api/v1/bases/papers/uploads"


@pytest.fixture
def uploads(tmp_path):
    home = Home(tmp_path)
    yield Uploads(home, tmp_path)
    home.close()


@pytest.fixture
def client(tmp_path):
    with TestClient(create_app(ServiceSettings(tmp_path, workers=0)), base_url="http://127.0.0.1:8765") as found:
        found.post("/api/v1/bases", json={"name": "papers"})
        yield found


async def pieces(*found):
    for piece in found:
        yield piece


def part(client, upload, offset, data):
    return client.patch(f"{PARTS}/{upload}", content=data, headers={"Upload-Offset": str(offset)})


def test_an_upload_goes_on_where_it_stands_and_nowhere_else(client):
    upload = client.post(PARTS, json={"path": "a.md", "size": 6}).json()["id"]
    assert part(client, upload, 3, b"def").status_code == 409
    assert part(client, upload, 0, b"abc").json() == {"offset": 3}
    assert part(client, upload, 0, b"abc").status_code == 409
    assert part(client, upload, 3, b"def").status_code == 202
    assert part(client, upload, 6, b"").status_code == 404


def test_of_two_parts_at_once_the_one_that_comes_to_write_later_is_refused(uploads):
    upload = uploads.begin("papers", "a.md", 6, (), 10)

    async def first():
        yield b"abc"
        with pytest.raises(Conflict, match="another part came meanwhile"):
            await uploads.go_on(upload, 0, pieces(b"UVWXYZ"))  # it, too, began when nothing had come
        yield b"def"

    assert asyncio.run(uploads.go_on(upload, 0, first())) == 6
    assert uploads.finish(upload).read_bytes() == b"abcdef"


def test_a_part_for_an_upload_that_was_given_up_meanwhile_finds_none(uploads):
    upload = uploads.begin("papers", "a.md", 3, (), 10)
    uploads.give_up(upload)
    with pytest.raises(NotFound):
        asyncio.run(uploads.go_on(upload, 0, pieces(b"abc")))
    with pytest.raises(NotFound):
        uploads.finish(upload)


def test_an_upload_ends_with_its_knowledge_base(client):
    upload = client.post(PARTS, json={"path": "a.md", "size": 3}).json()["id"]
    client.delete("/api/v1/bases/papers", params={"confirm": "papers"})
    client.post("/api/v1/bases", json={"name": "papers"})
    assert client.get(f"{PARTS}/{upload}").status_code == 404
    assert part(client, upload, 0, b"abc").status_code == 404
