"""Exact dense retrieval: the cosine distance of the query to every chunk."""

from __future__ import annotations

import numpy as np

from pincite.retrieve.ranking import Allowed, Ranking, best_first
from pincite.types.embedding import F32


def distances(vectors: F32, query: F32) -> F32:
    """The cosine distance `1 - cos` of each row: `(n, d)` and `(d,)`, unit vectors both, to `(n,)` from 0 to 2.

    For unit vectors this is half the squared Euclidean distance, `|a - b|^2 / 2 = 1 - cos`. Each row is a product of its
    own, so that its distance is the same to the bit whatever other rows there are: a matrix product has other sums at
    its edges.

    >>> distances(np.eye(2, dtype=np.float32), np.array([1, 0], dtype=np.float32)).tolist()
    [0.0, 1.0]
    """
    if not len(vectors):
        return np.zeros(0, dtype=np.float32)
    far: F32 = np.clip(1.0 - np.vecdot(vectors, query), 0.0, 2.0)
    return far


def rank_dense(far: F32, allowed: Allowed | None = None) -> Ranking:
    """Every allowed row, nearest first; the score is the cosine, `1 - distance`.

    `far` are the distances of all rows, `(n,)`; `allowed` `(n,)` is None when every row is. Rows left out by a
    filter are gone before the ranking, so they take no rank from the others.

    >>> rank_dense(np.array([0.8, 0.1, 1.4], dtype=np.float32)).rows.tolist()
    [1, 0, 2]
    """
    rows = np.arange(len(far)) if allowed is None else np.flatnonzero(allowed)
    return best_first(rows, 1.0 - far[rows].astype(np.float64))
