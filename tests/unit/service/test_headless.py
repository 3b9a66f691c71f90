import anyio
from starlette.applications import Starlette
from starlette.responses import JSONResponse, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pincite.service.headless import Headless


def asked(app, method):
    """The messages that a request gets, and the method that the server finds in its scope with the first."""
    scope = {"type": "http", "method": method, "path": "/", "headers": [], "query_string": b"", "root_path": ""}
    found, methods = [], []

    async def receive():
        if found and not found[-1].get("more_body", True):
            return {"type": "http.disconnect"}
        await anyio.sleep(0.01)
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        methods.append(scope["method"])
        found.append(message)

    anyio.run(app, scope, receive, send)
    return found, methods


def one_route(endpoint):
    async def only_get(scope: Scope, receive: Receive, send: Send) -> None:
        assert scope["method"] == "GET"
        await app(scope, receive, send)

    app = Starlette(routes=[Route("/", endpoint)])
    return Headless(only_get)


def test_a_head_gets_the_headers_of_the_get_and_no_body():
    app = one_route(lambda _: JSONResponse({"a": 1}))
    full, _ = asked(app, "GET")
    head, methods = asked(app, "HEAD")
    assert head[0] == full[0]
    assert [message.get("body") for message in head[1:]] == [b""]
    assert methods == ["HEAD", "HEAD"]


def test_a_head_of_a_stream_without_an_end_ends():
    async def endless():
        while True:
            yield b"tick"
            await anyio.sleep(0.01)

    head, _ = asked(one_route(lambda _: StreamingResponse(endless())), "HEAD")
    assert [message["type"] for message in head] == ["http.response.start", "http.response.body"]
