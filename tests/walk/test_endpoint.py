import itertools
import json
import socket
import time
from contextlib import contextmanager

import pytest

from local_server import posts
from pincite.answer.endpoint import ChatEndpoint
from pincite.answer.prompt import Prompt
from pincite.errors import ConfigError, GeneratorError

pytestmark = pytest.mark.walk

PROMPT = Prompt("Cite.", "SOURCES\n[1] a\nRent is due.\n\nQUESTION\nWhen?")
KEY = "sk-very-secret-1234"


@contextmanager
def server(*replies):
    """A chat server on loopback that gives `replies` one by one, the last again and again; yields its URL and log."""
    count = itertools.count()

    def respond(handler, body):
        replies[min(next(count), len(replies) - 1)](handler)

    with posts(respond) as served:
        yield served


def reply(status, body, content_type="application/json", **headers):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()

    def send(handler):
        handler.send_response(status)
        handler.send_header("Content-Type", content_type)
        handler.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return send


def says(text, reason="stop"):
    return reply(200, {"choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": reason}]})


def event(text, reason=None):
    delta = {} if text is None else {"content": text}
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return f"data: {json.dumps({'choices': [choice]}, ensure_ascii=False)}\n\n".encode()


def streams(*pieces, promised=None):
    """Sends the pieces one by one; with `promised` it announces that many bytes and closes the connection early."""

    def send(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream; charset=utf-8")
        if promised:
            handler.send_header("Content-Length", str(promised))
        handler.end_headers()
        for piece in pieces:
            handler.wfile.write(piece)
            handler.wfile.flush()
            time.sleep(0.01)

    return send


def endpoint(url, **options):
    waits = []
    chat = ChatEndpoint(url, "tiny", **{"key": KEY, "timeout": 5.0, "sleep": waits.append, **options})
    return chat, waits


def failure(url, on_text=None, **options):
    chat, _ = endpoint(url, **options)
    with pytest.raises(GeneratorError) as raised:
        chat.complete(PROMPT, on_text)
    assert KEY not in str(raised.value)
    assert "To do: " in str(raised.value)
    return str(raised.value)


def test_the_whole_answer_comes_back_and_the_request_is_what_chat_apis_expect():
    with server(says("Monthly [1].")) as (url, asked):
        chat, _ = endpoint(url + "/")
        assert chat.complete(PROMPT) == "Monthly [1]."
        assert chat.name == f"tiny at {url.removeprefix('http://').removesuffix('/v1')}"
    path, headers, body = asked[0]
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert body == {
        "model": "tiny",
        "messages": [{"role": "system", "content": PROMPT.system}, {"role": "user", "content": PROMPT.user}],
        "stream": False,
        "temperature": 0.0,
        "max_tokens": 1024,
    }


def test_without_a_key_none_is_sent():
    with server(says("x")) as (url, asked):
        endpoint(url, key="")[0].complete(PROMPT)
    assert "Authorization" not in asked[0][1]


def test_a_stream_is_handed_over_in_pieces_and_comes_back_whole():
    pieces = []
    sent = (
        b": ping\n\n"
        + event("")
        + event("Mon")
        + event("th\u2028ly é𝒳 ")
        + event("[")
        + event("1].")
        + event(None, "stop")
    )
    middle = sent.index("𝒳".encode()) + 2  # within a character
    with server(streams(sent[:middle], sent[middle:], b"data: [DONE]\n\n")) as (url, asked):
        answer = endpoint(url)[0].complete(PROMPT, pieces.append)
    assert answer == "Month\u2028ly é𝒳 [1]." == "".join(pieces)
    assert pieces[0] == "Mon"
    assert asked[0][2]["stream"] is True


@pytest.mark.parametrize("end", [b"data: [DONE]\n\n", b"data:[DONE]", b"data: [DONE]\r\n\r\n", event(None, "stop")])
def test_a_stream_ends_with_done_or_a_reason(end):
    with server(streams(event("Yes [1]."), end)) as (url, _):
        assert endpoint(url)[0].complete(PROMPT, lambda text: None) == "Yes [1]."


def test_a_server_that_does_not_stream_is_read_all_the_same():
    pieces = []
    with server(says("Monthly [1].")) as (url, _):
        assert endpoint(url)[0].complete(PROMPT, pieces.append) == "Monthly [1]."
    assert pieces == ["Monthly [1]."]


@pytest.mark.parametrize(
    "reply_",
    [
        streams(event("Monthly ["), event("1")),
        streams(event("Monthly "), event("["), promised=9999),
        streams(b"data: {"),
    ],
)
def test_a_stream_cut_in_the_middle_is_no_answer(reply_):
    with server(reply_) as (url, asked):
        message = failure(url, lambda text: None)
    assert "broke off" in message or "sent '{', which is no chat completion" in message
    assert len(asked) == 1


def test_after_a_500_it_is_asked_again():
    with server(reply(500, {"error": "busy"}), reply(503, b""), says("Yes [1].")) as (url, asked):
        chat, waits = endpoint(url)
        assert chat.complete(PROMPT) == "Yes [1]."
    assert len(asked) == 3
    assert waits == [0.5, 1.0]


def test_the_wait_that_a_429_asks_for_is_kept_up_to_a_limit():
    busy = (reply(429, {}, Retry_After="2"), reply(429, {}, Retry_After="86400"), reply(429, {}, Retry_After="soon"))
    with server(*busy, says("Yes.")) as (url, _):
        chat, waits = endpoint(url)
        chat.complete(PROMPT)
    assert waits == [2.0, 30.0, 2.0]


def test_retries_come_to_an_end():
    with server(reply(500, {"error": f"broken {KEY}"})) as (url, asked):
        message = failure(url, retries=2)
    assert "500" in message
    assert "broken (key)" in message
    assert "3 tries" in message
    assert len(asked) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_a_refusal_is_reported_with_status_host_and_body_and_not_repeated(status):
    with server(reply(status, {"error": {"message": f"no {KEY} \x1b[31m" + "x" * 9000}})) as (url, asked):
        message = failure(url)
    assert str(status) in message
    assert "127.0.0.1" in message
    assert "no (key)" in message
    assert len(message) < 400
    assert "\x1b" not in message
    assert len(asked) == 1


def test_a_slow_endpoint_is_given_up_and_not_asked_again():
    with server(lambda handler: time.sleep(0.6)) as (url, asked):
        assert "0.1 seconds" in failure(url, timeout=0.1)
    assert len(asked) == 1


def test_an_endpoint_that_drips_for_ever_is_given_up():
    drips = streams(*[event("x")] * 200)
    with server(drips) as (url, _):
        assert "not done after 0.2 seconds" in failure(url, lambda text: None, total_timeout=0.2)


@pytest.mark.parametrize(
    "body", [b"<html>hello", b"\xff\xfe", b"[]", b"{}", b'{"choices": []}', b'{"choices": [7]}', b"[" * 100_000]
)
def test_what_is_no_chat_answer_is_an_error(body):
    with server(reply(200, body)) as (url, _):
        assert "no chat completion. To do: check the address (`generator_url`)" in failure(url)


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (b"not json", "sent 'not json', which is no"),
        (b"{}", "sent '{}', which is no"),
        (b"", "sent nothing, which is no"),
        (b": comment\n\n", "sent ': comment', which is no"),
        (b'data: {"type": "ping"}\n\n', "ping"),
        (b"data: pong\n\n", "sent 'pong', which is no"),
    ],
)
def test_a_stream_of_something_else_is_no_answer_that_broke_off(body, found):
    with server(streams(body)) as (url, asked):
        message = failure(url, lambda text: None)
    assert found in message
    assert "check the address (`generator_url`)" in message
    assert len(asked) == 1


