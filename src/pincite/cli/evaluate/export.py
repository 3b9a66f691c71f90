"""`eval export`: a golden set in the form of another tool."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.cli.evaluate.options import add_golden, spare
from pincite.cli.evaluate.sources import add_sources, load_corpus
from pincite.cli.show import near, print_json, say
from pincite.errors import UsageError
from pincite.types.amount import amount

if TYPE_CHECKING:
    from pincite.types.golden import Corpus, GoldenSet


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "export",
        help="write a golden set in another form",
        description="Goes in: a golden set in any form, and its documents. Comes out: the same in our own form, TREC's or BEIR's.",
        epilog="example: pincite eval export gold.jsonl --to beir --kb notes.kb --out beir",
    )
    add_golden(parser)
    parser.add_argument(
        "--to",
        choices=("own", "trec", "beir"),
        required=True,
        help="our JSON Lines; queries.tsv and qrels.trec; a BEIR folder",
    )
    parser.add_argument(
        "--out", metavar="PATH", type=Path, required=True, help="a new file (own) or folder; none is ever replaced"
    )
    add_sources(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Read, write, and say what had no place in the other form."""
    from pincite.evaluate.golden.read import read_golden  # noqa: PLC0415 - a search need not load it

    spare(args.out)
    corpus = load_corpus(args) if args.corpus is not None or args.kb is not None else None
    golden = read_golden(args.gold, corpus, rule=args.rule)
    written = _write(args, golden, corpus)
    left_out = len(golden.questions) - written
    if args.json:
        print_json({"out": str(args.out), "form": args.to, "questions": written, "left_out": left_out})
        return 0
    say(f"{amount(written, 'question')} written: {near(str(args.out))}")
    if left_out:
        one = "1 question has" if left_out == 1 else f"{left_out} questions have"
        say(f"{one} no judged document, and so no place in this form", style="yellow")
    return 0


def _write(args: argparse.Namespace, golden: GoldenSet, corpus: Corpus | None) -> int:
    """The number of questions that were written."""
    from pincite.evaluate.golden.write import (  # noqa: PLC0415 - as above
        with_needles,
        write_beir,
        write_own,
        write_trec,
    )

    if args.to == "trec":
        return write_trec(golden, args.out)
    if args.to == "beir":
        if corpus is None:
            raise UsageError("a BEIR folder holds the documents too, found neither --kb nor --corpus: name one")
        return write_beir(golden, corpus, args.out)
    written = golden if corpus is None else with_needles(golden, corpus)
    write_own(written.questions, args.out)
    return len(written.questions)
