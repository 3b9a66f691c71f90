"""`ask`: an answer with citations, or a refusal with its numbers."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pincite.answer.write import EXTRACTIVE
from pincite.cli.batch import read_questions, run_batch
from pincite.cli.options import add_knowledge_base, add_ranking, config_of, one_of
from pincite.cli.show import near, one_line, print_json, reflow, say, tell, write
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.answer import Abstention, Answer

REFUSED = 3


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser("ask", help="ask a question", epilog="exit code 0: answered, 3: refused or withheld")
    parser.add_argument("question", metavar="QUESTION", nargs="?", help="the question")
    parser.add_argument(
        "--questions", metavar="FILE", type=Path, help="JSON Lines of {id, question}; - for standard input"
    )
    parser.add_argument("--threshold", type=float, help="the cosine distance under which a chunk is evidence")
    add_ranking(parser)
    add_knowledge_base(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask once, or every line of a file."""
    one_of(args.question, args.questions, word="QUESTION", option="--questions", filters=args.filter)
    config = config_of(args, mode=args.mode, rerank=args.rerank, threshold=args.threshold)
    with KnowledgeBase(args.kb, config=config, say=tell) as kb:

        def answer(question: str) -> Answer | Abstention:
            return kb.ask(question, filters=args.filter)

        if args.questions is not None:
            return run_batch(read_questions(args.questions), answer, kb.check)
        streams = config.generator != "extractive" and config.unsupported == "flag" and not args.json
        with _line_of_its_own() as put:
            result = kb.ask(args.question, filters=args.filter, on_text=put if streams else None)
    if args.json:
        print_json(result.to_json())
    else:
        _show(result, streamed=streams)
    return 0 if result.answered else REFUSED


@contextmanager
def _line_of_its_own() -> Iterator[Callable[[str], None]]:
    """Prints words as they come; what is said after them, a note or an error, begins on a new line."""
    last = "\n"

    def put(text: str) -> None:
        nonlocal last
        write(text)
        last = text[-1:] or last

    try:
        yield put
    finally:
        if last != "\n":
            say()


def _show(result: Answer | Abstention, *, streamed: bool) -> None:
    for note in result.notes:
        say(note, style="yellow")
    if isinstance(result, Abstention):
        _show_abstention(result)
    else:
        if not streamed:
            say(reflow(marked(result)))
        _show_claims(result)
        _show_sources(result)


def marked(answer: Answer) -> str:
    """The text of the answer, with its verdict behind each sentence that does not stand up."""
    text, position = "", 0
    for claim in answer.claims:
        if not claim.holds:
            text += f"{answer.text[position : claim.end]} <{claim.verdict}>"
            position = claim.end
    return text + answer.text[position:]


def _show_claims(answer: Answer) -> None:
    failed = [claim for claim in answer.claims if not claim.holds]
    for claim in failed:
        say(f"{claim.verdict}: {one_line(answer.text[claim.start : claim.end], 100)}", style="yellow")
        for reason in claim.reasons:
            instead = f", the source has {one_line(reason.instead, 80)}" if reason.instead else ""
            say(f"    {reason.kind}: {one_line(reason.text, 80)}{instead}", style="yellow")
    passed = len(answer.claims) - len(failed)
    if answer.generator != EXTRACTIVE and answer.claims:
        say(f"{passed} of {len(answer.claims)} sentences passed the checks of numbers, names and words", style="dim")


def _show_sources(answer: Answer) -> None:
    say()
    for citation in answer.citations:
        if citation.index in answer.cited:
            say(f"[{citation.index}] {near(citation.path)}{citation.fragment}", style="bold")
            say("    " + f"{one_line(citation.label)}  distance {citation.distance:.3f}".lstrip(), style="dim")
            if citation.locator.doubt:
                say(f"    {citation.locator.doubt}", style="yellow")
            for place in citation.places:
                say(f"    also in {near(place.path)}{place.locator.fragment}", style="dim")
    for violation in answer.violations:
        say(f"not a citation ({violation.kind}): {one_line(violation.text)}", style="yellow")


def _show_abstention(abstention: Abstention) -> None:
    say(f"NO ANSWER: {abstention.reason}", style="bold")
    parts = abstention.gate.signals
    if abstention.decided_by in parts:
        part = parts[abstention.decided_by]
        say(f"decided by {abstention.decided_by}: {part.value:.3f}, usually {part.common:.3f}", style="dim")
    if abstention.unseen:
        say(f"nowhere in the documents: {', '.join(map(one_line, abstention.unseen))}", style="dim")
    if abstention.nearest:
        withheld = abstention.kind == "unsupported"
        nearest = "nearest:" if parts else "nearest, but not near enough:"
        say("the evidence it was written from:" if withheld else nearest, style="dim")
    for hit in abstention.nearest:
        line = f"  {hit.distance:.3f}  {near(hit.path)}{hit.locator.fragment}  {one_line(hit.section)}"
        say(line.rstrip(), style="dim")
