"""`calibrate`: the cut that a knowledge base refuses by, chosen on golden questions and kept beside its seal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pincite.cli.evaluate.options import add_golden, positive
from pincite.cli.options import add_knowledge_base, config_of
from pincite.cli.show import one_line, print_json, progress_bar, say, tell
from pincite.cli.show_calibration import show_calibration
from pincite.types.ingest import Progress

if TYPE_CHECKING:
    from pincite.evaluate.calibrate.calibrate import Calibrated
    from pincite.evaluate.runs.product import Asking
    from pincite.evaluate.runs.run import Asked
    from pincite.types.ingest import Watch

SHOWN = 5
METHODS = {"signals": "calibrated", "distance": "distance"}


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("calibrate", help="choose what to refuse by, on questions of your own")
    add_golden(parser)
    parser.add_argument(
        "--max-bluff", type=float, default=0.05, metavar="SHARE", help="the bluff rate to keep (default: 0.05)"
    )
    parser.add_argument(
        "--confidence", type=float, default=0.95, metavar="SHARE", help="of the promise about it (default: 0.95)"
    )
    method = parser.add_mutually_exclusive_group()
    for name, help_ in (("signals", "weigh the signals of a search"), ("distance", "cut by the cosine distance")):
        method.add_argument(
            f"--{name}",
            dest="method",
            action="store_const",
            const=METHODS[name],
            help=f"{help_} (default: the better one)",
        )
    parser.add_argument(
        "--out-of-domain",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="ask the questions that ship as well, about everything else (default: yes)",
    )
    parser.add_argument(
        "--removed",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="without near questions: ask yours once more of the index without their answers (default: yes)",
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="other halves (default: 0)")
    parser.add_argument(
        "--workers", type=positive, default=1, metavar="N", help="questions at work at once (default: 1)"
    )
    parser.add_argument("--dry-run", action="store_true", help="measure, and keep nothing")
    add_knowledge_base(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask, fit, choose, keep, and show both rates."""
    from pincite.evaluate.calibrate.calibrate import Wish, calibrate  # noqa: PLC0415 - a search need not load scipy
    from pincite.evaluate.corpus import corpus_of  # noqa: PLC0415 - as above
    from pincite.evaluate.golden.read import read_golden  # noqa: PLC0415 - as above
    from pincite.knowledge_base.door import KnowledgeBase  # noqa: PLC0415 - as above

    wish = Wish(args.method, args.max_bluff, args.confidence, args.out_of_domain, args.removed, args.seed)
    with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb:
        kb.check()
        corpus = corpus_of(kb)
        golden = read_golden(args.gold, corpus, rule=args.rule)
        with progress_bar(quiet=args.json) as watch:
            asking = _asking(args, watch)
            found = calibrate(kb, golden, corpus, wish, asking=asking, write=not args.dry_run)
        gate = kb.status().gate
    if args.json:
        print_json({**found.to_json(), "written": not args.dry_run})
    else:
        _show(found, written=not args.dry_run, gate=gate)
    return 0


def _asking(args: argparse.Namespace, watch: Watch | None) -> Asking:
    from pincite.evaluate.runs.product import Asking  # noqa: PLC0415 - as above

    def asked(step: Asked) -> None:
        if watch:
            watch(Progress(step.id, "asking", step.done, step.total))

    return Asking(workers=args.workers, watch=asked)


def _show(found: Calibrated, *, written: bool, gate: str) -> None:
    show_calibration(found.calibration)
    prices = ", ".join(
        f"{one.max_bluff:.0%}{' certified' if one.certified else ''}: {one.given_up.value or 0:.0%}"
        for one in found.choices
    )
    say(f"what other bluff rates would give up: {prices}", style="dim")
    for method, share in found.compared.items():
        say(f"fitting half, {method}: {share:.0%} given up at the same bluff rate", style="dim")
    for note in found.notes:
        say(note, style="yellow")
    if found.suspicious:
        say(
            f"{len(found.suspicious)} out-of-domain questions lie nearer to your documents than half of your own do; if they have "
            "an answer there, use --no-out-of-domain and write far questions yourself:",
            style="yellow",
        )
    for one in found.suspicious[:SHOWN]:
        say(f"  {one.distance:.3f}  {one_line(one.question)}", style="dim")
    if not written:
        say("nothing was kept: leave --dry-run out to keep it")
    elif gate != found.calibration.method:
        say(
            f"kept, but the settings ask by gate = {gate}: set gate = auto, and no threshold, to use it", style="yellow"
        )
    else:
        say("kept with the seal of the index; `pincite ask` refuses by it from now on")
