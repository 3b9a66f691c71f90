from hypothesis import given
from hypothesis import strategies as st

from pincite.gate.distance import decide
from pincite.types.answer import Evidence
from pincite.types.locator import Locator
from pincite.types.search import Hit, SearchResult

DISTANCES = st.lists(st.floats(0, 2), max_size=12)
CUTS = st.floats(0, 2)


def kept(distances, threshold, limit=4):
    hits = tuple(
        Hit(rank, "d", "d", "d.md", "", "quote", distance, 0.0, Locator(0, 5))
        for rank, distance in enumerate(distances, start=1)
    )
    outcome = decide(SearchResult("q", hits), "q", threshold=threshold, limit=limit)
    return outcome.hits if isinstance(outcome, Evidence) else ()


@given(DISTANCES, CUTS, CUTS)
def test_a_lower_threshold_never_keeps_more(distances, one, two):
    assert len(kept(distances, min(one, two))) <= len(kept(distances, max(one, two)))


@given(DISTANCES, CUTS, CUTS)
def test_without_a_limit_what_a_lower_threshold_keeps_a_higher_one_keeps_too(distances, one, two):
    assert set(kept(distances, min(one, two), limit=12)) <= set(kept(distances, max(one, two), limit=12))


@given(DISTANCES, CUTS)
def test_whatever_is_kept_is_nearer_than_the_cut_and_in_the_order_of_the_list(distances, cut):
    hits = kept(distances, cut)
    assert all(hit.distance < cut for hit in hits)
    assert [hit.rank for hit in hits] == sorted(hit.rank for hit in hits)
    assert len(hits) == min(4, sum(distance < cut for distance in distances))
