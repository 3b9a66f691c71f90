import math

import pytest

from pincite.errors import UsageError
from pincite.gate.distance import decide
from pincite.types.answer import Abstention, Evidence
from pincite.types.locator import Locator
from pincite.types.search import Hit, SearchResult


def found(*distances, filters=()):
    """Hits in this order, whose scores say the opposite of their distances."""
    hits = tuple(
        Hit(rank, f"d{rank}", "d", "d.md", "", "quote", distance, distance, Locator(0, 5))
        for rank, distance in enumerate(distances, start=1)
    )
    return SearchResult("q", hits, filters=filters)


def test_of_distances_a_tenth_eight_tenths_and_one_and_four_only_the_nearest_is_under_a_half():
    evidence = decide(found(0.1, 0.8, 1.4), "q", threshold=0.5)
    assert isinstance(evidence, Evidence)
    assert [hit.distance for hit in evidence.hits] == [0.1]
    assert (evidence.gate.best_distance, evidence.gate.passed, evidence.gate.threshold) == (0.1, 1, 0.5)


def test_the_order_of_the_list_is_kept_and_only_four_are():
    evidence = decide(found(0.4, 0.9, 0.1, 0.3, 0.2, 0.05), "q", threshold=0.5)
    assert [hit.distance for hit in evidence.hits] == [0.4, 0.1, 0.3, 0.2]
    assert [hit.rank for hit in evidence.hits] == [1, 3, 4, 5]


def test_a_distance_equal_to_the_threshold_does_not_pass():
    assert isinstance(decide(found(0.5), "q", threshold=0.5), Abstention)


def test_the_limit_is_a_setting():
    assert len(decide(found(0.1, 0.1, 0.1), "q", threshold=0.5, limit=2).hits) == 2


def test_an_abstention_says_the_cut_and_the_question_and_shows_the_nearest():
    abstention = decide(found(0.9, 0.7, 1.1, 0.8, 1.2), "what is the offside rule in football", threshold=0.675)
    assert isinstance(abstention, Abstention)
    assert abstention.reason == 'nothing under cosine distance 0.675 for "what is the offside rule in football"'
    assert [hit.distance for hit in abstention.nearest] == [0.7, 0.8, 0.9, 1.1]
    assert abstention.gate.to_json() == {
        "mode": "distance",
        "threshold": 0.675,
        "best_distance": 0.7,
        "passed": 0,
        "limit": 4,
    }


def test_nothing_found_says_so_instead_of_a_distance():
    abstention = decide(found(), "q", threshold=0.5)
    assert abstention.reason == 'nothing to compare with cosine distance 0.5 for "q": the search found no passage'
    assert (abstention.gate.best_distance, abstention.nearest) == (None, ())


def test_nothing_left_by_the_filters_names_them():
    assert "no passage passes the filters type:pdf" in decide(found(filters=("type:pdf",)), "q", threshold=0.5).reason


def test_without_a_threshold_the_way_to_give_one_is_said():
    with pytest.raises(UsageError, match="--threshold"):
        decide(found(0.1), "q", threshold=None)


@pytest.mark.parametrize("threshold", [math.nan, -0.1, 2.1, math.inf])
def test_a_number_that_is_no_cosine_distance_is_refused(threshold):
    with pytest.raises(UsageError, match="from 0 to 2"):
        decide(found(0.1), "q", threshold=threshold)


def test_a_hit_whose_distance_is_not_a_number_is_never_evidence():
    abstention = decide(found(math.nan, 0.9), "q", threshold=0.5)
    assert isinstance(abstention, Abstention)
    assert abstention.gate.best_distance == 0.9


def test_a_limit_below_one_is_refused():
    with pytest.raises(UsageError, match="limit"):
        decide(found(0.1), "q", threshold=0.5, limit=0)
