"""`eval draft`: needles from one's own documents, for a person to write questions to."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.cli.evaluate.options import positive, spare
from pincite.cli.evaluate.sources import add_sources, load_corpus
from pincite.cli.options import config_of
from pincite.cli.show import near, one_line, print_json, say, tell
from pincite.errors import GeneratorError, UsageError
from pincite.types.amount import amount

if TYPE_CHECKING:
    from pincite.answer.write import Generator
    from pincite.evaluate.golden.draft import Candidate
    from pincite.types.golden import Corpus, Question

SHOWN = 5
"""Documents named of those without a needle."""


def register(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "draft",
        help="propose needles, for a person to write questions to",
        description="Goes in: a knowledge base or a corpus. Comes out: a golden set of drafts, each with its needle and a question to be "
        "written; with --unanswerable questions that should be refused, to be looked through.",
        epilog="example: pincite eval draft --kb notes.kb -n 60 --out gold.jsonl",
    )
    parser.add_argument("-n", type=positive, default=40, metavar="N", help="how many needles (default: 40)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="another draw (default: 0)")
    parser.add_argument(
        "--questions", action="store_true", help="let the endpoint of the settings draft the questions, for review"
    )
    parser.add_argument(
        "--unanswerable",
        action="store_true",
        help="propose what to ask that the documents do not say, near and near-miss, instead of needles",
    )
    parser.add_argument("--out", metavar="FILE", type=Path, required=True, help="a new file; none is ever replaced")
    add_sources(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Choose, write, and say what to do next."""
    from pincite.evaluate.golden.draft import draft, draft_questions, write_draft  # noqa: PLC0415 - a search need not load it

    spare(args.out)
    if args.unanswerable and args.questions:
        raise UsageError(
            "found --unanswerable and --questions, expected one of them: whether documents lack an answer is for a person to see"
        )
    corpus = load_corpus(args)
    if args.unanswerable:
        return _run_unanswerable(args, corpus)
    generator = _generator(args) if args.questions else None
    candidates = draft(corpus, args.n, args.seed)
    questions, error = draft_questions(candidates), None
    if generator is not None:
        questions, error = _worded(questions, generator)
    write_draft(questions, candidates, args.out)
    _show(args, candidates, questions, [one.name for one in corpus.documents])
    if error is not None:
        raise error
    return 0


def _run_unanswerable(args: argparse.Namespace, corpus: Corpus) -> int:
    from pincite.evaluate.golden.draft import draft  # noqa: PLC0415 - as above
    from pincite.evaluate.golden.draft_unanswerable import draft_unanswerable, write_stubs  # noqa: PLC0415 - as above

    stubs = draft_unanswerable(corpus, draft(corpus, args.n, args.seed))
    write_stubs(stubs, args.out)
    documents = len({stub.candidate.span.document for stub in stubs})
    if args.json:
        count = len(stubs)
        print_json({"out": str(args.out), "needles": 0, "documents": documents, "questions": count, "empty": count})
        return 0
    for stub in stubs:
        say(f"{stub.distance}: {one_line(stub.candidate.span.needle, 100)}", style="dim")
        say(f"    {stub.hint}")
    say(f"{amount(len(stubs), 'draft')} of {amount(documents, 'document')}: {near(str(args.out))}")
    say("Write each question, search for its answer to be sure that there is none, and take out the `draft` marks;")
    say("append them to your golden set, then `pincite eval check`. Drafts are never counted.")
    return 0


def _generator(args: argparse.Namespace) -> Generator:
    from pincite.knowledge_base.models import load_generator  # noqa: PLC0415 - as above

    generator = load_generator(config_of(args))
    if generator is None:
        raise UsageError(
            "--questions needs a model that writes, found generator = extractive: set generator = endpoint, "
            "generator_url and generator_model, or write the questions yourself"
        )
    return generator


def _worded(questions: Sequence[Question], generator: Generator) -> tuple[list[Question], GeneratorError | None]:
    """The questions with the model's words; from its first failure on they stay empty, so that nothing written is lost."""
    from pincite.evaluate.golden.draft_wording import worded  # noqa: PLC0415 - as above

    done: list[Question] = []
    tell(f"{generator.name} drafts {amount(len(questions), 'question')}")
    for question in questions:
        try:
            done.append(worded(question, generator.complete))
        except GeneratorError as error:
            return [*done, *questions[len(done) :]], error
    return done, None


def _show(
    args: argparse.Namespace, candidates: Sequence[Candidate], questions: Sequence[Question], names: Sequence[str]
) -> None:
    empty = sum(not question.question for question in questions)
    drawn = {candidate.span.document for candidate in candidates}
    documents = len(drawn)
    if args.json:
        print_json(
            {
                "out": str(args.out),
                "needles": len(candidates),
                "documents": documents,
                "questions": len(questions),
                "empty": empty,
            }
        )
        return
    for candidate in candidates:
        say(f"{one_line(candidate.span.document)}: {one_line(candidate.span.needle, 100)}", style="dim")
    if len(candidates) < args.n:
        found = "only 1 sentence is fit" if len(candidates) == 1 else f"only {len(candidates)} sentences are fit"
        say(f"{found}, {args.n} were asked for", style="yellow")
    if args.n >= len(names):
        _tell_of_none([name for name in names if name not in drawn])
    needles = f"{amount(len(candidates), 'needle')} of {documents} of {amount(len(names), 'document')}"
    say(f"{needles}, {amount(len(questions), 'draft')}: {near(str(args.out))}")
    say("Write or review each question, delete needles that nobody would ask for, and take out the `draft` marks;")
    say("then `pincite eval check`. Drafts are never counted.")


def _tell_of_none(names: Sequence[str]) -> None:
    """Which documents hold no sentence that is fit, such as tables and lists: a golden set without them is silent on them."""
    if not names:
        return
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    shown = ", ".join(one_line(name) for name in names[:SHOWN])
    say(f"no sentence is fit in {shown}{more}: write questions to them by hand", style="yellow")
