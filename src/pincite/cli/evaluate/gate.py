"""`eval gate`: whether the search is still as good as its baseline, as an exit code."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.cli.evaluate.asked import add_asked, asked_run
from pincite.cli.evaluate.options import writable
from pincite.cli.show import near, print_json, say
from pincite.errors import UsageError

if TYPE_CHECKING:
    from pincite.evaluate.gate.baseline import Baseline
    from pincite.evaluate.gate.checks import Check
    from pincite.evaluate.gate.update import Change
    from pincite.types.run import Run

NOT_CLEAN = 5


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "gate",
        help="compare with a baseline, for CI",
        description="Goes in: a golden set and where to ask it (--kb, --corpus, or a run that was made), and the baseline. "
        "Comes out: every check, passed or failed; with --update the baseline written anew.",
        epilog="example: pincite eval gate gold.jsonl --kb notes.kb --baseline baseline.json; exit code 0: clean, 5: worse than the baseline",
    )
    add_asked(parser)
    parser.add_argument("--baseline", metavar="FILE", type=Path, required=True, help="the baseline, a file to commit")
    parser.add_argument("--update", action="store_true", help="write the baseline anew; bounds only tighten")
    parser.add_argument(
        "--lower-floors", action="store_true", help="with --update: set bounds anew that this run breaks"
    )
    parser.add_argument(
        "--accept-corpus", action="store_true", help="with --update: take over a changed corpus or golden set"
    )
    parser.add_argument(
        "--tolerance",
        metavar="SHARE",
        type=_share,
        help="with --update: how far under its value a floor is set (default: the baseline's, or 0.05)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read the baseline before anything is measured, then check against it or write it anew."""
    from pincite.evaluate.gate.baseline import read_baseline  # noqa: PLC0415 - a search need not load it

    given = {
        "--lower-floors": args.lower_floors,
        "--accept-corpus": args.accept_corpus,
        "--tolerance": args.tolerance is not None,
    }
    if any(given.values()) and not args.update:
        named = next(option for option, is_given in given.items() if is_given)
        raise UsageError(f"found {named} without --update, expected both: it says how to update")
    if args.update:
        writable(args.baseline, "--baseline", force=True, read=[args.gold, args.corpus, args.run_file])
    baseline = None if args.update and not args.baseline.exists() else read_baseline(args.baseline)
    asked = asked_run(args)
    if args.update or baseline is None:
        return _update(args, asked, baseline)
    return _check(args, asked, baseline)


def _check(args: argparse.Namespace, asked: Run, baseline: Baseline) -> int:
    from pincite.evaluate.gate.checks import check_run  # noqa: PLC0415 - scipy takes time that only `eval` should spend

    checks = check_run(asked, baseline)
    clean = all(check.passed for check in checks)
    if args.json:
        told = {"clean": clean, "baseline": str(args.baseline), "updated": False}
        print_json({**told, "checks": [check.to_json() for check in checks], "changes": []})
    else:
        _show_checks(checks)
    return 0 if clean else NOT_CLEAN


def _show_checks(checks: list[Check]) -> None:
    from pincite.evaluate.gate.checks import first  # noqa: PLC0415 - loaded by now

    for check in checks:
        expected = "" if check.found == check.expected else f"; expected {check.expected}"
        word, style = ("passed", "") if check.passed else ("FAILED", "red")
        say(f"{word}  {check.name}: {check.found}{expected}", style=style)
        if check.hint:
            named = f": {first(check.questions)}" if check.questions else ""
            say(f"        {check.hint}{named}", style="dim")
    failed = sum(not check.passed for check in checks)
    say(f"{failed} of {len(checks)} checks failed" if failed else f"clean: {len(checks)} checks passed", style="bold")


def _update(args: argparse.Namespace, asked: Run, old: Baseline | None) -> int:
    from pincite.evaluate.gate.baseline import write_baseline  # noqa: PLC0415 - as in `run`
    from pincite.evaluate.gate.update import updated  # noqa: PLC0415 - as in `_check`

    new, changes = updated(
        asked, old, tolerance=args.tolerance, lower_floors=args.lower_floors, accept_corpus=args.accept_corpus
    )
    write_baseline(new, args.baseline)
    if args.json:
        told = {"clean": True, "baseline": str(args.baseline), "updated": True}
        print_json({**told, "checks": [], "changes": [change.to_json() for change in changes]})
        return 0
    for change in changes:
        say(_told(change))
    say(f"{'written' if old is None else 'updated'}: {near(str(args.baseline))}; look at the difference and commit it")
    return 0


def _told(change: Change) -> str:
    if change.old is None:
        return f"{change.name}: {change.new}"
    return f"{change.name}: {change.old} -> {'none' if change.new is None else change.new}"


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value < 1.0:
        raise argparse.ArgumentTypeError(
            f"found {text!r}, expected a share of the questions from 0 to under 1, as 0.05"
        )
    return value
