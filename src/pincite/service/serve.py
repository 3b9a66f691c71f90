"""The service as a program: reads the arguments and serves until it is stopped."""

from __future__ import annotations

import argparse
import json
import logging
import socket
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import replace
from errno import EADDRINUSE
from pathlib import Path

import uvicorn

from pincite.access.home import FILE, Home
from pincite.access.users import Users
from pincite.errors import PinciteError, UsageError
from pincite.service.app import create_app
from pincite.service.settings import ServiceSettings, check_host
from pincite.service.watched import read_watch

USAGE = 2
GRACE_SECONDS = 5
"""How long answers under way may take once a signal has come; streams of events never end by themselves."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until a signal comes; 2 where the arguments can't be right."""
    args = read_arguments(arguments)
    try:
        watched = tuple(read_watch(text) for text in args.watch)
        settings = ServiceSettings(args.root, args.host, args.port, args.workers, args.lease, args.max_upload, watched)
        settings = replace(settings, names=tuple(args.name), rate=args.rate, burst=args.burst)
        check_host(settings.host, guarded=_has_users(settings.root))
        listening = listen(settings.host, settings.port)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else each answer waits 40 ms for an ACK
        app = create_app(settings)
    except (PinciteError, OSError) as error:
        sys.stderr.write(f"pincite serve: {error}\n")
        return USAGE
    logging.basicConfig(stream=sys.stderr, format="%(message)s", level=logging.INFO)
    with listening as open_socket:
        _say_where(settings, open_socket.getsockname()[1], as_json=args.json)
        server = uvicorn.Server(
            uvicorn.Config(
                app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=GRACE_SECONDS
            )
        )
        with suppress(KeyboardInterrupt):  # uvicorn has ended everything by then, and passes on the signal that it got
            server.run(sockets=[open_socket])
    return 0


def _has_users(root: Path) -> bool:
    if not (root / FILE).exists():
        return False
    with closing(Home(root)) as home:
        return Users(home).any()


def listen(host: str, port: int) -> socket.socket:
    """A socket for the server; what it accepts sends at once instead of waiting for a receipt, which comes 40 ms late.

    Raises UsageError where the port is taken, or not for this account.
    """
    try:
        listening = socket.create_server((host, port), family=_family(host))
    except OSError as error:
        taken = "is in use by another program" if error.errno == EADDRINUSE else f"can't be had: {error.strerror}"
        raise UsageError(
            f"port {port} of {host} {taken}; choose another with --port (0: any that is free), or stop what uses it"
        ) from error
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _say_where(settings: ServiceSettings, port: int, *, as_json: bool) -> None:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    url = f"http://{host}:{port}/"
    if as_json:
        print(json.dumps({"url": url, "root": str(settings.root), "workers": settings.workers}), flush=True)  # noqa: T201 - what `--json` is for
    else:
        sys.stderr.write(f"Pincite answers at {url} (stop it with Ctrl+C)\n")


def read_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The arguments, read.

    >>> read_arguments(["--root", "kbs"]).port
    8765
    """
    parser = argparse.ArgumentParser(prog="pincite serve", description="serve the knowledge bases in a folder")
    parser.add_argument(
        "--root", type=Path, required=True, metavar="DIR", help="every folder in it is a knowledge base"
    )
    parser.add_argument("--host", default="127.0.0.1", help="an address; others than loopback take a user")
    parser.add_argument("--port", type=int, default=8765, help="0: any that is free")
    parser.add_argument("--workers", type=int, default=1, help="processes that index what is uploaded")
    parser.add_argument("--lease", type=float, default=60.0, metavar="SECONDS", help="how long a worker may be silent")
    parser.add_argument("--max-upload", type=int, default=2_000_000_000, metavar="BYTES", help="the largest upload")
    parser.add_argument(
        "--watch", action="append", default=[], metavar="BASE=FOLDER", help="keep BASE in step with FOLDER"
    )
    parser.add_argument("--name", action="append", default=[], help="a further name that browsers may ask for it by")
    parser.add_argument("--rate", type=float, default=50.0, help="requests a second that a key or a user may send")
    parser.add_argument("--burst", type=int, default=200, help="requests that they may send at once")
    parser.add_argument("--json", action="store_true", help="say where it answers as JSON")
    return parser.parse_args(arguments)
