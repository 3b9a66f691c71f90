"""`user` and `key`: who may use a service."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from pincite.access.levels import ROLES, SCOPES
from pincite.cli.options import add_json

NO_ROLE = "none"


def register(commands: Any) -> None:
    """Add both commands, with what they can do, to the parser."""
    _register_user(commands.add_parser("user", help="who may use a service"))
    _register_key(commands.add_parser("key", help="keys with which programs use a service"))


def _register_user(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)
    add = _command(kinds, "users", "add", "a new user; the first one is an administrator")
    add.add_argument("--admin", action="store_true", help="has every role in every knowledge base")
    add.add_argument("--no-password", action="store_true", help="a program, which comes with keys only")
    password = _command(kinds, "users", "password", "change a password; every session of the user ends")
    for command in (add, password):
        command.add_argument("--password-stdin", action="store_true", help="read the password from standard input")
    remove = _command(kinds, "users", "remove", "remove a user with their keys, sessions and roles")
    role = _command(kinds, "users", "role", "give a role in a knowledge base, or take it away")
    for command in (add, password, remove, role):
        command.add_argument("name", metavar="NAME", help="the user")
    role.add_argument("base", metavar="BASE", help="the knowledge base")
    role.add_argument("role", metavar="ROLE", choices=(*ROLES, NO_ROLE), help="reader, editor, owner, or none")
    _command(kinds, "users", "list", "all users with their roles")


def _register_key(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(title="what to do", metavar="WHAT", dest="what", required=True)
    add = _command(kinds, "keys", "add", "a new key; it is shown this once")
    add.add_argument("user", metavar="USER", help="whose roles it has")
    add.add_argument(
        "--scope", choices=SCOPES, default="read", help="how much of those roles it lets through (default: read)"
    )
    add.add_argument("--label", metavar="TEXT", default="", help="what it is for")
    listed = _command(kinds, "keys", "list", "the keys, without their secrets")
    listed.add_argument("user", metavar="USER", nargs="?", help="only those of this user")
    revoke = _command(kinds, "keys", "revoke", "refuse a key from now on")
    revoke.add_argument("id", metavar="ID", help="the id of the key, or the whole key")


def _command(kinds: Any, room: str, what: str, told: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = kinds.add_parser(what, help=told)
    parser.add_argument("--root", type=Path, required=True, metavar="DIR", help="the folder of `pincite serve --root`")
    add_json(parser)
    parser.set_defaults(run=_lazily(room, f"run_{what}"))
    return parser


def _lazily(room: str, name: str) -> Callable[[argparse.Namespace], int]:
    """The function, loaded when it is called: no other command should wait for what keys need."""

    def run(args: argparse.Namespace) -> int:
        return int(getattr(import_module(f"pincite.cli.access.{room}"), name)(args))

    return run
