"""`eval answers`: what a model that writes does with evidence that answers, and with evidence that does not."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from pincite.cli.evaluate.options import add_golden, positive
from pincite.cli.evaluate.sources import add_sources
from pincite.cli.evaluate.tables import NOTHING, interval
from pincite.cli.options import DEFAULT_FOLDER, config_of
from pincite.cli.show import print_json, print_rows, progress_bar, say, tell
from pincite.errors import UsageError
from pincite.types.ingest import Progress

if TYPE_CHECKING:
    from pincite.config import Config
    from pincite.evaluate.answers.outcome import Outcome
    from pincite.evaluate.refusal.share import Share
    from pincite.knowledge_base.door import KnowledgeBase
    from pincite.types.golden import GoldenSet

TEMPERATURE = 0.7
"""Of the answers that are sampled: enough for other words, too little for nonsense."""


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "answers",
        help="measure a model that writes: does it use the evidence, does it bluff",
        description="Goes in: a golden set, a knowledge base, and settings that name a model. Comes out: how often it cites the needle, "
        "misses it or bluffs, and what verifying it would withhold.",
        epilog="example: pincite eval answers gold.jsonl --kb notes.kb --set generator=local --set generator_file=model.gguf",
    )
    add_golden(parser)
    parser.add_argument(
        "--samples", type=positive, default=0, metavar="N", help="ask N times more, and see whether it says the same"
    )
    parser.add_argument("--limit", type=positive, metavar="N", help="at most N questions, spread over the set")
    parser.add_argument(
        "--ungated", action="store_true", help="let every question pass the gate: how often would the model bluff"
    )
    add_sources(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask every question, and count what the model did."""
    from pincite.evaluate.answers.ask import ask_all, spread  # noqa: PLC0415 - a search need not load it
    from pincite.evaluate.corpus import corpus_of  # noqa: PLC0415 - as above
    from pincite.evaluate.golden.read import read_golden  # noqa: PLC0415 - as above
    from pincite.knowledge_base.models import load_generator  # noqa: PLC0415 - as above

    with _asked(args) as kb, progress_bar(quiet=args.json) as watch:
        corpus = corpus_of(kb)
        golden = read_golden(args.gold, corpus, rule=args.rule)
        golden = spread(golden, args.limit) if args.limit else golden
        sampler = load_generator(kb.config, temperature=TEMPERATURE) if args.samples else None

        def step(id_: str, done: int, total: int) -> None:
            if watch:
                watch(Progress(id_, "asking", done, total))

        outcomes = list(
            ask_all(kb, golden, corpus, ungated=args.ungated, samples=args.samples, sampler=sampler, watch=step)
        )
        name = kb.generator.name if kb.generator else ""
        result = _result(outcomes, golden, kb.config, name)
    if args.json:
        print_json(result)
    else:
        _show(outcomes, name)
    return 0


@contextmanager
def _asked(args: argparse.Namespace) -> Iterator[KnowledgeBase]:
    """The knowledge base that the options name, or one of the folder `--corpus`, made for the measurement."""
    from pincite.knowledge_base.door import KnowledgeBase  # noqa: PLC0415 - as above

    if args.corpus is not None and not args.corpus.is_dir():
        raise UsageError(f"found --corpus {args.corpus}, expected a folder of documents: answers need them indexed")
    if args.corpus is None:
        args.kb = args.kb or Path(DEFAULT_FOLDER)
        with KnowledgeBase(args.kb, config=config_of(args), say=tell) as kb:
            yield kb
        return
    with (
        tempfile.TemporaryDirectory(prefix="pincite-") as folder,
        KnowledgeBase(folder, config=config_of(args), say=tell) as kb,
        progress_bar(quiet=args.json) as watch,
    ):
        kb.add(args.corpus, watch=watch)
        yield kb


def _result(outcomes: Sequence[Outcome], golden: GoldenSet, config: Config, name: str) -> dict[str, Any]:
    from pincite.evaluate.answers.outcome import IN_EVIDENCE, NOT_IN_EVIDENCE, counted  # noqa: PLC0415 - as above

    held = counted(outcomes, IN_EVIDENCE, in_evidence=True)
    lacking = counted(outcomes, NOT_IN_EVIDENCE, in_evidence=False)
    return {
        "generator": name,
        "golden": golden.sha256,
        "evidence_order": config.evidence_order,
        "unsupported": config.unsupported,
        "questions": len(outcomes),
        "refused": sum(one.kind == "refused" for one in outcomes),
        "in_evidence": {kind: one.to_json() for kind, one in held.items()},
        "not_in_evidence": {kind: one.to_json() for kind, one in lacking.items()},
        "claims": {"n": sum(one.claims for one in outcomes), "failed": sum(one.failed for one in outcomes)},
        "steady": _steady(outcomes),
        "rows": [one.to_json() for one in outcomes],
    }


def _steady(outcomes: Sequence[Outcome]) -> dict[str, float | None]:
    """The mean steadiness of answers by their outcome; None where none was sampled."""
    found = {}
    for kind in ("used", "ignored", "contradicted", "bluffed"):
        some = [one.steady for one in outcomes if one.kind == kind and one.steady is not None]
        found[kind] = fmean(some) if some else None
    return found


def _show(outcomes: Sequence[Outcome], name: str) -> None:
    from pincite.evaluate.answers.outcome import IN_EVIDENCE, NOT_IN_EVIDENCE, counted  # noqa: PLC0415 - as above

    refused = sum(one.kind == "refused" for one in outcomes)
    say(f"{len(outcomes)} questions, {refused} refused before {name} was called; shares with 95% intervals")
    for title, kinds, held in (("needle in the evidence", IN_EVIDENCE, True), ("not in it", NOT_IN_EVIDENCE, False)):
        shares = counted(outcomes, kinds, in_evidence=held)
        print_rows([title, "n", "share"], [[kind, str(one.count), _share(one)] for kind, one in shares.items()])
        say()
    claims, failed = sum(one.claims for one in outcomes), sum(one.failed for one in outcomes)
    say(f"{failed} of {claims} sentences did not stand up")
    for kind, steady in _steady(outcomes).items():
        if steady is not None:
            say(f"steady when asked again, {kind}: {steady:.2f}")


def _share(one: Share) -> str:
    return interval(one.interval) if one.n else NOTHING
