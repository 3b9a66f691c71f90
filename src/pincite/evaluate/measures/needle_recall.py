"""Recall of needles: whether a question's needle came within the first k hits."""

from __future__ import annotations

from pincite.types.run import QueryResult


def needle_recall(result: QueryResult, k: int) -> float:
    """1.0 when the first `k` hits satisfy the question's rule, else 0.0; without hits 0.0.

    Averaged over the judged questions it is R@k: the share of the questions whose answer whoever reads k passages has
    before them, whole. For one relevant passage this is the usual recall, and success at k.

    >>> third = QueryResult("q1a", "q1", answerable=True, judged=True, rank=3)
    >>> needle_recall(third, 1), needle_recall(third, 4)
    (0.0, 1.0)
    """
    return float(result.rank is not None and result.rank <= k)
