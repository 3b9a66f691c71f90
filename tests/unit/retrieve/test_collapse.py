import numpy as np

from pincite.retrieve.collapse import collapse, twins
from pincite.retrieve.ranking import Ranking


def test_the_best_placed_row_of_a_content_stands_for_it():
    ranking = Ranking(np.array([4, 1, 0, 3, 2]), np.array([5.0, 4.0, 3.0, 2.0, 1.0]))
    content_of = np.array([7, 8, 9, 8, 7], dtype=np.int32)
    kept = collapse(ranking, content_of, 10)
    assert kept.rows.tolist() == [4, 1, 2]
    assert kept.scores.tolist() == [5.0, 4.0, 1.0]


def test_it_stops_at_the_limit_of_distinct_contents():
    ranking = Ranking(np.arange(5), np.arange(5, 0, -1.0))
    assert collapse(ranking, np.array([0, 0, 1, 2, 3], dtype=np.int32), 2).rows.tolist() == [0, 2]


def test_twins_are_the_other_rows_that_the_filter_lets_through():
    content_of = np.array([1, 2, 1, 1], dtype=np.int32)
    assert twins(2, content_of).tolist() == [0, 3]
    assert twins(2, content_of, np.array([False, True, True, True])).tolist() == [3]
