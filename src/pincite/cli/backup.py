"""`backup`: a whole copy of a knowledge base, taken while it is used."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pincite.cli.options import add_knowledge_base, config_of
from pincite.cli.show import near, print_json, progress_bar, say, tell
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.amount import amount


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "backup",
        help="copy a knowledge base while it is used",
        description="Copies the knowledge base into the folder OUT, as one moment of it, and checks the copy. "
        "To restore it, name OUT with --kb, or copy it to where the knowledge base was.",
        epilog="example: pincite backup saved/notes --kb notes.kb",
    )
    parser.add_argument("out", metavar="OUT", type=Path, help="a new folder")
    parser.add_argument("--force", action="store_true", help="replace the backup in OUT, once the new one is checked")
    add_knowledge_base(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Copy, check, and say what the copy holds."""
    from pincite.knowledge_base.backup import backup  # noqa: PLC0415 - a search need not load it

    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb, progress_bar(quiet=args.json) as watch:
        made = backup(kb, args.out, force=args.force, watch=watch)
    if args.json:
        print_json(made.to_json())
    else:
        say(
            f"backed up and checked: {near(made.folder)}, {amount(made.documents, 'document')}, {amount(made.chunks, 'chunk')}, "
            f"{made.bytes:,} bytes"
        )
        say(f"to restore it, open it: --kb {near(made.folder)}", style="dim")
    return 0
