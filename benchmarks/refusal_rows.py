"""The questions that refusal is fitted on and measured with, each with the signals of its search."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pincite.evaluate.calibrate.rows import EVIDENCE, Row
from pincite.evaluate.calibrate.without import without_needle
from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.refusal.far import with_far
from pincite.evaluate.runs.index import build_index
from pincite.evaluate.runs.judge import judge
from pincite.evaluate.strategies.cuts import default_cut
from pincite.retrieve.search import search
from pincite.types.golden import GoldenSet

ROOT = Path(__file__).parent.parent
HANDBOOK = ROOT / "docs" / "handbook"
OWN = [ROOT / "benchmarks" / "handbook" / name for name in ("gold.jsonl", "hard.jsonl", "tickets.jsonl")]
"""The handbook's golden set, harder questions that it doesn't answer, and tickets that it doesn't answer."""
BANK = ROOT / "src" / "pincite" / "evaluate" / "calibrate" / "out_of_domain.jsonl"
FAR, NEAR = 0.35, 0.65
"""What far questions, and all others without an answer, weigh of the unanswerable half of a set."""


def corpus_and_index(path, embedder, config):
    corpus = read_corpus(path, config=config)
    return corpus, build_index(corpus, default_cut(embedder, config.target), embedder)


def golden_of(corpus, *paths, far=None):
    """The questions of one or more golden sets as one, and the far ones of a file."""
    sets = [read_golden(path, corpus) for path in paths]
    golden = GoldenSet(sets[0].name, tuple(q for one in sets for q in one.questions), "+".join(s.sha256 for s in sets))
    return with_far(golden, far) if far else golden


def rows_of(name, index, golden, embedder, *, view=None, part=None, weight=None):
    """A row for each question whose truth is known; `part` and `weight` override what is told by the question."""
    return [
        row
        for question in golden.questions
        if (row := _row(name, index, question, embedder, view=view, part=part, weight=weight)) is not None
    ]


def needle_removed(name, index, golden, embedder, weight=None):
    """Every question with a needle, asked of the index without the chunks of that needle."""
    found = []
    for question in golden.questions:
        if not question.spans:
            continue
        view = without_needle(index, question)
        asked = replace(question, id=question.id + "-removed", answerable=False, spans=(), distance="removed")
        one = GoldenSet(golden.name, (asked,), golden.sha256)
        found += rows_of(name, index, one, embedder, view=view, part="removed", weight=weight)
    return found


def _row(name, index, question, embedder, *, view, part, weight):
    if not question.answerable:
        kind = question.distance or "near"
        own, weighs = ("far", FAR) if kind == "far" else ("near", NEAR)
    else:
        kind, own, weighs = "", "answerable", 1.0
    result = search(view or index, embedder, question.question, k=50)
    return Row(
        id=f"{name}/{question.id}",
        unit=f"{name}/{question.unit}",
        seen=result.signals,
        answerable=question.answerable,
        in_evidence=_in_evidence(question, result, index),
        part=f"{name}/{part or own}",
        weight=weighs if weight is None else weight,
        kind=kind,
        style=question.style,
    )


def _in_evidence(question, result, index):
    """Whether the first four hold the needle whole; where no needle is known, whether the set calls it answerable."""
    if not question.answerable or not question.spans:
        return question.answerable
    return judge(question, result.hits[:EVIDENCE], index.ground).rank is not None
