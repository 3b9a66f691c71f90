import json

import pytest

from pincite.errors import GoldenError, UsageError
from pincite.evaluate.refusal.measure import measure_refusal
from pincite.evaluate.refusal.outcome import NO_CUT, Gate, kinds_of
from pincite.evaluate.refusal.sweep import sweep
from pincite.gate.distance import decide
from pincite.types.answer import Evidence
from pincite.types.golden import CorpusCounts
from pincite.types.locator import Locator
from pincite.types.run import ChunkCosts, Found, QueryResult, Run
from pincite.types.search import Hit, SearchResult


def hits(*found):
    """Hits of these distances in this order; a pair is a distance and the spans that the hit holds."""
    pairs = [one if isinstance(one, tuple) else (one, ()) for one in found]
    return tuple(Found("d", n, n + 1, 1.0, distance, tuple(holds)) for n, (distance, holds) in enumerate(pairs))


def yes(id_, *found, **more):
    rank = next((n for n, one in enumerate(found, 1) if isinstance(one, tuple)), None)
    return QueryResult(id_, id_[:-1], answerable=True, judged=True, rank=rank, hits=hits(*found), **more)


def no(id_, *found, distance="near"):
    return QueryResult(id_, id_, answerable=False, judged=False, rank=None, distance=distance, hits=hits(*found))


def run_of(*results, threshold=0.5, evidence=4, depth=50, **settings):
    counts = CorpusCounts(1, 100, 1, "c0")
    return Run(
        "r", "default", "hybrid+late", "90", counts, ChunkCosts(9), depth, threshold, evidence, results, settings
    )


def row(run, threshold, **more):
    return next(one for one in sweep(run, [threshold], **more).rows if one.threshold == threshold)


def test_the_four_ways_that_a_question_can_go_are_counted_apart():
    run = run_of(yes("q1a", (0.2, (0,))), yes("q2a", 0.3, 0.9), yes("q3a", (0.7, (0,))), no("u1", 0.1), no("u2", 0.8))
    found = row(run, 0.5)
    assert (found.right.count, found.wrong.count, found.given_up.count, found.bluffs.count) == (1, 1, 1, 1)
    assert (found.right.n, found.bluffs.n) == (3, 2)


def test_a_needle_behind_four_nearer_hits_is_not_in_the_evidence():
    question = yes("q1a", 0.1, 0.1, 0.1, 0.1, (0.1, (0,)))
    assert row(run_of(question), 0.5).wrong.count == 1
    assert row(run_of(question), 0.5, evidence=5).right.count == 1


def test_hits_over_the_cut_are_passed_by_and_leave_room_for_a_needle_further_down():
    question = yes("q1a", 0.9, 0.9, 0.9, 0.9, (0.4, (0,)))
    found = sweep(run_of(question), [0.5])
    assert [(one.threshold, one.right.count, one.wrong.count) for one in found.rows] == [(None, 0, 1), (0.5, 1, 0)]


def test_a_hit_beyond_the_pool_is_not_looked_at():
    question = yes("q1a", *([0.9] * 50), (0.1, (0,)))
    assert row(run_of(question), 0.5).given_up.count == 1
    assert row(run_of(question), 0.5, pool=51).right.count == 1
    assert row(run_of(question, pool=51), 0.5).right.count == 1


def test_a_distance_equal_to_the_threshold_does_not_pass():
    found = row(run_of(yes("q1a", (0.5, (0,))), no("u1", 0.5)), 0.5)
    assert (found.given_up.count, found.bluffs.count) == (1, 0)


def test_where_all_spans_are_needed_one_kept_hit_is_not_enough():
    both = yes("q1a", (0.1, (0,)), (0.6, (1,)), spans=2, rule="all")
    either = yes("q2a", (0.1, (0,)), (0.6, (1,)), spans=2, rule="any")
    assert row(run_of(both), 0.5).wrong.count == 1
    assert row(run_of(both), 0.7).right.count == 1
    assert row(run_of(either), 0.5).right.count == 1


def test_what_was_given_up_is_told_by_what_would_have_become_of_it():
    run = run_of(
        yes("q1a", 0.9, destroyed=True),
        yes("q2a", 0.9),
        yes("q3a", (0.9, (0,))),
        yes("q4a", 0.9, 0.9, 0.9, 0.9, (0.9, (0,))),
    )
    found = row(run, 0.5)
    assert (found.given_up.count, found.destroyed, found.not_found, found.lost) == (4, 1, 2, 1)


