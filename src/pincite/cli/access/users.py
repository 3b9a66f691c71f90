"""What `user` does: who may use a service, and what in which knowledge base."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from pincite.access.home import Home, make_root
from pincite.access.keys import Keys
from pincite.access.roles import Roles
from pincite.access.users import User, Users
from pincite.cli.access.register import NO_ROLE
from pincite.cli.show import print_json, print_rows, say
from pincite.errors import UsageError
from pincite.store.connections import DATABASE


@contextmanager
def home_of(args: argparse.Namespace, *, create: bool = False) -> Iterator[Home]:
    """The service's own file. Raises UsageError where there is no such folder."""
    if create:
        make_root(args.root)
    if not args.root.is_dir():
        raise UsageError(f"there is no folder {args.root}: expected that of `pincite serve --root`")
    with closing(Home(args.root)) as home:
        yield home


def run_add(args: argparse.Namespace) -> int:
    """Add a user."""
    if args.no_password and args.password_stdin:
        raise UsageError("found --no-password and --password-stdin, expected one of them: leave one out")
    with home_of(args, create=True) as home:
        user = Users(home).add(args.name, None if args.no_password else _password(args), admin=args.admin)
        return _done(args, home, f"added {user.name}{', an administrator' if user.admin else ''}")


def run_password(args: argparse.Namespace) -> int:
    """Change a password."""
    with home_of(args) as home:
        Users(home).get(args.name)
        Users(home).set_password(args.name, _password(args))
        return _done(args, home, f"the password of {args.name} is changed, and their sessions are over")


def run_remove(args: argparse.Namespace) -> int:
    """Remove a user."""
    with home_of(args) as home:
        Users(home).remove(args.name)
        last = "" if Users(home).any() else "; there is no user any more: on this machine alone, the service is open"
        return _done(args, home, f"removed {args.name}{last}")


def run_role(args: argparse.Namespace) -> int:
    """Give a role, or take it away."""
    with home_of(args) as home:
        user = Users(home).get(args.name)
        if args.role != NO_ROLE and not (args.root / args.base / DATABASE).is_file():
            raise UsageError(f"there is no knowledge base {args.base!r} in {args.root}: check the name")
        Roles(home).give(args.base, user, None if args.role == NO_ROLE else args.role)
        return _done(args, home, f"{user.name} in {args.base}: {args.role}")


def run_list(args: argparse.Namespace) -> int:
    """List all users."""
    with home_of(args) as home:
        if args.json:
            return _done(args, home, "")
        rows = [
            (
                user.name,
                "administrator" if user.admin else _shown(Roles(home).bases(user)),
                len(Keys(home).all(user.name)),
            )
            for user in Users(home).all()
        ]
    print_rows(("user", "roles", "keys"), rows)
    return 0


def _done(args: argparse.Namespace, home: Home, said: str) -> int:
    if args.json:
        print_json({"users": [_json(home, user) for user in Users(home).all()]})
    else:
        say(said)
    return 0


def _json(home: Home, user: User) -> dict[str, Any]:
    return {**user.to_json(), "roles": Roles(home).bases(user), "keys": len(Keys(home).all(user.name))}


def _shown(roles: dict[str, Any]) -> str:
    return ", ".join(f"{base}: {role}" for base, role in roles.items())


def _password(args: argparse.Namespace) -> str:
    """From standard input, or typed twice. Raises UsageError."""
    if args.password_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise UsageError(
            "there is nobody to type a password: expected --password-stdin, or --no-password for a program"
        )
    first = getpass.getpass("Password: ")
    if getpass.getpass("Once more: ") != first:
        raise UsageError("the two passwords differ: try again")
    return first
