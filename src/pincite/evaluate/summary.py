"""A run in numbers: the whole of it, each phrasing and each kind of question, with intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pincite.evaluate.measures.needle_recall import needle_recall
from pincite.evaluate.measures.reciprocal_rank import reciprocal_rank
from pincite.evaluate.statistics.bootstrap import bootstrap_mean
from pincite.evaluate.statistics.wilson import wilson
from pincite.types.golden import Corpus, GoldenSet
from pincite.types.measured import Interval, Row
from pincite.types.run import QueryResult, Run

CUTS = (1, 4, 8, 20)


def summarise(run: Run, *, ks: Sequence[int] = CUTS) -> list[Row]:
    """The whole run (`part` is `all`), then each style (`style:ticket`), then each kind (`kind:number`), by name.

    Shares have Wilson intervals by question, and beside them bootstrap intervals by needle; a needle counts as destroyed
    when it is so for one of its judged questions. A part without a judged question has NaN for every number, and one
    without an answerable question is no part. A cut-off beyond the run's depth was not measured and is left out.
    """
    answerable = [result for result in run.results if result.answerable]
    parts = [("all", answerable)]
    for field in ("style", "kind"):
        names = sorted({getattr(result, field) for result in answerable} - {""})
        parts += [(f"{field}:{name}", [one for one in answerable if getattr(one, field) == name]) for name in names]
    return [_row(run, part, results, measured(run.depth, ks)) for part, results in parts]


def run_json(run: Run, rows: Sequence[Row], golden: GoldenSet, corpus: Corpus) -> dict[str, Any]:
    """A run in numbers, as `eval run --json` prints it: `rows` are those of `summarise`."""
    (whole, *parts), head = rows, run.header_json()
    return {
        "name": run.name,
        **whole.to_json(),
        "parts": [row.to_json() for row in parts],
        "lost": lost(run),
        "golden": {
            "name": golden.name,
            "sha256": golden.sha256,
            "questions": len(golden.questions),
            "drafts": golden.drafts,
        },
        "corpus": head["corpus"],
        "failed": [{"name": name, "reason": reason} for name, reason in corpus.failed],
        **{key: head[key] for key in ("costs", "depth", "threshold", "evidence", "settings")},
    }


def lost(run: Run) -> list[str]:
    """The needles that no chunk holds."""
    return sorted({result.unit for result in run.results if result.destroyed})


def measured(depth: int, ks: Sequence[int]) -> list[int]:
    """The cut-offs that a run of this depth can tell about.

    >>> measured(10, [1, 4, 8, 20])
    [1, 4, 8]
    """
    return [k for k in ks if k <= depth]


def _row(run: Run, part: str, answerable: Sequence[QueryResult], ks: Sequence[int]) -> Row:
    judged = [result for result in answerable if result.judged]
    units = [result.unit for result in judged]
    found = {k: [needle_recall(result, k) for result in judged] for k in ks}
    return Row(
        strategy=run.strategy,
        retriever=run.retriever,
        part=part,
        n=len(judged),
        units=len(set(units)),
        skipped=len(answerable) - len(judged),
        destroyed=len({result.unit for result in judged if result.destroyed}),
        destroyed_in_quote=len({result.unit for result in judged if result.destroyed_in_quote}),
        recall={k: wilson(int(sum(hits)), len(judged)) for k, hits in found.items()},
        recall_by_unit={k: bootstrap_mean(hits, units) for k, hits in found.items()},
        mrr=_mrr(judged, units),
        header_tokens=run.costs.header_tokens,
        over_window=run.costs.over_window,
    )


def _mrr(judged: Sequence[QueryResult], units: Sequence[str]) -> Interval:
    return bootstrap_mean([reciprocal_rank(result.rank) for result in judged], units)