def test_an_error_within_a_stream_is_an_error():
    with server(streams(event("Mon"), b'data: {"error": {"message": "out of memory"}}\n\n')) as (url, _):
        assert "out of memory" in failure(url, lambda text: None)


@pytest.mark.parametrize(
    ("text", "reason", "found"),
    [
        ("Half [", "length", "1024 tokens"),
        ("", "content_filter", "filter"),
        (" \n", "stop", "empty"),
        (None, "stop", "empty"),
    ],
)
def test_half_an_answer_and_no_answer_are_errors(text, reason, found):
    with server(says(text, reason)) as (url, _):
        assert found in failure(url)


def test_a_redirect_is_not_followed():
    with server(says("stolen")) as (elsewhere, asked), server(reply(307, b"", Location=elsewhere)) as (url, _):
        assert "redirect" in failure(url)
    assert asked == []


def test_proxies_of_the_environment_are_not_used(monkeypatch):
    with server(says("stolen")) as (proxy, asked), server(says("Yes.")) as (url, _):
        monkeypatch.setenv("HTTP_PROXY", proxy)
        monkeypatch.setenv("ALL_PROXY", proxy)
        assert endpoint(url)[0].complete(PROMPT) == "Yes."
    assert asked == []


def test_an_endless_answer_is_given_up():
    with server(streams(*[b"data: " + b"x" * 1_000_000] * 5)) as (url, _):
        assert "more than 4000000 bytes" in failure(url, lambda text: None)


def test_nobody_there_is_tried_again_then_reported():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    chat, waits = endpoint(f"http://127.0.0.1:{port}/v1", retries=2)
    with pytest.raises(GeneratorError, match="cannot be reached") as raised:
        chat.complete(PROMPT)
    assert f"127.0.0.1:{port}" in str(raised.value)
    assert waits == [0.5, 1.0]


@pytest.mark.parametrize(
    "url", ["", "localhost:8080", "ftp://a/v1", "file:///etc/passwd", "http://", "http://user:pw@a/v1", "http://a:x/"]
)
def test_an_address_that_cannot_be_used_is_refused_without_showing_its_password(url):
    with pytest.raises(ConfigError) as raised:
        ChatEndpoint(url, "tiny")
    assert "pw" not in str(raised.value)


@pytest.mark.parametrize("key", ["sk-ü", "a\nb: c", "a\x00"])
def test_a_key_that_no_header_can_carry_is_refused_and_not_shown(key):
    with pytest.raises(ConfigError) as raised:
        ChatEndpoint("http://127.0.0.1/v1", "tiny", key=key)
    assert key not in str(raised.value)


def test_the_key_is_not_in_the_representation():
    assert KEY not in repr(ChatEndpoint("http://127.0.0.1/v1", "tiny", key=KEY + "\n"))
