import numpy as np
import pytest

from pincite.retrieve.late import best_cosines, idf, late_scores, weighted_mean


def unit(rng, n, d=16):
    rows = rng.normal(size=(n, d))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def one_by_one(query, weights, passage):
    """The definition, a token at a time."""
    best = [max(float(q @ p) for p in passage) for q in query]
    return sum(b * w for b, w in zip(best, weights, strict=True)) / sum(weights)


def test_each_query_token_counts_its_best_match_by_weight():
    query = np.array([[1, 0], [0, 1]], dtype=np.float32)
    passage = np.array([[0.6, 0.8], [0.8, 0.6]], dtype=np.float32)
    assert late_scores(query, np.array([1.0, 3.0]), [passage]).tolist() == pytest.approx([0.8])
    assert late_scores(query, np.array([1.0, 3.0]), [passage[:1]]).tolist() == pytest.approx([(0.6 + 3 * 0.8) / 4])


def test_many_passages_at_once_agree_with_one_at_a_time():
    rng = np.random.default_rng(11)
    query, weights = unit(rng, 9), rng.uniform(0.1, 5, size=9)
    passages = [unit(rng, int(n)) for n in rng.integers(1, 40, size=30)]
    expected = [one_by_one(query, weights, passage) for passage in passages]
    np.testing.assert_allclose(late_scores(query, weights, passages), expected, atol=1e-6)


def test_a_passage_without_tokens_is_last_and_moves_no_other():
    rng = np.random.default_rng(3)
    query, passages = unit(rng, 3), [unit(rng, 4), unit(rng, 0), unit(rng, 5)]
    scores = late_scores(query, np.ones(3), passages)
    assert scores[1] == -1.0
    assert scores[[0, 2]].tolist() == late_scores(query, np.ones(3), [passages[0], passages[2]]).tolist()


def test_a_query_without_tokens_ranks_nothing_before_anything():
    none = np.zeros((0, 16), np.float32)
    assert late_scores(none, np.zeros(0), [unit(np.random.default_rng(1), 4)]).tolist() == [0.0]


def test_the_idf_falls_with_the_number_of_chunks_and_stays_above_zero():
    weights = idf(np.array([0, 1, 5, 10], dtype=np.float32), 10)
    assert np.all(np.diff(weights) < 0)
    assert weights[-1] == pytest.approx(np.log(1 + 0.5 / 10.5))


def test_the_score_of_a_passage_is_the_same_to_the_bit_alone_and_among_others():
    rng = np.random.default_rng(2)
    query = rng.normal(size=(13, 192)).astype(np.float32)
    passages = [rng.normal(size=(int(n), 192)).astype(np.float32) for n in rng.integers(1, 200, 40)]
    together = late_scores(query, np.arange(1.0, 14.0), passages)
    alone = [late_scores(query, np.arange(1.0, 14.0), [passage])[0] for passage in passages]
    assert together.tolist() == alone


def test_the_mean_of_the_best_cosines_is_the_score():
    rng = np.random.default_rng(8)
    query, weights, passages = unit(rng, 5), rng.uniform(0.1, 5, size=5), [unit(rng, 7), unit(rng, 2), unit(rng, 0)]
    best = best_cosines(query, passages)
    assert best.shape == (5, 3)
    assert weighted_mean(best, weights).tolist() == late_scores(query, weights, passages).tolist()
    assert (best[:, 2] == -1).all()
