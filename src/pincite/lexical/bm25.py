"""BM25, exact: every chunk that holds a query term gets its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.types.embedding import F32, I32

K1 = 1.2
B = 0.75

Postings = Callable[[str], tuple[I32, F32]]


def bm25(query_terms: Sequence[str], postings: Postings, lengths: F32) -> F32:
    """Score every row for a query: `(n,)`, 0 where no query term occurs.

    Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), with k1 = 1.2, b = 0.75
    and idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5)), which is never negative; a row's score is the sum of
    idf(t) f (k1 + 1) / (f + k1 (1 - b + b L / mean L)) over the query's terms, each as often as the query has it.

    `postings(term)` gives the rows that hold the term, each once, and how often each does; `lengths` is `(n,)`,
    terms of each row. Sums are in float64 over the terms in their own order, so that a query scores the same to the bit
    however its words are arranged.

    >>> rows = {"a": (np.array([0, 1], np.int32), np.array([1, 2], np.float32))}
    >>> nothing = (np.array([], np.int32), np.array([], np.float32))
    >>> scores = bm25(["a", "b"], lambda term: rows.get(term, nothing), np.array([2, 4, 3], np.float32))
    >>> [f"{score:.3f}" for score in scores]
    ['0.544', '0.591', '0.000']
    """
    count = len(lengths)
    held = [(times, *postings(term)) for term, times in sorted(Counter(query_terms).items())]
    held = [entry for entry in held if len(entry[1])]
    if not held:
        return np.zeros(count, np.float32)
    rows = np.concatenate([found for _, found, _ in held])
    frequency = np.concatenate([often for _, _, often in held])
    weights = [times * _idf(count, len(found)) * (K1 + 1) for times, found, _ in held]
    weight = np.repeat(weights, [len(found) for _, found, _ in held])
    parts = weight * (frequency / (frequency + _length_norm(lengths)[rows]))
    return np.bincount(rows, parts, count).astype(np.float32)  # adds in the order given


def word_worth(count: int) -> float:
    """The most that a word can add to a score which one row of `count` holds: its idf times `k1 + 1`; 0 without rows.

    >>> round(word_worth(3), 3)
    2.158
    """
    return _idf(count, 1) * (K1 + 1) if count else 0.0


def _length_norm(lengths: F32) -> NDArray[np.float64]:
    total = float(lengths.sum(dtype=np.float64))
    slope = K1 * B * len(lengths) / total if total else 0.0
    return K1 * (1 - B) + lengths.astype(np.float64) * slope


def _idf(count: int, holding: int) -> float:
    return float(np.log(1 + (count - holding + 0.5) / (holding + 0.5)))
