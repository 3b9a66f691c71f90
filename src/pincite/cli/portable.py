"""`export` and `import`: a knowledge base in a form that other tools read, and back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.cli.options import add_knowledge_base, config_of
from pincite.cli.show import near, one_line, print_json, progress_bar, say, tell
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.amount import amount

if TYPE_CHECKING:
    from pincite.knowledge_base.portable.take_in import Imported

SOME_FAILED = 4


def register(commands: Any) -> None:
    """Add both commands to the parser."""
    out = commands.add_parser(
        "export",
        help="write everything that is indexed as JSON Lines",
        description="Writes texts, places, blocks, notes, tags, hashes and chunks of every document, as JSON Lines or zipped.",
        epilog="example: pincite export notes.zip --kb notes.kb",
    )
    out.add_argument("out", metavar="OUT", type=Path, help="a new file, its name ends in .jsonl or .zip")
    out.add_argument("--vectors", action="store_true", help="the vectors as well, so that `import` need not embed anew")
    out.add_argument("--force", action="store_true", help="replace OUT where it is there")
    out.set_defaults(run=run_export)
    back = commands.add_parser(
        "import",
        help="build a knowledge base out of an export",
        description="Checks the whole file, then indexes its documents; called again after an interruption, it goes on.",
        epilog="example: pincite import notes.zip --kb notes.kb --moved /home/me/notes /srv/notes; exit code 4: some documents failed",
    )
    back.add_argument("file", metavar="FILE", type=Path, help="what `pincite export` wrote")
    back.add_argument("--moved", metavar=("OLD", "NEW"), nargs=2, help="paths below the folder OLD begin with NEW here")
    back.set_defaults(run=run_import)
    for parser in (out, back):
        add_knowledge_base(parser)


def run_export(args: argparse.Namespace) -> int:
    """Write the file, and say what it holds."""
    from pincite.knowledge_base.portable.export import export  # noqa: PLC0415 - a search need not load it

    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb, progress_bar(quiet=args.json) as watch:
        made = export(kb, args.out, vectors=args.vectors, force=args.force, watch=watch)
    if args.json:
        print_json(made.to_json())
        return 0
    what = "with vectors" if made.vectors else "without vectors"
    say(
        f"exported {what}: {near(made.file)}, {amount(made.documents, 'document')}, {amount(made.chunks, 'chunk')}, {made.bytes:,} bytes"
    )
    if made.left_out:
        say(f"{amount(made.left_out, 'document')} left out: not indexed, see `pincite status`", style="yellow")
    return 0


def run_import(args: argparse.Namespace) -> int:
    """Read the file, and say what became of each document."""
    from pincite.knowledge_base.portable.take_in import import_file  # noqa: PLC0415 - a search need not load it

    moved = None if args.moved is None else (args.moved[0], args.moved[1])
    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb, progress_bar(quiet=args.json) as watch:
        found = import_file(kb, args.file, moved=moved, watch=watch)
    if args.json:
        print_json(found.to_json())
    else:
        _show(found)
    return SOME_FAILED if found.count("failed") else 0


def _show(found: Imported) -> None:
    for one in found.documents:
        if one.reason:
            say(f"{one.outcome}: {near(one.path)}", style="red" if one.outcome == "failed" else "yellow")
            say(f"  {one_line(one.reason)}")
    say(
        f"{found.count('added')} added, {found.count('unchanged')} unchanged, {found.count('kept')} left as they were, "
        f"{found.count('failed')} failed; {amount(found.chunks, 'chunk')} written"
    )
    for note in found.notes:
        say(note, style="yellow")
