"""`eval check`: whether a golden set measures what it should."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pincite.cli.evaluate.options import add_golden, positive
from pincite.cli.evaluate.sources import add_sources, load_corpus
from pincite.cli.show import print_json, say
from pincite.types.amount import amount

if TYPE_CHECKING:
    from pincite.evaluate.golden.check import Checked
    from pincite.evaluate.golden.fault import Fault
    from pincite.types.golden import GoldenSet

NOT_CLEAN = 5
SHOWN = 10


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "check",
        help="check a golden set against its documents",
        description="Goes in: a golden set and its documents. Comes out: needles that do not stand where it says, doubles, questions "
        "that give their answer away, and what it can measure.",
        epilog="example: pincite eval check gold.jsonl --kb notes.kb; exit code 5: faults, 0: at most warnings",
    )
    add_golden(parser)
    parser.add_argument(
        "--budget", type=positive, default=512, metavar="N", help="characters of a chunk (default: 512)"
    )
    parser.add_argument("--all", action="store_true", help=f"every fault, not only {SHOWN} of a kind")
    add_sources(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read both, check, and show every fault with its line and what to do."""
    from pincite.evaluate.golden.check import check, check_json  # noqa: PLC0415 - a search need not load it
    from pincite.evaluate.golden.read import read_golden  # noqa: PLC0415 - as above

    corpus = load_corpus(args)
    golden = read_golden(args.gold, corpus, rule=args.rule)
    checked = check(golden, corpus, budget=args.budget)
    if args.json:
        print_json(check_json(golden, corpus, checked))
    else:
        _show(checked, golden, every=args.all)
    return NOT_CLEAN if checked.faults else 0


def _show(checked: Checked, golden: GoldenSet, *, every: bool) -> None:
    _list(checked.faults, "red", every=every)
    _list(checked.warnings, "yellow", every=every)
    questions = golden.questions
    unanswerable = sum(not question.answerable for question in questions)
    drafts = f", {amount(golden.drafts, 'draft')} not counted" if golden.drafts else ""
    asked = f"{amount(len(questions), 'question')}, {amount(checked.needles, 'needle')}"
    say(f"{asked}, {unanswerable} unanswerable{drafts}")
    shares = ", ".join(f"{style or 'all'} {share:.0%}" for style, share in checked.copied.items())
    if shares:
        say(f"content words of a question that stand in its needle: {shares}")
    if not questions:
        say("nothing to check: every question is still a draft", style="yellow")
    elif checked.faults or checked.warnings:
        say(f"{amount(len(checked.faults), 'fault')}, {amount(len(checked.warnings), 'warning')}")
    else:
        say("clean")


def _list(faults: Sequence[Fault], style: str, *, every: bool) -> None:
    shown: Counter[str] = Counter()
    for fault in faults:
        shown[fault.code] += 1
        if every or shown[fault.code] <= SHOWN:
            where = f"line {fault.line}, " if fault.line else ""
            say(f"{where}{fault.id}: {fault.code}: {fault.message}", style=style)
            say(f"  {fault.hint}", style="dim")
    for code, count in shown.items():
        if not every and count > SHOWN:
            say(f"{count - SHOWN} more of `{code}`: see them with --all", style=style)
