"""Done when: tenant B calls every route of the OpenAPI with A's ids, and gets what he would get if they did not exist."""

import pytest

from pincite.service.access.entrance import PUBLIC, STATIC
from tenants import NOTHING, application, client_of, filled, operations, settle, strangers, with_users

ALONE = {"of": "x", "name": "page.js"}
SHARED = {
    "/health",
    "/api/v1/me",
    "/api/v1/bases",
    "/api/v1/keys",
    "/keys",
    "/",
    "/logout",
    "/login",
    "/static/{of}/{name}",
    "/metrics",
    "/ready",
}
"""Operations that name no knowledge base. One that is added here must show nothing of others, which a test below looks at."""


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    root, files = tmp_path_factory.mktemp("root"), tmp_path_factory.mktemp("files")
    made = application(root, rate=1e6, burst=10**6)
    with client_of(made):
        with_users(made, "root", "ana", "bob")
        made.state.anas = settle(made, files, "ana", "papers")
        made.state.bobs = settle(made, files, "bob", "notes")
        yield made


@pytest.fixture(scope="module")
def anas(app):
    return app.state.anas


@pytest.fixture(scope="module")
def bob(app):
    return client_of(app, "bob")


def every(app):
    return [one for one in operations(app) if one[1] not in SHARED]


def about_a_base(app):
    return [one for one in every(app) if "{base}" in one[1]]


def test_all_operations_are_looked_at(app):
    found = {path for _, path, _ in operations(app)}
    assert set(app.openapi()["paths"]) <= found
    assert {"/", "/b/{base}", "/b/{base}/documents", "/b/{base}/d/{document}", "/login", "/logout"} <= found


def test_every_operation_on_anas_things_answers_bob_with_404_as_if_there_were_none(app, anas, bob):
    for method, path, operation in about_a_base(app):
        real = filled(app, method, path, operation, anas).send(bob)
        none = filled(app, method, path, operation, NOTHING).send(bob)
        assert real.status_code == 404, f"{method} {path} told bob of ana: {real.status_code} {real.text[:300]}"
        assert anas.hidden_in(real.text) == NOTHING.hidden_in(none.text), f"{method} {path}"
        assert _without_dates(real.headers, anas) == _without_dates(none.headers, NOTHING), f"{method} {path}"


def test_anas_ids_are_not_found_in_bobs_own_knowledge_base(app, anas, bob):
    mixed = strangers(anas, base=app.state.bobs.base)
    for method, path, operation in about_a_base(app):
        call = filled(app, method, path, operation, mixed)
        if call.named & {"document", "job", "upload"}:
            assert call.send(bob).status_code == 404, f"{method} {path}"


def test_every_operation_names_a_knowledge_base_or_is_known_to_be_about_none(app, anas):
    for method, path, operation in every(app):
        named = filled(app, method, path, operation, anas).named
        assert named & {"base", "key"} or method == "GET", f"{method} {path}"


def test_operations_that_name_a_knowledge_base_or_a_key_elsewhere_answer_as_if_there_were_none(app, anas, bob):
    for method, path, operation in every(app):
        call = filled(app, method, path, operation, anas)
        if "{base}" not in path and call.named & {"base", "key"}:
            real, none = call.send(bob), filled(app, method, path, operation, NOTHING).send(bob)
            assert real.status_code == none.status_code >= 400, f"{method} {path}: {real.text[:300]}"
            assert anas.hidden_in(real.text) == NOTHING.hidden_in(none.text), f"{method} {path}"


def test_what_is_there_for_all_shows_nothing_of_ana(app, anas, bob):
    for method, path, _ in operations(app):
        if method == "GET" and "{base}" not in path:
            text = bob.get(path.format(**ALONE)).text
            assert not [thing for thing in vars(anas).values() if f'"{thing}"' in text or f"/{thing}" in text], path


def test_administrators_alone_see_what_concerns_the_whole_service(app, bob):
    for path in ("/ready", "/metrics"):
        assert bob.get(path).status_code == 404
        assert client_of(app, "root", "read").get(path).status_code == 200
    assert app.state.anas.base in client_of(app, "root").get("/api/v1/bases").text


def test_without_a_key_everything_is_401_but_health_the_form_and_the_scripts(app, anas):
    stranger = client_of(app)
    for method, path, operation in operations(app):
        if path in PUBLIC or path.startswith(STATIC):
            continue
        call = filled(app, method, path, operation, anas)
        for headers in ({}, {"Authorization": f"Bearer pk_{'0' * 12}_{'a' * 43}"}, {"Accept": "text/html"}):
            answer = call.send(stranger, **headers)
            assert answer.status_code == 401, f"{method} {path}: {answer.status_code}"
            assert not [thing for thing in (anas.job, anas.user) if f'"{thing}"' in answer.text]
        assert call.send(stranger).headers["www-authenticate"].startswith("Bearer")
    for path in (
        "/openapi.json",
        "/mcp",
        "/nothing",
        "/docs",
        "//health",
        "/health/../api/v1/bases",
        "/static/../metrics",
    ):
        assert stranger.get(path).status_code == 401, path
    assert stranger.get("/health").status_code == 200
    assert stranger.get("/login").status_code == 200
    assert stranger.get("/static/x/page.js").status_code == 200


def test_ana_herself_is_refused_nothing_that_the_others_were(app, anas):
    ana = client_of(app, "ana")
    for method, path, operation in about_a_base(app):
        if method == "GET" and not path.endswith(("/events", ".png", "/media", "/grid")):  # endless, or not of a text
            assert filled(app, method, path, operation, anas).send(ana).status_code == 200, path


def test_a_name_that_is_taken_tells_bob_nothing(app, anas, bob):
    taken = bob.post("/api/v1/bases", json={"name": anas.base})
    free = bob.post("/api/v1/bases", json={"name": NOTHING.base})
    assert (taken.status_code, free.status_code) == (201, 201)
    assert taken.json()["name"] == f"bob.{anas.base}"
    assert anas.base in client_of(app, "ana").get("/api/v1/bases").text
    for made in (taken, free):
        name = made.json()["name"]
        assert bob.delete(f"/api/v1/bases/{name}", params={"confirm": name}).status_code == 204


def test_the_number_of_an_event_tells_nothing_of_other_knowledge_bases(app):
    before = app.state.queue.change(app.state.bobs.base)
    client_of(app, "ana").post(f"/api/v1/bases/{app.state.anas.base}/reindex")
    assert app.state.queue.change(app.state.bobs.base) == before


def _without_dates(headers, things):
    return sorted(
        (name, things.hidden_in(value)) for name, value in headers.items() if name not in {"date", "content-length"}
    )
