"""BM25 against bm25s, an independent implementation."""

from __future__ import annotations

import random
from collections import Counter

import bm25s
import numpy as np

from pincite.lexical.bm25 import bm25


def test_scores_are_those_of_bm25s_up_to_the_factor_that_ranks_nothing():
    """bm25s leaves out the constant factor k1 + 1 of the numerator ("lucene" has the same idf as ours)."""
    chance = random.Random(1)
    vocabulary = [f"w{i}" for i in range(300)]
    weights = [1 / (i + 1) for i in range(300)]
    corpus = [chance.choices(vocabulary, weights, k=chance.randint(5, 80)) for _ in range(500)]
    oracle = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    oracle.index(corpus, show_progress=False)
    bags = [Counter(words) for words in corpus]

    def postings(term):
        rows = [row for row, bag in enumerate(bags) if term in bag]
        return np.array(rows, np.int32), np.array([bags[row][term] for row in rows], np.float32)

    lengths = np.array([len(words) for words in corpus], np.float32)
    for _ in range(20):
        query = list(dict.fromkeys(chance.choices(vocabulary, weights, k=6)))
        assert np.allclose(bm25(query, postings, lengths), oracle.get_scores(query) * 2.2, rtol=1e-4, atol=1e-5)
