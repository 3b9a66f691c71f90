import pytest

from pincite.service.routes import keys
from tenants import application, client_of, with_users


@pytest.fixture
def app(tmp_path):
    made = application(tmp_path)
    with client_of(made):
        with_users(made, "root", "ana", "bob")
        yield made


def test_a_key_is_told_once_works_and_is_listed_without_its_secret(app):
    ana = client_of(app, "ana")
    made = ana.post("/api/v1/keys", json={"label": "laptop", "scope": "write"}).json()
    me = client_of(app).get("/api/v1/me", headers={"Authorization": f"Bearer {made['secret']}"}).json()
    assert (me["user"], me["scope"]) == ("ana", "write")
    listed = ana.get("/api/v1/keys")
    assert [(key["label"], key["scope"]) for key in listed.json()["keys"]] == [("", "admin"), ("laptop", "write")]
    assert made["secret"].split("_", 2)[2] not in listed.text


def test_a_revoked_key_is_out_at_once_and_cannot_be_revoked_again(app):
    ana = client_of(app, "ana")
    made = ana.post("/api/v1/keys", json={}).json()
    assert ana.delete(f"/api/v1/keys/{made['key']['id']}").status_code == 204
    assert client_of(app).get("/api/v1/me", headers={"Authorization": f"Bearer {made['secret']}"}).status_code == 401
    assert ana.delete(f"/api/v1/keys/{made['key']['id']}").status_code == 404


def test_another_users_key_is_not_there_not_even_for_an_administrator(app):
    made = client_of(app, "ana").post("/api/v1/keys", json={}).json()["key"]
    for other in ("bob", "root"):
        client = client_of(app, other)
        assert client.delete(f"/api/v1/keys/{made['id']}").status_code == 404
        assert made["id"] not in client.get("/api/v1/keys").text


@pytest.mark.parametrize("scope", ["read", "write"])
def test_a_key_of_a_small_scope_makes_and_revokes_none(app, scope):
    client = client_of(app, "ana", scope)
    (own,) = client.get("/api/v1/keys").json()["keys"]
    assert client.post("/api/v1/keys", json={"scope": "admin"}).status_code == 403
    assert client.delete(f"/api/v1/keys/{own['id']}").status_code == 403


def test_without_users_there_are_no_keys(tmp_path):
    app = application(tmp_path)
    with client_of(app) as client:
        for answer in (
            client.get("/api/v1/keys"),
            client.post("/api/v1/keys", json={}),
            client.delete("/api/v1/keys/x"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (404, "NotFound")


def test_one_user_has_at_most_so_many_keys(app, monkeypatch):
    monkeypatch.setattr(keys, "MOST_KEYS", 2)
    ana = client_of(app, "ana")
    assert [ana.post("/api/v1/keys", json={}).status_code for _ in range(2)] == [201, 409]
