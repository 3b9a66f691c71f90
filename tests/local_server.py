"""A real HTTP server on loopback, for tests of what talks to endpoints."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Posted = tuple[str, dict[str, str], Any]


@contextmanager
def posts(respond: Callable[[BaseHTTPRequestHandler, Any], None]) -> Iterator[tuple[str, list[Posted]]]:
    """Every POST is logged as (path, headers, body) and answered by `respond(handler, body)`; yields base URL and log."""
    log: list[Posted] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            log.append((self.path, dict(self.headers), body))
            respond(self, body)

        def log_message(self, *args):
            pass

    http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_port}/v1", log
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def send_json(handler: BaseHTTPRequestHandler, value: Any) -> None:
    """Answer 200 with a JSON body."""
    data = json.dumps(value).encode()
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)
