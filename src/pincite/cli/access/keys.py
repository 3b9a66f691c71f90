"""What `key` does: keys with which programs use a service."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime

from pincite.access.keys import Key, Keys
from pincite.cli.access.users import home_of
from pincite.cli.show import print_json, print_rows, say, tell


def run_add(args: argparse.Namespace) -> int:
    """Make a key, and show it."""
    with home_of(args) as home:
        key, text = Keys(home).add(args.user, args.scope, args.label)
    if args.json:
        print_json({"keys": [key.to_json()], "secret": text})
        return 0
    say(text)
    tell("keep it now: it can't be shown again. Programs send it as `Authorization: Bearer pk_...`")
    return 0


def run_list(args: argparse.Namespace) -> int:
    """List keys."""
    with home_of(args) as home:
        keys = Keys(home).all(args.user)
    if args.json:
        print_json({"keys": [key.to_json() for key in keys]})
    else:
        print_rows(("id", "user", "scope", "label", "made", "last used"), [_row(key) for key in keys])
    return 0


def run_revoke(args: argparse.Namespace) -> int:
    """Revoke a key."""
    with home_of(args) as home:
        Keys(home).revoke(args.id)
        keys = Keys(home).all()
    if args.json:
        print_json({"keys": [key.to_json() for key in keys]})
    else:
        say("revoked")
    return 0


def _row(key: Key) -> tuple[str, ...]:
    return key.id, key.user, key.scope, key.label, _day(key.created), "never" if key.used is None else _day(key.used)


def _day(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M")
