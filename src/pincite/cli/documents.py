"""`add`, `retry`, `remove` and `reindex`: what changes a knowledge base."""

from __future__ import annotations

import argparse
from typing import Any

from pincite.cli.options import add_knowledge_base, config_of
from pincite.cli.show import near, print_json, progress_bar, say, show_failures, tell
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.amount import amount
from pincite.types.ingest import AddReport

SOME_FAILED = 4
NOTHING = "nothing to do"


def register(commands: Any) -> None:
    """Add the four commands to the parser."""
    add = commands.add_parser("add", help="index files and folders")
    add.add_argument("paths", metavar="PATH", nargs="+", help="files or folders")
    add.add_argument("--tag", metavar="TAG", action="append", default=[], help="a tag for every document added")
    add.add_argument("--sync", action="store_true", help="also remove documents whose files are gone")
    add.set_defaults(run=run_add)
    retry = commands.add_parser("retry", help="try failed documents again")
    retry.add_argument("paths", metavar="PATH", nargs="*", help="only these (default: all that a retry can help)")
    retry.set_defaults(run=run_retry)
    remove = commands.add_parser("remove", help="take documents out")
    remove.add_argument("paths", metavar="PATH", nargs="+", help="files, folders or document ids")
    remove.set_defaults(run=run_remove)
    reindex = commands.add_parser("reindex", help="build the index anew beside the old one, then switch")
    reindex.set_defaults(run=run_reindex)
    for parser in (add, retry, remove, reindex):
        add_knowledge_base(parser)


def run_add(args: argparse.Namespace) -> int:
    """Index what the paths hold."""
    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb, progress_bar(quiet=args.json) as watch:
        report = kb.add(*args.paths, tags=args.tag, sync=args.sync, watch=watch)
    return _show(report, as_json=args.json, nothing=_no_files(args.paths))


def run_retry(args: argparse.Namespace) -> int:
    """Try failed and interrupted documents again."""
    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb, progress_bar(quiet=args.json) as watch:
        report = kb.retry(*args.paths, watch=watch)
        failed = len(kb.status().failed)
    return _show(report, as_json=args.json, nothing=_no_retry(args.paths, failed))


def run_remove(args: argparse.Namespace) -> int:
    """Take documents out, by path or id."""
    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb:
        report = kb.remove(*args.paths)
    return _show(report, as_json=args.json)


def run_reindex(args: argparse.Namespace) -> int:
    """Build the index anew."""
    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb, progress_bar(quiet=args.json) as watch:
        report = kb.reindex(watch=watch)
    return _show(report, as_json=args.json)


def _no_files(paths: list[str]) -> str:
    return f"nothing to do: no files found under {' '.join(paths)} (hidden ones and knowledge bases are passed over)"


def _no_retry(paths: list[str], failed: int) -> str:
    if paths:
        return f"nothing to do: no failed document is at {' '.join(paths)}; `pincite status` lists them"
    if failed:
        return f"nothing to do: a retry can't help the {failed} that failed; `pincite status` says what can, and `pincite add` reads what you mended"
    return NOTHING


def _show(report: AddReport, *, as_json: bool, nothing: str = NOTHING) -> int:
    if as_json:
        print_json(report.to_json())
    else:
        _show_counts(report, nothing)
    return SOME_FAILED if report.failed else 0


def _show_counts(report: AddReport, nothing: str) -> None:
    counts = {
        "added": report.added,
        "replaced": report.replaced,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "failed": len(report.failed),
    }
    say(", ".join(f"{count} {name}" for name, count in counts.items() if count) or nothing)
    if report.chunks:
        share = report.header_tokens / report.tokens if report.tokens else 0.0
        say(
            f"{amount(report.chunks, 'chunk')}, {amount(report.tokens, 'token')} ({share:.1%} of them headers), "
            f"{amount(report.over_window, 'chunk')} over the encoder's window, {report.seconds:.1f} s"
        )
    for path, other in report.same:
        say(f"same bytes: {near(path)} and {near(other)}")
    for note in report.notes:
        say(note)
    show_failures(report.failed)
