import numpy as np

from pincite.retrieve.dense import distances, rank_dense


def test_the_distance_is_half_the_squared_euclidean_one():
    vectors = np.random.default_rng(5).normal(size=(200, 32))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    euclidean = ((vectors - vectors[0]) ** 2).sum(axis=1)
    np.testing.assert_allclose(distances(vectors, vectors[0]), euclidean / 2, atol=1e-6)


def test_a_vector_is_at_no_distance_from_itself_and_at_two_from_its_opposite():
    one = np.array([[0.6, 0.8], [-0.6, -0.8]], dtype=np.float32)
    far = distances(one, one[0])
    assert far.min() >= 0.0
    assert far.max() <= 2.0
    np.testing.assert_allclose(far, [0.0, 2.0], atol=1e-6)


def test_nearer_rows_come_first_and_equal_ones_by_row():
    ranking = rank_dense(np.array([0.8, 0.1, 1.4, 0.1], dtype=np.float32))
    assert ranking.rows.tolist() == [1, 3, 0, 2]
    np.testing.assert_allclose(ranking.scores, [0.9, 0.9, 0.2, -0.4], atol=1e-6)


def test_rows_outside_the_filter_are_not_ranked():
    allowed = np.array([True, False, True])
    assert rank_dense(np.array([0.8, 0.1, 0.4], dtype=np.float32), allowed).rows.tolist() == [2, 0]


def test_an_empty_index_has_no_distances():
    assert distances(np.zeros((0, 0), np.float32), np.ones(3, np.float32)).shape == (0,)


def test_a_distance_is_the_same_to_the_bit_wherever_the_row_stands_and_whatever_else_there_is():
    rng = np.random.default_rng(3)
    vectors = rng.normal(size=(5003, 384)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    query = vectors[17]
    whole, order = distances(vectors, query), rng.permutation(len(vectors))
    assert np.array_equal(distances(vectors[order], query), whole[order])
    assert all(distances(vectors[row : row + 1], query)[0] == whole[row] for row in (0, 1, 2500, 5001, 5002))
