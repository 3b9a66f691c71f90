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
    scores = np.full(len(passages), NO_TOKENS)
    lengths = np.array([len(passage) for passage in passages], dtype=np.intp)
    filled = np.flatnonzero(lengths)
    if not filled.size:
        return scores
    if not weights.sum() > 0:
        return np.zeros(len(passages))
    starts = np.concatenate(([0], np.cumsum(lengths[filled])[:-1]))
    rows = np.concatenate([passages[i] for i in filled.tolist()])
    # a product for each two rows, for the sums of a matrix product change with the number of threads it is given
    cosines = np.stack([np.vecdot(rows, token) for token in query])
    best = np.maximum.reduceat(cosines, starts, axis=1).astype(np.float64)
    scores[filled] = (best * weights[:, None]).sum(axis=0) / weights.sum()
    return scores
