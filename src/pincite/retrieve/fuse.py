"""Reciprocal rank fusion: ranks, not scores, because two retrievers share no scale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite.errors import UsageError
from pincite.retrieve.ranking import Ranking, Rows, best_first

RRF_K = 60


def fuse(lists: Sequence[Rows], weights: Sequence[float] | None = None, *, k: int = RRF_K) -> Ranking:
    """One ranking of several: `score(row) = sum over the lists of weight / (k + rank)`, ranks from 1.

    A list is an array of distinct rows, best first; a row that it lacks gets nothing from it. `weights` has one number a
    list (None: 1 each), and a list of weight 0 counts as absent, its rows included. Raises UsageError for a
    negative weight or a wrong number of them.

    Cormack, Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet and individual rank learning
    methods", SIGIR 2009.

    >>> fused = fuse([np.array([3, 1]), np.array([1, 2])])
    >>> fused.rows.tolist(), [round(score, 6) for score in fused.scores.tolist()]
    ([1, 3, 2], [0.032522, 0.016393, 0.016129])
    """
    shares = [1.0] * len(lists) if weights is None else list(weights)
    if len(shares) != len(lists) or not all(share >= 0 for share in shares):
        raise UsageError(f"fusing {len(lists)} lists needs as many weights of 0 or more, found {shares}")
    present = [(rows, share) for rows, share in zip(lists, shares, strict=True) if share > 0 and len(rows)]
    if not present:
        return Ranking(np.zeros(0, dtype=np.intp), np.zeros(0))
    total = np.zeros(1 + max(int(rows.max()) for rows, _ in present))
    for rows, share in present:
        total[rows] += share / (k + 1.0 + np.arange(len(rows)))
    found = np.flatnonzero(total)
    return best_first(found, total[found])
