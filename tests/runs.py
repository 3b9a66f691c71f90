"""Runs made of ranks, for tests of what is computed from runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pincite.types.golden import CorpusCounts
from pincite.types.run import ChunkCosts, Found, QueryResult, Run

CORPUS = CorpusCounts(documents=3, characters=900, sections=6, sha256="c" * 64)


def result_of(question: str, rank: int | None, **more: Any) -> QueryResult:
    """An answerable, judged question; its needle is its id without the last letter."""
    hits = tuple(Found("a.md", 10 * i, 10 * i + 9, 1.0 / i, 0.5, (0,) if i == rank else ()) for i in range(1, 5))
    given: dict[str, Any] = {"unit": question[:-1], "answerable": True, "judged": True, "hits": hits, **more}
    return QueryResult(id=question, rank=rank, **given)


def run_of(name: str, results: Mapping[str, int | None] | Sequence[QueryResult], **more: Any) -> Run:
    """A run from the rank of each question, or from its results."""
    if isinstance(results, Mapping):
        results = [result_of(question, rank) for question, rank in results.items()]
    given: dict[str, Any] = {
        "strategy": "E",
        "retriever": "hybrid",
        "golden": "9" * 64,
        "corpus": CORPUS,
        "costs": ChunkCosts(chunks=12, tokens=600, header_tokens=80, over_window=1),
        "depth": 100,
        "threshold": None,
        "evidence": 4,
    }
    return Run(name=name, results=tuple(results), **(given | more))
