"""`serve`: the service and the page, for every knowledge base in a folder."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pincite.cli.options import add_json
from pincite.errors import UsageError


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("serve", help="serve the knowledge bases in a folder over HTTP, with a page")
    parser.add_argument(
        "--root", type=Path, required=True, metavar="DIR", help="every folder in it is a knowledge base"
    )
    parser.add_argument(
        "--host", default="127.0.0.1", help="an address; other than loopback takes a user (default: 127.0.0.1)"
    )
    parser.add_argument("--port", type=int, default=8765, help="0: any that is free (default: 8765)")
    parser.add_argument("--workers", type=int, default=1, help="processes that index what is uploaded (default: 1)")
    parser.add_argument(
        "--lease",
        type=float,
        default=60.0,
        metavar="SECONDS",
        help="after which a silent worker's document is another's",
    )
    parser.add_argument(
        "--max-upload", type=int, default=2_000_000_000, metavar="BYTES", help="the largest upload (default: 2 GB)"
    )
    parser.add_argument(
        "--watch",
        action="append",
        default=[],
        metavar="BASE=FOLDER",
        help="keep a knowledge base in step with a folder; may be repeated",
    )
    parser.add_argument(
        "--name", action="append", default=[], metavar="NAME", help="a further name that browsers may ask for it by"
    )
    parser.add_argument(
        "--rate", type=float, default=50.0, help="requests a second that a key or a user may send (default: 50)"
    )
    parser.add_argument("--burst", type=int, default=200, help="requests that they may send at once (default: 200)")
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Become the service, which is a program of its own. Raises UsageError where the extra is not installed."""
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise UsageError("serving needs the extra `serve`: pip install 'pincite[serve]'")
    options = ("root", "host", "port", "workers", "lease", "max_upload", "rate", "burst")
    words = [word for name in options for word in (f"--{name.replace('_', '-')}", str(getattr(args, name)))]
    words += [word for watched in args.watch for word in ("--watch", watched)]
    words += [word for name in args.name for word in ("--name", name)]
    words += ["--json"] * args.json
    os.execv(sys.executable, [sys.executable, "-m", "pincite.service", *words])  # noqa: S606 - this interpreter, no shell
