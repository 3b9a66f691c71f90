"""The doors for other protocols, where the service has users."""

import pytest

from tenants import application, client_of, settle, with_users

SAYS = [{"role": "user", "content": "the vault of the old bank"}]


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    made = application(tmp_path_factory.mktemp("root"))
    with client_of(made):
        with_users(made, "root", "ana", "bob")
        settle(made, tmp_path_factory.mktemp("files"), "ana", "papers")
        yield made


def chat(client, base="ana.papers"):
    return client.post("/v1/chat/completions", json={"model": base, "messages": SAYS})


def call(client, base, name, arguments):
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    accept = {"Accept": "application/json, text/event-stream"}
    return client.post(f"/mcp/{base}", json=asked, headers=accept)


def test_ana_is_answered_with_a_key_that_may_only_read(app):
    ana = client_of(app, "ana", "read")
    answer = chat(ana).json()
    assert answer["choices"][0]["message"]["annotations"]
    assert [model["id"] for model in ana.get("/v1/models").json()["data"]] == ["ana.papers"]
    assert call(ana, "ana.papers", "ask", {"question": SAYS[0]["content"]}).json()["result"]["structuredContent"][
        "answered"
    ]


def test_bob_is_told_of_nothing_in_words_that_his_client_reads(app):
    bob = client_of(app, "bob")
    refused, none = chat(bob), chat(bob, "ana.nothing")
    assert (refused.status_code, none.status_code) == (404, 404)
    assert refused.json()["error"]["message"].replace("papers", "nothing") == none.json()["error"]["message"]
    assert refused.json()["error"]["code"] == "NotFound"
    assert bob.get("/v1/models").json() == {"object": "list", "data": []}
    assert call(bob, "ana.papers", "search", {"query": "vault"}).status_code == 404


def test_without_a_key_it_is_an_authentication_error_that_says_how(app):
    refused = chat(client_of(app))
    assert (refused.status_code, refused.json()["error"]["type"]) == (401, "authentication_error")
    assert refused.headers["www-authenticate"].startswith("Bearer")
    assert call(client_of(app), "ana.papers", "search", {"query": "vault"}).status_code == 401