def test_answerable_questions_without_a_known_needle_stand_apart():
    unknown = QueryResult("q1a", "q1", answerable=True, judged=False, rank=None, hits=hits(0.9))
    found = row(run_of(unknown, yes("q2a", (0.1, (0,)))), 0.5)
    assert (found.right.n, found.given_up.count) == (1, 0)
    assert (found.unjudged_given_up.count, found.unjudged_given_up.n) == (1, 1)


def test_bluffs_are_told_apart_by_how_far_the_question_lies():
    run = run_of(
        no("u1", 0.1), no("u2", 0.1, distance="far"), no("u3", 0.9, distance="far"), no("u4", 0.1, distance="")
    )
    shares = row(run, 0.5).bluffs_by_kind
    assert {kind: (one.count, one.n) for kind, one in shares.items()} == {
        "near": (1, 1),
        "far": (1, 2),
        "unlabelled": (1, 1),
    }
    assert kinds_of(run.results) == ["near", "far", "unlabelled"]


def test_bluffs_and_answers_given_up_stand_side_by_side_with_intervals():
    told = row(run_of(yes("q1a", (0.9, (0,))), no("u1", 0.1)), 0.5).to_json()
    assert list(told)[2:4] == ["bluffs", "given_up"]
    assert told["bluffs"] == {"count": 1, "n": 1, "value": 1.0, "low": pytest.approx(0.2065, abs=1e-4), "high": 1.0}
    assert set(told["given_up_by_needle"]) == {"value", "low", "high"}


def test_the_first_row_has_no_threshold_and_the_one_in_force_is_marked():
    found = sweep(run_of(yes("q1a", (0.3, (0,))), no("u1", 0.7)), [0.4, 0.6])
    assert [(one.threshold, one.current) for one in found.rows] == [
        (None, False),
        (0.6, False),
        (0.5, True),
        (0.4, False),
    ]
    assert found.current.threshold == 0.5
    assert found.rows[0].bluffs.count == 1


def test_without_thresholds_the_steps_lie_around_the_distances():
    run = run_of(*(yes(f"q{n}a", (0.2 + n / 100, (0,))) for n in range(60)), threshold=None)
    cuts = [one.threshold for one in sweep(run).rows[1:]]
    assert (cuts[-1], cuts[0]) == (0.2, 0.8)
    assert len(cuts) == 25


def test_a_question_without_hits_is_refused_whatever_the_threshold():
    assert sweep(run_of(no("u1")), [0.5]).rows[0].bluffs.count == 0


def test_a_set_with_only_one_sort_of_questions_says_what_is_missing():
    assert "nothing is known of bluffs" in sweep(run_of(yes("q1a", (0.1, (0,))))).notes[0]
    assert "nothing is known of answers given up" in sweep(run_of(no("u1", 0.1))).notes[0]
    assert json.loads(json.dumps(measure_refusal(run_of(no("u1"))).to_json(), allow_nan=False))


def test_a_run_that_is_shallower_than_the_pool_is_noted():
    assert (
        "measure with a depth of 50 or more" in sweep(run_of(no("u1", 0.1), yes("q1a", (0.1, (0,))), depth=20)).notes[0]
    )


def test_a_run_without_questions_and_a_threshold_that_is_none_are_refused():
    with pytest.raises(GoldenError, match="no questions"):
        sweep(run_of())
    with pytest.raises(UsageError, match="from 0 to 2"):
        sweep(run_of(no("u1", 0.1)), [2.5])


@pytest.mark.parametrize("cut", [0.0, 0.3, 0.31, 0.6, 2.0])
def test_the_sweep_keeps_what_the_gate_of_the_product_keeps(cut):
    distances = [0.6, 0.3, float("nan"), 0.31, 0.1, 0.59, 0.2, 0.05]
    listed = tuple(
        Hit(rank, "d", "d", "d.md", "", "q", distance, 0.0, Locator(0, 1)) for rank, distance in enumerate(distances, 1)
    )
    outcome = decide(SearchResult("q", listed), "q", threshold=cut)
    asked = [hit.distance for hit in outcome.hits] if isinstance(outcome, Evidence) else []
    assert [hit.distance for hit in Gate().kept(no("u1", *distances), cut)] == asked


def test_without_a_cut_the_first_four_are_evidence():
    assert [hit.distance for hit in Gate().kept(no("u1", 1.9, 0.1, 1.5, 0.2, 0.3), NO_CUT)] == [1.9, 0.1, 1.5, 0.2]
