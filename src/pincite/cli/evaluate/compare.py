"""`eval compare`: whether one run finds more than another, by the questions that both were asked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pincite.cli.evaluate.options import words
from pincite.cli.evaluate.tables import show_comparisons
from pincite.cli.options import add_json
from pincite.cli.show import print_json, say
from pincite.errors import UsageError
from pincite.types.measured import Comparison
from pincite.types.run import Run


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "compare",
        help="compare runs, question by question",
        description="Goes in: two or more runs of one golden set. Comes out: for each measure wins, losses and whether chance "
        "explains them, by needle, and how many questions would show such a difference.",
        epilog="example: pincite eval compare now.jsonl plain.jsonl",
    )
    parser.add_argument("first", metavar="RUN", type=Path, help="the file of a run, as `eval run` wrote it")
    parser.add_argument(
        "others",
        metavar="OTHER",
        type=Path,
        nargs="+",
        help="runs to compare it with; the p of several are corrected (Holm)",
    )
    parser.add_argument(
        "--other-corpus", action="store_true", help="allow runs on different corpora, where that is the question"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Compare the first run with each of the others."""
    from pincite.evaluate.runs.run_file import read_run  # noqa: PLC0415 - scipy takes a second that only `eval` should spend

    files = [args.first, *args.others]
    found = _compared(_named(files, [read_run(file) for file in files]), other_corpus=args.other_corpus)
    if args.json:
        rows = [
            {"first": first, "second": second, **one.to_json()}
            for (first, second), family in found.items()
            for one in family
        ]
        print_json({"comparisons": rows})
        return 0
    for (first, second), family in found.items():
        say(f"{first} against {second}", style="bold")
        show_comparisons(family)
    return 0


def _named(files: Sequence[Path], runs: Sequence[Run]) -> list[Run]:
    """The runs under names that differ: their own, or else those of their files."""
    if len({run.name for run in runs}) == len(runs):
        return list(runs)
    if len(set(files)) < len(files):
        twice = next(file for file in files if files.count(file) > 1)
        raise UsageError(f"found {twice} twice, expected different runs: name each file once")
    return [replace(run, name=words(str(file))) for file, run in zip(files, runs, strict=True)]


def _compared(runs: Sequence[Run], *, other_corpus: bool) -> dict[tuple[str, str], list[Comparison]]:
    from pincite.evaluate.compare import compare, compare_many  # noqa: PLC0415 - as for `read_run`

    first, *others = runs
    if len(others) == 1:
        return {(first.name, others[0].name): compare(first, others[0], other_corpus=other_corpus)}
    pairs = [(first.name, other.name) for other in others]
    return compare_many({run.name: run for run in runs}, pairs, other_corpus=other_corpus)
