"""A run to measure: made now over a knowledge base or a corpus, or read from a file."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.evaluate.asking import add_asking, check_asking, make_run
from pincite.cli.evaluate.options import add_golden
from pincite.cli.evaluate.sources import add_sources, load_corpus
from pincite.errors import BaselineError, UsageError

if TYPE_CHECKING:
    from pincite.types.golden import GoldenSet
    from pincite.types.run import Run


def add_asked(parser: argparse.ArgumentParser) -> None:
    """`GOLD`, where the documents come from, and `--run` instead of asking."""
    add_golden(parser)
    add_asking(parser)
    add_sources(parser)
    parser.add_argument(
        "--run",
        metavar="FILE",
        type=Path,
        dest="run_file",
        help="a run of GOLD that `eval run --out` wrote, instead of asking",
    )


def asked_run(args: argparse.Namespace, *, far: Path | None = None) -> Run:
    """The run of the golden set that the options name; `far` adds questions that should be refused.

    Raises BaselineError for a run file of another golden set, UsageError for options that exclude each other.
    """
    from pincite.evaluate.golden.read import read_golden  # noqa: PLC0415 - a search need not load it

    if args.run_file is None:
        return _ask(args, far)
    asking = {f"--{name}": getattr(args, name) for name in ("kb", "corpus", "mode", "rerank", "strategy")}
    for option, value in {**asking, "--far": far}.items():
        if value is not None:
            raise UsageError(
                f"found --run and {option}, expected one of them: a run that was made asks nothing any more"
            )
    return _read(args.run_file, read_golden(args.gold, rule=args.rule))


def _read(path: Path, golden: GoldenSet) -> Run:
    from pincite.evaluate.runs.run_file import read_run  # noqa: PLC0415 - as above

    found = read_run(path)
    if found.golden != golden.sha256:
        raise BaselineError(
            f"{path} is a run of the golden set {found.golden}, expected {golden.sha256} ({golden.name}): run this golden set, "
            "or name the one that was run"
        )
    made = {result.id: (result.unit, result.answerable) for result in found.results}
    for question in golden.questions:
        if made.get(question.id) != (question.unit, question.answerable):
            raise BaselineError(
                f"{path} does not hold the question {question.id!r} as {golden.name} has it: it was changed by hand; make the "
                "run again with `pincite eval run --out`"
            )
    return found


def _ask(args: argparse.Namespace, far: Path | None) -> Run:
    from pincite.evaluate.golden.read import read_golden  # noqa: PLC0415 - as above
    from pincite.evaluate.refusal.far import with_far  # noqa: PLC0415 - as above

    check_asking(args)
    corpus = load_corpus(args)
    golden = read_golden(args.gold, corpus, rule=args.rule)
    return make_run(args, corpus, golden if far is None else with_far(golden, far), {})
