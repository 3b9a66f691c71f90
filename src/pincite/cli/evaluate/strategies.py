"""`eval strategies`: the six strategies and the default, with every retriever, in one table with paired tests."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.cli.evaluate.options import RULES, add_force, positive
from pincite.cli.evaluate.sources import load_corpus
from pincite.cli.evaluate.tables import interval, share
from pincite.cli.options import add_json, add_settings, config_of
from pincite.cli.show import print_json, print_rows, progress_bar, say, tell
from pincite.errors import UsageError
from pincite.types.amount import amount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.evaluate.strategies.table import Pair, StrategyTable
    from pincite.types.golden import Corpus, GoldenSet
    from pincite.types.measured import Comparison, Row

ALL = "A,B,C,D,E,F,default"
STAGES = {
    "chunk": "chunk a document",
    "embed": "embed a chunk",
    "query": "encode a query",
    "dense": "dense",
    "lexical": "lexical",
    "late": "late",
}


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "strategies",
        help="measure every way of cutting with every retriever",
        description="Goes in: documents and a golden set of them. Comes out: a table of all ways of cutting with all retrievers, "
        "the planned pairs with their tests, and what each costs.",
        epilog="example: pincite eval strategies notes gold.jsonl --strategies A,E,default --out runs",
    )
    parser.add_argument(
        "corpus", metavar="CORPUS", type=Path, help="a folder of documents, a corpus.jsonl, or SQuAD's .json"
    )
    parser.add_argument("gold", metavar="GOLD", type=Path, help="a golden set")
    parser.add_argument("--rule", choices=RULES, help="of a corpus/queries set judge every span, any or all")
    parser.add_argument(
        "--profile",
        choices=("product", "seed"),
        default="product",
        help="what searches A to F: the product (default), or the retrievers of the published tables",
    )
    parser.add_argument("--strategies", metavar="NAMES", default=ALL, help=f"some of {ALL} (default: all)")
    parser.add_argument("--depth", type=positive, default=100, metavar="N", help="hits a question (default: 100)")
    parser.add_argument("--out", metavar="DIR", type=Path, help="write the run of every cell into this folder")
    add_force(parser)
    add_settings(parser)
    add_json(parser)
    parser.set_defaults(run=run, kb=None)


def run(args: argparse.Namespace) -> int:
    """Measure, write the runs and show the tables."""
    from pincite.evaluate.golden.read import read_golden  # noqa: PLC0415 - scipy takes a second that only `eval` should spend
    from pincite.evaluate.runs.run_file import write_run  # noqa: PLC0415 - as above
    from pincite.evaluate.strategies.cuts import check_names  # noqa: PLC0415 - as above

    names = check_names([name.strip() for name in args.strategies.split(",")])
    if args.out is not None and args.out.exists() and not args.out.is_dir():
        raise UsageError(f"found the file {args.out}, expected a folder for the runs: name another")
    if args.out is not None and not args.force and (there := next(args.out.glob("*.run.jsonl"), None)):
        raise UsageError(
            f"found {there} already there, expected a folder without runs: name another, or replace them with --force"
        )
    corpus = load_corpus(args)
    golden = read_golden(args.gold, corpus, rule=args.rule)
    table = _measured(args, corpus, golden, names)
    if args.out is not None:
        args.out.mkdir(parents=True, exist_ok=True)
        for name, made in table.runs.items():
            write_run(made, args.out / f"{name.replace(' ', '-')}.run.jsonl")
    if args.json:
        print_json(_json(table, corpus, golden))
    else:
        _show(table, corpus, golden)
    return 0


def _measured(args: argparse.Namespace, corpus: Corpus, golden: GoldenSet, names: Sequence[str]) -> StrategyTable:
    from pincite.evaluate.strategies.cuts import DEFAULT  # noqa: PLC0415 - as above
    from pincite.evaluate.strategies.measure import run_strategies  # noqa: PLC0415 - as above
    from pincite.knowledge_base.models import load_embedder  # noqa: PLC0415 - as above

    config = config_of(args)
    # the published tables were measured in single precision, and some of their hits are that close
    precise = load_embedder(config, tell, precision="f32") if args.profile == "seed" else None
    embedder = precise if precise and DEFAULT not in names else load_embedder(config, tell)
    with progress_bar(quiet=args.json) as watch:
        return run_strategies(
            corpus,
            golden,
            embedder,
            config,
            strategies=names,
            profile=args.profile,
            seed_embedder=precise,
            depth=args.depth,
            watch=watch,
        )


def _json(table: StrategyTable, corpus: Corpus, golden: GoldenSet) -> dict[str, Any]:
    return {
        "profile": table.profile,
        "rows": [row.to_json() for row in table.rows()],
        "parts": [row.to_json() for row in table.parts()],
        "pairs": [pair.to_json() for pair in table.pairs],
        "costs": {name: costs.to_json() for name, costs in table.costs.items()},
        "stages": {name: costs.seconds for name, costs in table.costs.items()},
        "golden": {
            "name": golden.name,
            "sha256": golden.sha256,
            "questions": len(golden.questions),
            "drafts": golden.drafts,
        },
        "corpus": corpus.counts.to_json(),
        "failed": [{"name": name, "reason": reason} for name, reason in corpus.failed],
    }


def _show(table: StrategyTable, corpus: Corpus, golden: GoldenSet) -> None:
    counts, rows = corpus.counts, table.rows()
    say(
        f"{amount(counts.documents, 'document')}, {counts.characters} characters, {amount(counts.sections, 'section')}; "
        f"corpus {counts.sha256[:12]}, golden set {golden.sha256[:12]}, profile {table.profile}"
    )
    say(f"n = {rows[0].n}, needles: {rows[0].units}, questions without a known needle: {rows[0].skipped}")
    _show_rows(rows)
    if table.pairs:
        say()
        _show_pairs(table.pairs)
    say()
    _show_costs(table)
    say()
    _show_times(table)


def _show_rows(rows: Sequence[Row]) -> None:
    cuts = list(rows[0].recall)
    titles = ["strategy", "retriever", "destroyed", "in quote", *(f"R@{k}" for k in cuts), "MRR"]
    print_rows(titles, [_cells(row, cuts) for row in rows])


def _cells(row: Row, cuts: Sequence[int]) -> list[object]:
    recalls = [interval(row.recall[k]) for k in cuts]
    return [row.strategy, row.retriever, row.destroyed, row.destroyed_in_quote, *recalls, interval(row.mrr)]


def _show_pairs(pairs: Sequence[Pair]) -> None:
    """Wins and losses by question with their p and, in brackets, those by needle with p after Holm's correction."""
    titles = ["first", "second", *(one.measure for one in pairs[0].comparisons)]
    print_rows(titles, [[pair.first, pair.second, *map(_outcome, pair.comparisons)] for pair in pairs])
    say("+ wins - losses by question, p; in brackets by needle, p after Holm's correction", style="dim")


def _outcome(one: Comparison) -> str:
    adjusted = one.unit_p if one.adjusted is None else one.adjusted
    return f"+{one.wins} -{one.losses} {one.p:.2g} [+{one.unit_wins} -{one.unit_losses} {adjusted:.2g}]"


def _show_costs(table: StrategyTable) -> None:
    titles = ["strategy", "chunks", "tokens", "of headers", "share", "over the window", "tokens of a prompt"]
    lines = [
        [
            name,
            costs.chunks.chunks,
            costs.chunks.tokens,
            costs.chunks.header_tokens,
            share(costs.header_share),
            costs.chunks.over_window,
            f"{costs.prompt_tokens:.0f}",
        ]
        for name, costs in table.costs.items()
    ]
    print_rows(titles, lines)


def _show_times(table: StrategyTable) -> None:
    titles = ["ms on one thread", *STAGES.values()]
    lines = [[name, *(f"{1000 * costs.seconds[stage]:.2f}" for stage in STAGES)] for name, costs in table.costs.items()]
    print_rows(titles, lines)
