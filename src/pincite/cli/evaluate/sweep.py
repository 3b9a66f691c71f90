"""`eval sweep`: what every threshold costs, in bluffs and in answers given up."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.cli.evaluate.asked import add_asked, asked_run
from pincite.cli.evaluate.options import add_force, writable
from pincite.cli.evaluate.show_refusal import show_refusal
from pincite.cli.show import near, print_json, say
from pincite.errors import UsageError

if TYPE_CHECKING:
    from pincite.evaluate.refusal.measure import Refusal

MOST = 1000


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "sweep",
        help="thresholds against bluffs and answers given up",
        description="Goes in: a golden set with unanswerable questions, and where to ask it, or a run that was made. "
        "Comes out: for each threshold bluffs, answers given up, right and wrong evidence, and how well distances tell them apart.",
        epilog="example: pincite eval sweep gold.jsonl --kb notes.kb --thresholds 0.4:0.8:0.1",
    )
    add_asked(parser)
    parser.add_argument(
        "--thresholds",
        metavar="LIST",
        type=thresholds,
        help="cosine distances, as 0.5,0.55,0.6 or as FROM:TO:STEP (default: steps around what was found)",
    )
    parser.add_argument(
        "--far",
        metavar="FILE",
        type=Path,
        help="further questions that should be refused, JSON Lines of {id, question}; they count as `far`",
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the result as JSON to a file")
    add_force(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Make or read the run, sweep it, and show every row with its intervals."""
    if args.out is not None:
        writable(args.out, "--out", force=args.force, read=[args.gold, args.corpus, args.run_file, args.far])
    asked = asked_run(args, far=args.far)

    from pincite.evaluate.refusal.measure import measure_refusal  # noqa: PLC0415 - scipy takes time that only `eval` should spend

    found = measure_refusal(asked, args.thresholds)
    if args.out is not None:
        _write(found, args.out)
    if args.json:
        print_json(found.to_json())
        return 0
    show_refusal(found)
    if args.out is not None:
        say(f"written: {near(str(args.out))}")
    return 0


def thresholds(text: str) -> list[float]:
    """Thresholds as argparse wants them read: a list, or from, to (included) and step.

    >>> thresholds("0.6,0.5"), thresholds("0.4:0.5:0.05")
    ([0.6, 0.5], [0.4, 0.45, 0.5])
    """
    try:
        found = _range(*map(float, text.split(":"))) if ":" in text else [float(part) for part in text.split(",")]
    except (TypeError, ValueError, OverflowError) as error:
        raise argparse.ArgumentTypeError(
            f"found {text!r}, expected numbers as 0.5,0.55,0.6 or FROM:TO:STEP as 0.4:0.8:0.025"
        ) from error
    if not found or not all(0.0 <= cut <= 2.0 for cut in found):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected cosine distances from 0 to 2")
    return found


def _range(first: float, last: float, step: float) -> list[float]:
    """Steps from `first` to `last`, that included; rounded, so that 0.6 is 0.6."""
    if not step > 0 or not 0 <= (last - first) / step < MOST:
        raise ValueError(f"{first}:{last}:{step} are no steps, or more than {MOST}")
    return [round(first + number * step, 6) for number in range(int((last - first) / step + 1e-6) + 1)]


def _write(found: Refusal, path: Path) -> None:
    try:
        path.write_text(json.dumps(found.to_json(), ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}; name another file") from error
