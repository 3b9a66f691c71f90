"""Asking a golden set as the options say: over a knowledge base, or over a corpus that is indexed for it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from pincite.cli.evaluate.options import positive, words
from pincite.cli.options import config_of
from pincite.cli.show import progress_bar, tell
from pincite.errors import UsageError
from pincite.types.ingest import Progress

if TYPE_CHECKING:
    from pincite.evaluate.runs.product import Asking
    from pincite.evaluate.runs.run import Asked
    from pincite.types.golden import Corpus, GoldenSet
    from pincite.types.ingest import Watch
    from pincite.types.run import Run

STRATEGIES = ("A", "B", "C", "D", "E", "F", "default")
LONGEST = 86_400
"""Seconds that one question may be given at most."""


def add_asking(parser: argparse.ArgumentParser) -> None:
    """How many hits, how many at once, and what is asked."""
    parser.add_argument("--depth", type=positive, default=100, metavar="N", help="hits a question (default: 100)")
    parser.add_argument(
        "--workers", type=positive, default=1, metavar="N", help="questions at work at once (default: 1)"
    )
    parser.add_argument(
        "--deadline", type=float, default=60.0, metavar="S", help="seconds for one question (default: 60)"
    )
    parser.add_argument("--mode", choices=("dense", "lexical", "hybrid"), help="which ranking to start from")
    parser.add_argument("--rerank", choices=("late", "cross", "none"), help="what orders the short list")
    parser.add_argument("--strategy", choices=STRATEGIES, help="how to cut a --corpus (default: as the product does)")
    parser.add_argument("--name", type=words, help="what the run is called (default: product, or the strategy)")


def check_asking(args: argparse.Namespace) -> None:
    """Raise UsageError for options that do not go together."""
    if args.strategy not in {None, "default"} and args.corpus is None:
        raise UsageError(f"found --strategy {args.strategy} without --corpus: a knowledge base is cut already")
    if not 0 < args.deadline <= LONGEST:
        raise UsageError(f"found --deadline {args.deadline:g}, expected seconds, more than 0 and at most {LONGEST}")


def make_run(args: argparse.Namespace, corpus: Corpus, golden: GoldenSet, seconds: dict[str, float]) -> Run:
    """Ask every question as the options say, with a progress bar; `seconds` receives the time of each by its id."""
    from pincite.evaluate.runs.product import run_corpus, run_knowledge_base, served  # noqa: PLC0415 - a search need not load it
    from pincite.evaluate.strategies.cuts import DEFAULT, default_cut, strategy_cut  # noqa: PLC0415 - as above
    from pincite.knowledge_base.door import KnowledgeBase  # noqa: PLC0415 - as above
    from pincite.knowledge_base.models import load_embedder  # noqa: PLC0415 - as above

    config = config_of(args, mode=args.mode, rerank=args.rerank)
    embedder = load_embedder(config, tell)
    if args.rerank is None:
        config = served(config, embedder)
    strategy = args.strategy or DEFAULT
    name = args.name or ("product" if strategy == DEFAULT else strategy)
    with progress_bar(quiet=args.json) as watch:
        asking = _asking(args, seconds, watch)
        if args.corpus is None:
            with KnowledgeBase(args.kb, config=config, embedder=embedder) as kb:
                if stale := kb.status().calibration_stale:
                    tell(f"the calibration is stale: {stale}; run `pincite calibrate` again")
                return run_knowledge_base(kb, golden, corpus, name=name, asking=asking)
        cut = default_cut(embedder, config.target) if strategy == DEFAULT else strategy_cut(strategy)
        return run_corpus(
            corpus, golden, cut, embedder, config, strategy=strategy, name=name, asking=asking, watch=watch
        )


def _asking(args: argparse.Namespace, seconds: dict[str, float], watch: Watch | None) -> Asking:
    """How to ask, with a note of the time that each question took."""
    from pincite.evaluate.runs.product import Asking  # noqa: PLC0415 - as above

    def asked(step: Asked) -> None:
        seconds[step.id] = step.seconds
        if watch:
            watch(Progress(step.id, "asking", step.done, step.total))

    return Asking(args.depth, args.workers, args.deadline, asked)
