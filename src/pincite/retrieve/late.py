"""Late interaction: a short list put in order by the query's single tokens, from vectors stored with each chunk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.retrieve.ranking import Scores
from pincite.types.embedding import F32

NO_TOKENS = -1.0
"""The score of a chunk without a single token: the lowest cosine there is."""


def idf(frequency: NDArray[np.float32], chunks: int) -> Scores:
    """How telling each token is: `ln(1 + (N - n + 0.5) / (n + 0.5))` for a token that `n` of `N` chunks hold.

    >>> idf(np.array([0, 9], dtype=np.float32), 9).round(4).tolist()
    [2.9957, 0.0513]
    """
    n = frequency.astype(np.float64)
    return np.log(1.0 + np.maximum(chunks - n + 0.5, 0.0) / (n + 0.5))


def late_scores(query: F32, weights: Scores, passages: Sequence[F32]) -> Scores:
    """The weighted mean, over the query's tokens, of each one's best cosine among the tokens of a passage.

    `query` is `(q, d)`, every passage `(n_i, d)`, all of unit rows; `weights` `(q,)`. Gives `(len(passages),)` from
    -1 to 1; all 0 when the query has no token that weighs anything. The score of a passage is the same to the bit whatever
    stands beside it.

    Khattab and Zaharia, "ColBERT", SIGIR 2020, with the mean weighted by idf instead of a plain sum.

    >>> query = np.eye(2, dtype=np.float32)
    >>> passages = [query[:1], query, query[:0]]
    >>> late_scores(query, np.array([3.0, 1.0]), passages).tolist()
    [0.75, 1.0, -1.0]
    """
    return weighted_mean(best_cosines(query, passages), weights)


def best_cosines(query: F32, passages: Sequence[F32]) -> Scores:
    """For each of the query's tokens its best cosine in each passage, `(q, len(passages))`; -1 where a passage has no token.

    >>> best_cosines(np.eye(2, dtype=np.float32), [np.eye(2, dtype=np.float32)[:1]]).tolist()
    [[1.0], [0.0]]
    """
    best = np.full((len(query), len(passages)), NO_TOKENS)
    lengths = np.array([len(passage) for passage in passages], dtype=np.intp)
    filled = np.flatnonzero(lengths)
    if not filled.size or not len(query):
        return best
    starts = np.concatenate(([0], np.cumsum(lengths[filled])[:-1]))
    rows = np.concatenate([passages[i] for i in filled.tolist()])
    # a product for each two rows, for the sums of a matrix product change with the number of threads it is given
    cosines = np.stack([np.vecdot(rows, token) for token in query])
    best[:, filled] = np.maximum.reduceat(cosines, starts, axis=1)
    return best


def weighted_mean(best: Scores, weights: Scores) -> Scores:
    """The mean of each column of `best_cosines` by the weights of its rows; all 0 when no row weighs anything."""
    if not weights.sum() > 0:
        return np.zeros(best.shape[1])
    mean: Scores = (best * weights[:, None]).sum(axis=0) / weights.sum()
    mean[(best == NO_TOKENS).all(axis=0)] = NO_TOKENS
    return mean
