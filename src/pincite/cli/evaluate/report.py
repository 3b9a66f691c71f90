"""`eval report`: runs as one page that a person would look at, as Markdown and as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite import __version__
from pincite.cli.evaluate.options import RULES, add_force, words, writable
from pincite.cli.evaluate.sources import add_sources, load_corpus
from pincite.cli.show import near, print_json, say
from pincite.errors import UsageError

if TYPE_CHECKING:
    from pincite.evaluate.report.gather import Report
    from pincite.types.run import Run


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "report",
        help="write runs as a page with plots, as Markdown and as JSON",
        description="Goes in: one or more runs, their golden set and their documents. Comes out: one page without foreign parts, "
        "which quotes the questions that failed worst.",
        epilog="example: pincite eval report now.jsonl plain.jsonl --gold gold.jsonl --kb notes.kb --out report.html",
    )
    parser.add_argument(
        "runs",
        metavar="RUN",
        type=Path,
        nargs="+",
        help="files that `eval run --out` wrote; the report is about the first, and compares it with the others",
    )
    parser.add_argument("--gold", metavar="GOLD", type=Path, required=True, help="the golden set that was asked")
    parser.add_argument("--rule", choices=RULES, help="how the golden set was judged, as given to `eval run`")
    parser.add_argument(
        "--far", metavar="FILE", type=Path, help="the further questions, where the runs were made with them"
    )
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="the page, in HTML")
    parser.add_argument("--markdown", metavar="FILE", type=Path, help="the same as Markdown, without the plots")
    parser.add_argument("--date", type=words, default=None, help="the date that stands in the report (default: today)")
    add_force(parser)
    add_sources(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Gather what the runs say, and write it."""
    from pincite.evaluate.report.html import to_html  # noqa: PLC0415 - scipy takes a second that only `eval` should spend
    from pincite.evaluate.report.markdown import to_markdown  # noqa: PLC0415 - as above

    _check_files(args)
    report = _gathered(args)
    args.out.write_text(to_html(report), encoding="utf-8", newline="\n")
    if args.markdown is not None:
        args.markdown.write_text(to_markdown(report), encoding="utf-8", newline="\n")
    if args.json:
        print_json(report.to_json())
    else:
        _show(report, [args.out] if args.markdown is None else [args.out, args.markdown])
    return 0


def _check_files(args: argparse.Namespace) -> None:
    """Raise UsageError where a report would be written over what it is made from, or over the other form of it."""
    written = [path for path in (args.out, args.markdown) if path is not None]
    for path in written:
        option = "--out" if path is args.out else "--markdown"
        writable(path, option, force=args.force, read=(*args.runs, args.gold, args.far, args.corpus))
    if len({path.resolve() for path in written}) < len(written):
        raise UsageError(f"found {args.out} twice, expected one file for HTML and one for Markdown: name another")


def _gathered(args: argparse.Namespace) -> Report:
    from pincite.evaluate.golden.read import read_golden  # noqa: PLC0415 - as above
    from pincite.evaluate.refusal.far import with_far  # noqa: PLC0415 - as above
    from pincite.evaluate.report.gather import gather  # noqa: PLC0415 - as above
    from pincite.evaluate.runs.run_file import read_run  # noqa: PLC0415 - as above

    runs = _named(args.runs, [read_run(path) for path in args.runs])
    corpus = load_corpus(args)
    golden = read_golden(args.gold, corpus, rule=args.rule)
    if args.far is not None:
        golden = with_far(golden, args.far)
    date = args.date or datetime.now(UTC).date().isoformat()
    return gather(runs, golden, corpus, date=date, version=__version__)


def _named(files: Sequence[Path], runs: Sequence[Run]) -> Sequence[Run]:
    """The runs under names that differ: their own, or else those of their files."""
    if len({run.name for run in runs}) == len(runs):
        return runs
    return [replace(run, name=words(str(file))) for file, run in zip(files, runs, strict=True)]


def _show(report: Report, written: Sequence[Path]) -> None:
    from pincite.evaluate.report.words import headline  # noqa: PLC0415 - as above

    for sentence in headline(report):
        say(sentence)
    for path in written:
        say(f"written: {near(str(path))}")
