import pytest

from tenants import application, client_of, filled, operations, settle, with_users

READING = ("/search", "/ask", "/inspect", "/mcp/{base}")
"""What a reader may POST: it changes nothing."""


@pytest.fixture
def app(tmp_path):
    made = application(tmp_path / "root")
    with client_of(made):
        with_users(made, "root", "ana", "bob")
        yield made


@pytest.fixture
def papers(app, tmp_path):
    return settle(app, tmp_path, "ana", "papers")


def give(app, base, role, user="bob"):
    assert client_of(app, "ana").put(f"/api/v1/bases/{base}/members/{user}", json={"role": role}).status_code == 204


def statuses(app, client, things):
    """What each operation answers; one that would never end, or end the knowledge base, is left out."""
    found = {}
    for method, path, operation in operations(app):
        if "{base}" in path and not path.endswith("/events") and method != "DELETE":
            found[method, path] = filled(app, method, path, operation, things).send(client).status_code
    return found


def test_a_reader_may_look_search_and_ask_and_change_nothing(app, papers):
    give(app, papers.base, "reader")
    for (method, path), status in statuses(app, client_of(app, "bob"), papers).items():
        forbidden = path.endswith("/members") or (method != "GET" and not path.endswith(READING))
        assert (status == 403) == forbidden, f"{method} {path}: {status}"


def for_owners(method, path):
    return "/members" in path or (method != "GET" and path.endswith(("/gate", "/calibration")))


def test_an_editor_may_change_documents_and_golden_questions_and_neither_who_may_nor_what_refuses(app, papers):
    give(app, papers.base, "editor")
    for (method, path), status in statuses(app, client_of(app, "bob"), papers).items():
        assert (status == 403) == for_owners(method, path), f"{method} {path}: {status}"
    bob = client_of(app, "bob")
    assert bob.delete(f"/api/v1/bases/{papers.base}", params={"confirm": papers.base}).status_code == 403
    assert bob.delete(f"/api/v1/bases/{papers.base}/documents/{papers.document}").status_code == 204


def test_an_owner_may_delete_it_and_then_it_is_gone_for_all_with_its_roles(app, papers):
    give(app, papers.base, "owner")
    bob = client_of(app, "bob")
    assert bob.delete(f"/api/v1/bases/{papers.base}", params={"confirm": papers.base}).status_code == 204
    assert client_of(app, "ana").get(f"/api/v1/bases/{papers.base}").status_code == 404
    client_of(app, "ana").post("/api/v1/bases", json={"name": papers.base})
    assert bob.get(f"/api/v1/bases/{papers.base}").status_code == 404


def test_a_role_that_is_taken_away_ends_at_once(app, papers):
    give(app, papers.base, "reader")
    bob = client_of(app, "bob")
    assert bob.get(f"/api/v1/bases/{papers.base}").status_code == 200
    assert client_of(app, "ana").delete(f"/api/v1/bases/{papers.base}/members/bob").status_code == 204
    assert bob.get(f"/api/v1/bases/{papers.base}").status_code == 404
    assert client_of(app, "ana").delete(f"/api/v1/bases/{papers.base}/members/bob").status_code == 404


def test_members_are_listed_with_their_roles_and_strangers_are_nobody(app, papers):
    give(app, papers.base, "reader")
    ana = client_of(app, "ana")
    members = ana.get(f"/api/v1/bases/{papers.base}/members").json()["members"]
    assert members == [{"user": "ana", "role": "owner"}, {"user": "bob", "role": "reader"}]
    assert ana.put(f"/api/v1/bases/{papers.base}/members/eve", json={"role": "reader"}).status_code == 404
    assert ana.put(f"/api/v1/bases/{papers.base}/members/bob", json={"role": "king"}).status_code == 422


def test_the_only_owner_stays_one(app, papers):
    ana = client_of(app, "ana")
    assert ana.put(f"/api/v1/bases/{papers.base}/members/ana", json={"role": "reader"}).status_code == 409
    assert ana.delete(f"/api/v1/bases/{papers.base}/members/ana").status_code == 409
    give(app, papers.base, "owner")
    assert ana.delete(f"/api/v1/bases/{papers.base}/members/ana").status_code == 204


@pytest.mark.parametrize(
    ("scope", "statuses"), [("read", [200, 403, 403]), ("write", [200, 202, 403]), ("admin", [200, 202, 200])]
)
def test_the_scope_of_a_key_limits_what_its_user_may(app, papers, scope, statuses):
    client, at = client_of(app, "ana", scope), f"/api/v1/bases/{papers.base}"
    answers = [
        client.post(f"{at}/search", json={"query": "vault"}),
        client.post(f"{at}/retry"),
        client.get(f"{at}/members"),
    ]
    assert [answer.status_code for answer in answers] == statuses


def test_a_key_to_read_makes_no_knowledge_base(app):
    answer = client_of(app, "ana", "read").post("/api/v1/bases", json={"name": "more"})
    assert answer.status_code == 403
    assert "scope 'write'" in answer.json()["detail"]
    assert client_of(app, "ana", "write").post("/api/v1/bases", json={"name": "more"}).json()["name"] == "ana.more"


def test_an_administrator_sees_all_and_chooses_any_name(app, papers):
    root = client_of(app, "root")
    assert root.post("/api/v1/bases", json={"name": "common"}).json()["name"] == "common"
    assert [base["name"] for base in root.get("/api/v1/bases").json()["bases"]] == [papers.base, "common"]
    assert client_of(app, "ana").get("/api/v1/bases/common").status_code == 404


def test_who_asks_is_told_what_they_may(app, papers):
    give(app, papers.base, "reader")
    assert client_of(app, "bob", "write").get("/api/v1/me").json() == {
        "user": "bob", "admin": False, "scope": "write", "roles": {papers.base: "reader"},
    }  # fmt: skip


def test_a_user_who_is_removed_is_out_at_once_and_what_they_made_stays(app, papers):
    ana = client_of(app, "ana")
    app.state.access.users.remove("ana")
    assert ana.get("/api/v1/me").status_code == 401
    assert client_of(app, "root").get(f"/api/v1/bases/{papers.base}").status_code == 200
