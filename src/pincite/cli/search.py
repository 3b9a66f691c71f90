"""`search`: the passages that come closest, with their exact places."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from pincite.cli.batch import read_questions, run_batch
from pincite.cli.options import add_knowledge_base, add_ranking, config_of, one_of
from pincite.cli.show import near, one_line, print_json, say, tell
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.search import Hit, SearchResult


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("search", help="find passages")
    parser.add_argument("query", metavar="QUERY", nargs="?", help="what to look for")
    parser.add_argument(
        "--queries", metavar="FILE", type=Path, help="JSON Lines of {id, question}; - for standard input"
    )
    parser.add_argument("-k", type=int, default=8, help="how many hits (default: 8)")
    add_ranking(parser)
    add_knowledge_base(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Search once, or for every line of a file."""
    one_of(args.query, args.queries, word="QUERY", option="--queries", filters=args.filter)
    with KnowledgeBase(args.kb, config=config_of(args, mode=args.mode, rerank=args.rerank), say=tell) as kb:

        def find(query: str) -> SearchResult:
            return kb.search(query, k=args.k, filters=args.filter)

        if args.queries is not None:
            return run_batch(read_questions(args.queries), find, kb.check)
        result = find(args.query)
    if args.json:
        print_json(result.to_json())
    else:
        _show(result)
    return 0


def _show(result: SearchResult) -> None:
    for note in result.notes:
        say(note, style="yellow")
    if not result.hits:
        say("no hits")
    for hit in result.hits:
        _show_hit(hit)


def _show_hit(hit: Hit) -> None:
    say(f"{hit.rank}. {near(hit.path)}{hit.locator.fragment}", style="bold")
    say("   " + f"{one_line(hit.section)}  distance {hit.distance:.3f}".lstrip(), style="dim")
    say("   " + one_line(hit.quote, 400))
    if hit.locator.doubt:
        say(f"   {hit.locator.doubt}", style="yellow")
    for place in hit.places:
        say(f"   also in {near(place.path)}{place.locator.fragment}", style="dim")
