import json

import httpx
import numpy as np
import pytest

from pincite.embed import remote
from pincite.embed.remote import BATCH, RemoteEmbedder
from pincite.errors import ConfigError, EmbedderError


@pytest.fixture(autouse=True)
def pauses(monkeypatch):
    slept = []
    monkeypatch.setattr(remote.time, "sleep", slept.append)
    return slept


def vectors(request):
    texts = json.loads(request.content)["input"]
    rows = [{"index": i, "embedding": [len(text) + 1.0, 2.0, 0.0]} for i, text in enumerate(texts)]
    return httpx.Response(200, json={"data": rows[::-1]})


def embedder(handler, key="secret"):
    client = httpx.Client(transport=httpx.MockTransport(handler))
    return RemoteEmbedder("model-x", "http://host/v1/", key=key, client=client)


def test_vectors_come_back_in_order_with_length_one():
    found = embedder(vectors).passages(["a", "", "a longer one"])
    first = np.float32([2, 2, 0]) / np.sqrt(8)
    assert np.allclose(found[0].vector, first)
    assert all(abs(np.linalg.norm(each.vector) - 1) < 1e-6 for each in found)
    assert found[0].tokens is None
    assert found[2].vector[0] > found[0].vector[0]


def test_the_request_is_the_one_that_the_api_describes():
    seen = []

    def handler(request):
        seen.append(request)
        return vectors(request)

    embedder(handler).query("hello")
    assert str(seen[-1].url) == "http://host/v1/embeddings"
    assert seen[-1].headers["authorization"] == "Bearer secret"
    assert json.loads(seen[0].content)["model"] == "model-x"


def test_many_texts_go_in_batches():
    sizes = []

    def handler(request):
        sizes.append(len(json.loads(request.content)["input"]))
        return vectors(request)

    assert len(embedder(handler).passages(["x"] * (BATCH + 3))) == BATCH + 3
    assert sizes == [BATCH, 1, 3]


def test_the_profile_says_that_texts_leave_the_machine_and_that_there_are_no_token_vectors():
    profile = embedder(vectors).profile
    assert (profile.remote, profile.dimensions, profile.window, profile.projection) == (True, 3, 512, None)


def test_two_servers_have_two_fingerprints():
    other = RemoteEmbedder("model-x", "http://other/v1", client=httpx.Client(transport=httpx.MockTransport(vectors)))
    assert other.profile.fingerprint != embedder(vectors).profile.fingerprint


def test_a_passing_failure_is_tried_again_after_the_pause_that_the_server_asks_for(pauses):
    replies = [httpx.Response(429, headers={"retry-after": "7"}), httpx.Response(503)]

    def handler(request):
        return replies.pop(0) if replies else vectors(request)

    embedder(handler).query("a")
    assert pauses == [7.0, 1.0]


def test_a_server_that_never_answers_is_given_up(pauses):
    def handler(request):
        raise httpx.ConnectTimeout("timed out")

    with pytest.raises(EmbedderError, match=r"model-x at http://host/v1 does not answer: timed out"):
        embedder(handler).query("a")
    assert pauses == [0.5, 1.0, 2.0]


def test_a_refusal_is_told_at_once_with_status_and_words_but_without_the_key(pauses):
    with pytest.raises(EmbedderError, match=r"answered 401: bad key \[key\]$|answered 401: bad key \[key\]\."):
        embedder(lambda request: httpx.Response(401, text="bad key secret")).query("a")
    assert pauses == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"data": []},
        {"data": [{"index": 0, "embedding": "x"}]},
        {"data": [{"index": 0, "embedding": []}]},
        [1],
        {"data": [{"index": 0}]},
    ],
)
def test_an_answer_without_vectors_is_an_error(body):
    with pytest.raises(EmbedderError, match="model-x"):
        embedder(lambda request: httpx.Response(200, json=body)).query("a")


def test_an_answer_with_other_dimensions_than_before_is_an_error():
    sizes = iter([3, 4])

    def handler(request):
        return httpx.Response(200, json={"data": [{"index": 0, "embedding": [1.0] * next(sizes)}]})

    with pytest.raises(EmbedderError, match=r"gave \d dimensions, expected \d"):
        embedder(handler).query("a")


def test_a_vector_of_zeros_is_an_error():
    body = {"data": [{"index": 0, "embedding": [0.0, 0.0]}]}
    with pytest.raises(EmbedderError, match="scaled to 1"):
        embedder(lambda request: httpx.Response(200, json=body)).query("a")


@pytest.mark.parametrize(("text", "most"), [("", 2), ("word", 4), ("words", 5), ("保証期間", 6)])
def test_tokens_are_estimated_from_above(text, most):
    assert embedder(vectors).count([text]) == [most]


@pytest.mark.parametrize(
    "reply",
    [
        httpx.Response(200, text="[" * 100_000),
        httpx.Response(200, text='{"data": [{"index": 0, "embedding": [1' + "0" * 400 + "]}]}"),
        httpx.Response(204),
        httpx.Response(302, headers={"location": "http://elsewhere/"}),
    ],
)
def test_whatever_a_server_sends_instead_of_vectors_is_an_error_of_the_embedder(reply):
    with pytest.raises(EmbedderError, match="model-x"):
        embedder(lambda request: reply).query("a")


def test_a_body_that_cannot_be_unpacked_is_an_error_and_not_tried_again(pauses):
    def handler(request):
        return httpx.Response(200, headers={"content-encoding": "gzip"}, content=b"not gzip")

    with pytest.raises(EmbedderError, match="cannot be read"):
        embedder(handler).query("a")
    assert pauses == []


@pytest.mark.parametrize("asked", ["nan", "-5", "inf", "soon", "Wed, 21 Oct 2026 07:28:00 GMT"])
def test_a_pause_that_is_no_number_of_seconds_is_not_kept(asked, pauses):
    replies = [httpx.Response(429, headers={"retry-after": asked})]
    embedder(lambda request: replies.pop() if replies else vectors(request)).query("a")
    assert pauses == [0.5]


def test_the_words_of_a_server_cannot_steer_a_terminal():
    with pytest.raises(EmbedderError, match="answered 400: bad  \\[31m thing"):
        embedder(lambda request: httpx.Response(400, text="bad \x1b[31m\nthing")).query("a")


def test_a_key_copied_with_its_line_end_is_used_without_it_and_one_that_no_header_carries_is_refused_unseen():
    seen = []

    def handler(request):
        seen.append(request.headers["authorization"])
        return vectors(request)

    embedder(handler, key="secret\n").query("a")
    assert set(seen) == {"Bearer secret"}
    with pytest.raises(ConfigError, match="no HTTP header") as raised:
        embedder(handler, key="ключ\x00")
    assert "ключ" not in str(raised.value)


@pytest.mark.parametrize("url", ["", "here", "ftp://host/v1", "http://", "http://[::1", "http://me:word@host/v1"])
def test_an_address_that_cannot_be_used_is_refused_at_once(url):
    with pytest.raises(ConfigError, match="address of the embedder") as raised:
        RemoteEmbedder("model-x", url)
    assert "word@" not in str(raised.value)
