import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pincite.retrieve.fuse import RRF_K, fuse

LISTS = st.lists(st.lists(st.integers(0, 30), unique=True).map(lambda rows: np.array(rows, dtype=np.intp)), max_size=4)


@given(LISTS)
def test_fused_scores_agree_with_the_formula_row_by_row(lists):
    expected = {}
    for rows in lists:
        for rank, row in enumerate(rows.tolist(), start=1):
            expected[row] = expected.get(row, 0.0) + 1.0 / (RRF_K + rank)
    fused = fuse(lists)
    assert fused.rows.tolist() == sorted(expected, key=lambda row: (-expected[row], row))
    np.testing.assert_array_equal(fused.scores, [expected[row] for row in fused.rows.tolist()])


@given(LISTS)
def test_an_absent_list_changes_nothing(lists):
    nothing = np.array([31, 32], dtype=np.intp)
    fused = fuse([*lists, nothing], [1.0] * len(lists) + [0.0])
    assert fused.rows.tolist() == fuse(lists).rows.tolist()
