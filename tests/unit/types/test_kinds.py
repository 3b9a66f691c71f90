"""Records from outside hold what their annotations say."""

from dataclasses import replace

import pytest

from pincite.types.calibration import Certificate, Rate
from pincite.types.kinds import check_kinds

PROMISE = Certificate("near", 0.05, 0.95, 60, 0, 59, certified=True, bound=0.0487)


def test_a_whole_number_serves_as_a_float_and_none_where_it_may_be():
    check_kinds(replace(PROMISE, max_bluff=0, bound=None))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("group", 5),
        ("max_bluff", "0.05"),
        ("needles", 1.5),
        ("needles", True),
        ("certified", 1),
        ("bound", float("inf")),
    ],
)
def test_a_field_of_another_kind_is_refused_by_name(name, value):
    with pytest.raises(TypeError, match=f"found `{name}`"):
        check_kinds(replace(PROMISE, **{name: value}))


def test_a_very_long_value_is_not_shown_whole():
    with pytest.raises(TypeError) as caught:
        check_kinds(Rate("9" * 5000, 1, None, None))
    assert len(str(caught.value)) < 200
