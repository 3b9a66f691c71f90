import numpy as np
import pytest

from pincite.errors import UsageError
from pincite.retrieve.fuse import fuse


def rows(*numbers):
    return np.array(numbers, dtype=np.intp)


def test_two_lists_add_the_reciprocals_of_sixty_plus_their_ranks():
    fused = fuse([rows(10, 20, 30), rows(30, 10)])
    assert fused.rows.tolist() == [10, 30, 20]
    assert fused.scores.tolist() == pytest.approx([1 / 61 + 1 / 62, 1 / 63 + 1 / 61, 1 / 62])


def test_equal_sums_stand_in_the_order_of_rows():
    assert fuse([rows(9, 4), rows(4, 9)]).rows.tolist() == [4, 9]


def test_a_list_of_weight_zero_is_absent_with_its_rows():
    assert fuse([rows(1, 2), rows(3)], [1.0, 0.0]).rows.tolist() == [1, 2]


def test_weights_multiply_what_a_list_gives():
    fused = fuse([rows(1), rows(2)], [1.0, 3.0])
    assert fused.rows.tolist() == [2, 1]
    assert fused.scores.tolist() == pytest.approx([3 / 61, 1 / 61])


@pytest.mark.parametrize("lists", [[], [rows()], [rows(), rows()]])
def test_nothing_fused_is_nothing(lists):
    assert fuse(lists).rows.tolist() == []


@pytest.mark.parametrize("weights", [[1.0], [1.0, -1.0], [1.0, float("nan")]])
def test_weights_that_do_not_fit_are_refused(weights):
    with pytest.raises(UsageError, match="2 lists"):
        fuse([rows(1), rows(2)], weights)
