"""Options that several measurements share."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path

from pincite.errors import UsageError

RULES = ("any", "all")


def add_golden(parser: argparse.ArgumentParser) -> None:
    """`GOLD` and `--rule`."""
    parser.add_argument(
        "gold", metavar="GOLD", type=Path, help="a golden set: our own JSON Lines, SQuAD, BEIR, TREC, Chroma's CSV"
    )
    parser.add_argument(
        "--rule", choices=RULES, help="of a corpus/queries set judge every span, any or all, instead of its needle"
    )


def positive(text: str) -> int:
    """A whole number of 1 or more, as argparse wants it read."""
    if not (text.isascii() and text.isdigit() and int(text[:10]) > 0 and len(text) < 10):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a whole number of 1 or more")
    return int(text)


def words(text: str) -> str:
    """A name as argparse wants it read: what was no UTF-8 on the command line becomes U+FFFD, for no file could hold it."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def add_force(parser: argparse.ArgumentParser) -> None:
    """`--force`, without which no command replaces what is there."""
    parser.add_argument("--force", action="store_true", help="replace files of these names that are there")


def writable(path: Path, option: str, *, force: bool, read: Iterable[Path | None] = ()) -> None:
    """Raise UsageError, before anything is measured, when a file may not be written to `path`, or is one of those to `read`.

    With `force`, one that is there is replaced.
    """
    if path.resolve() in {one.resolve() for one in read if one is not None}:
        raise UsageError(f"found {path} among the files to read, expected a file of its own for {option}: name another")
    if not path.parent.is_dir() or path.is_dir():
        found = "a folder" if path.is_dir() else f"no folder {path.parent}"
        raise UsageError(f"found {found} for {option} {path}, expected a file in a folder that is there: name another")
    if path.exists() and not force:
        raise UsageError(
            f"found {path} already there, expected a new name for {option}: choose another, or replace it with --force"
        )
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise UsageError(f"found {option} {path} where nothing may be written, expected a place that can: name another")


def spare(path: Path) -> None:
    """Raise UsageError when there is something at `path` already (what a person wrote is never replaced), or no folder for it."""
    if path.exists() or path.is_symlink():
        raise UsageError(f"found {path} already there, expected a new name: choose another, or move it away")
    if not path.parent.is_dir():
        raise UsageError(f"found no folder {path.parent}, expected one to write {path.name} into: create it")
