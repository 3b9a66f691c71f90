"""`eval run`: a golden set asked and judged, in a table with intervals and in a file for `eval compare`."""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from pincite.cli.evaluate.asking import add_asking, check_asking, make_run
from pincite.cli.evaluate.options import add_force, add_golden, writable
from pincite.cli.evaluate.show_refusal import show_in_force
from pincite.cli.evaluate.sources import add_sources, load_corpus
from pincite.cli.evaluate.tables import show_rows
from pincite.cli.show import one_line, print_json, say
from pincite.types.amount import amount

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.types.golden import Corpus, GoldenSet
    from pincite.types.measured import Row
    from pincite.types.run import QueryResult, Run

SHOWN = 12


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "run",
        help="ask a golden set, and count what is found",
        description="Goes in: a golden set, and a knowledge base or a corpus to ask. Comes out: R@k, MRR and destroyed needles with "
        "intervals, bluffs beside answers given up, and with --out the run as a file for the other measurements.",
        epilog="example: pincite eval run gold.jsonl --kb notes.kb --out now.jsonl",
    )
    add_golden(parser)
    add_asking(parser)
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the run, for `eval compare` and others")
    parser.add_argument("--trec", metavar="FILE", type=Path, help="write documents in TREC's form of a run")
    add_force(parser)
    add_sources(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask, judge, write the files and show the table."""
    from pincite.evaluate.golden.read import read_golden  # noqa: PLC0415 - scipy takes a second that only `eval` should spend
    from pincite.evaluate.refusal.in_force import measure_in_force  # noqa: PLC0415 - as above
    from pincite.evaluate.summary import run_json, summarise  # noqa: PLC0415 - as above

    check_asking(args)
    _check_files(args)
    corpus = load_corpus(args)
    golden = read_golden(args.gold, corpus, rule=args.rule)
    seconds: dict[str, float] = {}
    made = make_run(args, corpus, golden, seconds)
    _write(made, args.out, args.trec)
    rows, refused = summarise(made), measure_in_force(made)
    if args.json:
        told = {"in_force": refused.to_json(), **_seconds(seconds)}
        print_json({**run_json(made, rows, golden, corpus), **told})
    else:
        _show(made, rows, golden, corpus, seconds)
        show_in_force(refused)
    return 0


def _check_files(args: argparse.Namespace) -> None:
    """Raise UsageError for files that may not be written."""
    if args.out is not None:
        writable(args.out, "--out", force=args.force, read=[args.gold, args.corpus, args.trec])
    if args.trec is not None:
        writable(args.trec, "--trec", force=args.force, read=[args.gold, args.corpus, args.out])


def _write(made: Run, out: Path | None, trec: Path | None) -> None:
    from pincite.evaluate.golden.write import write_trec_run  # noqa: PLC0415 - as above
    from pincite.evaluate.runs.run_file import write_run  # noqa: PLC0415 - as above

    if out is not None:
        write_run(made, out)
    if trec is not None:
        write_trec_run({result.id: documents_of(result) for result in made.results}, trec, made.name)


def documents_of(result: QueryResult) -> list[tuple[str, float]]:
    """The documents of a question's hits, best first, each once with the score of its best hit, as TREC wants a run."""
    best: dict[str, float] = {}
    for hit in result.hits:
        best.setdefault(hit.document, hit.score)
    return list(best.items())


def _seconds(seconds: dict[str, float]) -> dict[str, Any]:
    return {"seconds": {"median": median(seconds.values()), "worst": max(seconds.values())}}


def _show(made: Run, rows: Sequence[Row], golden: GoldenSet, corpus: Corpus, seconds: dict[str, float]) -> None:
    from pincite.evaluate.summary import lost  # noqa: PLC0415 - as above

    counts, costs, gone = corpus.counts, made.costs, lost(made)
    say(
        f"{amount(counts.documents, 'document')}, {counts.characters} characters, {amount(counts.sections, 'section')}, {amount(costs.chunks, 'chunk')} "
        f"({costs.over_window} over the window); corpus {counts.sha256[:12]}, golden set {golden.sha256[:12]}"
    )
    say(f"{amount(len(made.results), 'question')} asked, {amount(golden.drafts, 'draft')} left out")
    show_rows(rows)
    if gone:
        more = f" and {len(gone) - SHOWN} more" if len(gone) > SHOWN else ""
        say(f"destroyed: {', '.join(one_line(unit, 40) for unit in gone[:SHOWN])}{more}", style="red")
    slowest = max(seconds, key=seconds.__getitem__)
    say(
        f"a question took {1000 * median(seconds.values()):.0f} ms (median), "
        f"{1000 * seconds[slowest]:.0f} ms at worst ({one_line(slowest, 40)})",
        style="dim",
    )
