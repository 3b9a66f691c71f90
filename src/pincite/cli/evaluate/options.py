"""Options that several measurements share."""

from __future__ import annotations

import argparse
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


def spare(path: Path) -> None:
    """Raise UsageError when there is something at `path` already (what a person wrote is never replaced), or no folder for it."""
    if path.exists() or path.is_symlink():
        raise UsageError(f"found {path} already there, expected a new name: choose another, or move it away")
    if not path.parent.is_dir():
        raise UsageError(f"found no folder {path.parent}, expected one to write {path.name} into: create it")
