"""BM25 by hand."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from pincite.lexical.bm25 import bm25
from pincite.lexical.seed_terms import seed_terms
from pincite.lexical.terms import terms


def index(texts, split=terms):
    bags = [Counter(split(text)) for text in texts]

    def postings(term):
        rows = [row for row, bag in enumerate(bags) if term in bag]
        return np.array(rows, np.int32), np.array([bags[row][term] for row in rows], np.float32)

    return postings, np.array([bag.total() for bag in bags], np.float32)


def test_a_score_is_the_formula_worked_by_hand():
    postings, lengths = index(["ada ada bug", "cat"])
    idf = math.log(1 + (2 - 1 + 0.5) / (1 + 0.5))
    expected = idf * 2 * 2.2 / (2 + 1.2 * (1 - 0.75 + 0.75 * 3 / 2))
    assert np.allclose(bm25(["ada"], postings, lengths), [expected, 0.0])


def test_a_repeated_query_term_counts_as_often_as_it_stands():
    postings, lengths = index(["ada bug", "cat"])
    assert np.allclose(bm25(["ada", "ada"], postings, lengths), 2 * bm25(["ada"], postings, lengths))


def test_the_order_of_the_query_changes_no_bit():
    words = [f"w{i % 37}" for i in range(400)]
    postings, lengths = index([" ".join(words[i : i + 9 + i % 5]) for i in range(0, 380, 3)])
    one, other = bm25(words[:20], postings, lengths), bm25(words[19::-1], postings, lengths)
    assert one.dtype == np.float32
    assert one.tobytes() == other.tobytes()


def test_an_index_without_rows_or_without_words_scores_nothing():
    assert bm25(["a"], index([])[0], index([])[1]).tolist() == []
    assert bm25(["a"], *index(["", ""])).tolist() == [0.0, 0.0]


def test_the_whole_identifier_ranks_first():
    texts = ["The rule is A002 of the rule book", "rule rule A002 A002", "see RULE-A002 there", "RULE-A003"]
    postings, lengths = index(texts)
    assert int(np.argmax(bm25(terms("RULE-A002"), postings, lengths))) == 2
    assert np.count_nonzero(bm25(terms("A002"), postings, lengths)) == 3


def test_the_profile_of_the_seed_knows_ascii_only():
    assert seed_terms("Zürich RULE-A002 İx") == ["z", "rich", "rule", "a002", "i", "x"]
