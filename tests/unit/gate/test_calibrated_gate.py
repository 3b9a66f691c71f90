"""The gate that weighs signals: what passes, what is refused and why, and that nothing weakens it."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import UsageError
from pincite.gate.calibrated import check_cut, decide
from pincite.gate.probability import SIGNALS, Model
from pincite.gate.signals.example import SEEN
from pincite.types.answer import Abstention, Evidence, Part
from pincite.types.locator import Locator
from pincite.types.search import Hit, SearchResult

MODEL = Model("test", "f", 0.0, dict.fromkeys(SIGNALS, 1.0), {name: read(SEEN) for name, read in SIGNALS.items()}, {})
"""Gives the searches of `SEEN` a chance of one half."""


def found(*distances, seen=SEEN, filters=()):
    hits = tuple(
        Hit(rank, f"d{rank}", "d", "d.md", "", "quote", distance, 0.0, Locator(0, 5))
        for rank, distance in enumerate(distances, start=1)
    )
    return SearchResult("q", hits, filters=filters, signals=seen)


def test_the_first_four_hits_are_evidence_in_the_order_of_the_list_whatever_their_distances():
    evidence = decide(found(0.9, 0.1, 1.4, 0.2, 0.3), "q", model=MODEL, cut=0.5)
    assert isinstance(evidence, Evidence)
    assert [hit.rank for hit in evidence.hits] == [1, 2, 3, 4]
    gate = evidence.gate
    assert (gate.mode, gate.threshold, gate.passed, gate.best_distance) == ("calibrated", None, 4, 0.1)
    assert (gate.probability, gate.cut, set(gate.signals)) == (0.5, 0.5, set(SIGNALS))


def test_a_chance_under_the_cut_is_refused_with_the_signal_that_spoke_most_against_an_answer():
    weak = replace(SEEN, bm25=0.0)
    abstention = decide(found(0.2, seen=weak), "why", model=MODEL, cut=0.5)
    assert isinstance(abstention, Abstention)
    assert abstention.decided_by == min(SIGNALS, key=lambda name: SIGNALS[name](weak) - SIGNALS[name](SEEN))
    assert abstention.reason.startswith("the chance that the passages answer is 0.")
    assert abstention.reason.endswith('under 0.500, for "why"')
    assert [hit.distance for hit in abstention.nearest] == [0.2]
    assert set(abstention.to_json()["gate"]["signals"]) == set(SIGNALS)


def test_without_signals_nothing_passes_and_it_is_said_what_would_give_them():
    abstention = decide(found(0.01, seen=None), "q", model=MODEL, cut=0.0)
    assert isinstance(abstention, Abstention)
    assert abstention.decided_by == "no signals"
    assert "mode hybrid and rerank late" in abstention.reason
    assert abstention.gate.to_json()["probability"] is None


def test_without_hits_nothing_passes():
    abstention = decide(found(filters=("type:pdf",)), "q", model=MODEL, cut=0.0)
    assert (abstention.decided_by, abstention.gate.passed) == ("no hits", 0)
    assert "type:pdf" in abstention.reason


def test_a_filter_never_lets_through_what_the_whole_index_would_refuse():
    strong, weak = replace(SEEN, cosine=0.9), replace(SEEN, cosine=0.4, bm25=0.0)
    filtered = found(0.2, seen=strong, filters=("type:md",))
    assert isinstance(decide(filtered, "q", model=MODEL, cut=0.5), Evidence)
    abstention = decide(filtered, "q", model=MODEL, cut=0.5, unfiltered=found(0.2, seen=weak))
    assert isinstance(abstention, Abstention)
    assert abstention.gate.probability == MODEL.judge(weak).probability
    assert isinstance(decide(filtered, "q", model=MODEL, cut=0.5, unfiltered=found(0.2, seen=None)), Abstention)


def test_a_chance_that_is_no_number_is_refused():
    broken = replace(SEEN, late=math.nan, cosine=math.nan, bm25=math.nan)
    assert isinstance(decide(found(0.1, seen=broken), "q", model=MODEL, cut=0.01), Abstention)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_a_stricter_cut_never_keeps_more(cosine, one, two):
    result = found(0.3, 0.4, seen=replace(SEEN, cosine=cosine))
    lax, strict = (decide(result, "q", model=MODEL, cut=cut) for cut in (min(one, two), max(one, two)))
    assert isinstance(lax, Evidence) or isinstance(strict, Abstention)


@given(
    field=st.sampled_from(["bm25", "late", "cosine"]),
    start=st.floats(0, 1),
    more=st.floats(0, 1),
    cut=st.floats(0, 1),
)
def test_raising_a_number_never_turns_an_answer_into_a_refusal(field, start, more, cut):
    lower, higher = (found(0.3, seen=replace(SEEN, **{field: value})) for value in (start, start + more))
    if isinstance(decide(lower, "q", model=MODEL, cut=cut), Evidence):
        assert isinstance(decide(higher, "q", model=MODEL, cut=cut), Evidence)


@pytest.mark.parametrize("cut", [-0.1, 1.1, math.nan])
def test_a_cut_that_is_no_probability_is_refused(cut):
    with pytest.raises(UsageError, match="from 0 to 1"):
        check_cut(cut)


def test_a_limit_below_one_is_refused():
    with pytest.raises(UsageError, match="limit"):
        decide(found(0.1), "q", model=MODEL, cut=0.5, limit=0)


def test_a_part_is_told_whole():
    assert Part(0.1, 0.2, -0.3).to_json() == {"value": 0.1, "common": 0.2, "adds": -0.3}
