import re

import pytest
from fastapi.testclient import TestClient

from pincite.access.keys import Keys
from tenants import ADDRESS, PASSWORD, application, client_of, with_users

ORIGIN = {"Origin": ADDRESS}


@pytest.fixture
def app(tmp_path):
    made = application(tmp_path)
    with client_of(made):
        yield made


@pytest.fixture
def guarded(app):
    with_users(app, "root", "ana")
    return app


def log_in(client, user="ana", password=PASSWORD, **more):
    form = {"user": user, "password": password, **more}
    return client.post("/login", data=form, headers=ORIGIN, follow_redirects=False)


def token_of(client):
    return re.search(r'name="csrf" content="(\w+)"', client.get("/").text).group(1)


def test_without_a_user_the_service_on_this_machine_is_open_and_a_key_is_not_looked_at(app):
    client = client_of(app)
    assert client.get("/api/v1/me").json() == {"user": None, "admin": True, "scope": "admin", "roles": {}}
    assert client.get("/metrics", headers={"Authorization": "Bearer anything"}).status_code == 200
    assert client.get("/login", follow_redirects=False).headers["location"] == "/"


def test_a_service_that_others_reach_is_never_open(tmp_path, monkeypatch):
    monkeypatch.setattr("pincite.service.settings._reached_by_others", lambda _: ["10.1.2.3"])
    app = application(tmp_path, host="0.0.0.0")
    with client_of(app) as client:
        assert client.get("/api/v1/bases").status_code == 401
        with_users(app, "ana")
        app.state.access.users.remove("ana")
        assert client.get("/api/v1/bases").status_code == 401


def test_a_service_at_every_address_answers_to_addresses_and_not_to_names(tmp_path, monkeypatch):
    monkeypatch.setattr("pincite.service.settings._reached_by_others", lambda _: ["10.1.2.3"])
    with client_of(application(tmp_path, host="0.0.0.0", names=("papers.example",))) as client:
        for host in ("10.1.2.3:8765", "[2001:db8::1]:8765", "papers.example", "localhost"):
            assert client.get("/health", headers={"Host": host}).status_code == 200
        assert client.get("/health", headers={"Host": "evil.example"}).status_code == 421


def test_the_first_user_closes_the_door_without_a_restart(app):
    client = client_of(app)
    assert client.get("/api/v1/bases").status_code == 200
    with_users(app, "root")
    assert client.get("/api/v1/bases").status_code == 401


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer ", "Basic YW5hOng=", "Bearer x y", "pk_", "Bearer pk_é"])
def test_what_is_no_key_is_refused(guarded, given):
    answer = client_of(guarded).get("/api/v1/bases", headers={"Authorization": given.encode()})
    assert (answer.status_code, answer.json()["code"]) == (401, "Unauthorised")


def test_a_key_is_refused_once_it_is_revoked_in_another_process(guarded):
    client = client_of(guarded, "ana")
    assert client.get("/api/v1/me").status_code == 200
    (key,) = guarded.state.access.keys.all("ana")
    Keys(guarded.state.access.users._home).revoke(key.id)
    assert client.get("/api/v1/me").status_code == 401


def test_a_wrong_key_does_not_fall_back_to_the_session(guarded):
    client = client_of(guarded)
    log_in(client)
    assert client.get("/api/v1/me").status_code == 200
    assert client.get("/api/v1/me", headers={"Authorization": "Bearer wrong"}).status_code == 401


def test_logging_in_leads_to_the_page_that_was_asked_for_and_logging_out_ends_it(guarded):
    client = client_of(guarded)
    asked = client.get("/b/papers?q=x", headers={"Accept": "text/html"})
    assert asked.status_code == 401
    assert 'name="next" value="/b/papers?q=x"' in asked.text
    answer = log_in(client, next="/b/papers?q=x")
    assert (answer.status_code, answer.headers["location"]) == (303, "/b/papers?q=x")
    cookie = answer.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "samesite=strict", "path=/", "max-age=604800"))
    kept = dict(client.cookies)
    assert (
        client.post("/logout", data={"token": token_of(client)}, headers=ORIGIN, follow_redirects=False).status_code
        == 303
    )
    assert client.get("/api/v1/me").status_code == 401
    assert client.get("/api/v1/me", headers={"Cookie": f"pincite={kept['pincite']}"}).status_code == 401


def test_over_https_the_cookie_is_secure_and_bound_to_the_host(guarded):
    client = TestClient(guarded, base_url=ADDRESS.replace("http:", "https:"))
    answer = client.post("/login", data={"user": "ana", "password": PASSWORD}, follow_redirects=False)
    assert answer.headers["set-cookie"].startswith("__Host-pincite=")
    assert "secure" in answer.headers["set-cookie"].lower()


@pytest.mark.parametrize("place", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:x", ""])
def test_the_form_leads_to_no_other_service(guarded, place):
    assert log_in(client_of(guarded), next=place).headers["location"] == "/"


def test_a_wrong_name_and_a_wrong_password_get_the_same_answer(guarded):
    wrong = log_in(client_of(guarded), password="seven lamps in the cellar")
    nobody = log_in(client_of(guarded), user="nobody")
    assert wrong.status_code == nobody.status_code == 401
    assert wrong.text == nobody.text
    assert "set-cookie" not in wrong.headers


def test_guessing_is_slowed_down_for_this_user_at_this_address_and_others_may_come_in(guarded):
    with_users(guarded, "bob")
    client = client_of(guarded)
    guesses = [log_in(client, password=f"some guess number {number}").status_code for number in range(6)]
    assert guesses == [401] * 5 + [429]
    slowed = log_in(client)
    assert slowed.status_code == 429
    assert int(slowed.headers["retry-after"]) > 0
    assert log_in(client_of(guarded), user="bob").status_code == 303


def test_logging_in_rightly_costs_nothing(guarded):
    client = client_of(guarded)
    assert [log_in(client).status_code for _ in range(8)] == [303] * 8


def test_a_page_changes_nothing_without_the_token_of_its_own_session(guarded):
    ana, root = client_of(guarded), client_of(guarded)
    log_in(ana)
    log_in(root, "root")
    for headers in ({}, {"X-CSRF-Token": ""}, {"X-CSRF-Token": token_of(root)}):
        answer = ana.post("/api/v1/bases", json={"name": "papers"}, headers={**ORIGIN, **headers})
        assert answer.status_code == 403
    assert ana.post("/logout", data={"token": token_of(root)}, headers=ORIGIN).status_code == 403
    good = ana.post("/api/v1/bases", json={"name": "papers"}, headers={**ORIGIN, "X-CSRF-Token": token_of(ana)})
    assert (good.status_code, good.json()["name"]) == (201, "ana.papers")


def test_another_sites_form_logs_nobody_in(guarded):
    form = {"user": "ana", "password": PASSWORD}
    answer = client_of(guarded).post("/login", data=form, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


def test_requests_above_the_limit_are_told_when_to_come_back_each_key_for_itself(tmp_path):
    app = application(tmp_path, rate=0.1, burst=3)
    with client_of(app):
        with_users(app, "root", "ana")
        one, other = client_of(app, "ana"), client_of(app, "ana")
        answers = [one.get("/api/v1/me") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 10
        assert answers[-1].json()["code"] == "TooMany"
        assert other.get("/api/v1/me").status_code == 200
        assert client_of(app).get("/health").status_code == 200


def test_a_password_is_in_no_log_and_in_no_answer(guarded, caplog):
    with caplog.at_level("DEBUG"):
        answer = log_in(client_of(guarded), password="my very secret words")
    assert "my very secret words" not in caplog.text + answer.text
