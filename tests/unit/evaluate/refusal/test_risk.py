import itertools
import random

import numpy as np
import pytest

from pincite.evaluate.refusal.outcome import Gate
from pincite.evaluate.refusal.risk import areas, unanswerable, without_needle
from pincite.evaluate.refusal.separation import at_most, separation
from pincite.types.run import Found, QueryResult


def asked(id_, *distances, holds_at=None, answerable=True, kind="", **more):
    """A question whose hits lie at these distances; the hit of rank `holds_at` holds the needle."""
    hits = tuple(Found("d", n, n + 1, 1.0, d, (0,) if n == holds_at else ()) for n, d in enumerate(distances, 1))
    return QueryResult(id_, id_, answerable, answerable, holds_at, distance=kind, hits=hits, **more)


def stranger(id_, *distances, kind="near"):
    return asked(id_, *distances, answerable=False, kind=kind)


FOUR = [asked("a", 0.1, holds_at=1), stranger("b", 0.2), asked("c", 0.3), stranger("d", 0.4)]


def test_the_curve_of_four_questions_by_hand():
    curve = unanswerable(Gate(), FOUR)
    assert curve.distances == (0.1, 0.2, 0.3, 0.4)
    assert curve.coverage == (0.25, 0.5, 0.75, 1.0)
    assert curve.risk == pytest.approx((0, 1 / 2, 1 / 3, 1 / 2))
    assert curve.aurc.value == pytest.approx((0 + 1 / 2 + 1 / 3 + 1 / 2) / 4)
    assert curve.augrc.value == pytest.approx((0 + 0.5 + 1 + 1.5) / 16)


def test_evidence_without_the_needle_is_a_failure_too():
    curve = without_needle(Gate(), FOUR)
    assert (curve.n, curve.failures) == (4, 3)
    assert curve.risk == pytest.approx((0, 1 / 2, 2 / 3, 3 / 4))


def test_questions_whose_needle_is_not_known_can_not_fail_by_it():
    unknown = QueryResult("e", "e", answerable=True, judged=False, rank=None)
    assert without_needle(Gate(), [*FOUR, unknown]).n == 4
    assert unanswerable(Gate(), [*FOUR, unknown]).n == 5


def test_augrc_is_what_its_authors_formula_makes_of_auroc_and_accuracy():
    chance = random.Random(3)
    for n in (2, 7, 60):
        distances = [round(chance.random(), 1) for _ in range(n)]
        failed = [float(chance.random() < 0.4) for _ in range(n)]
        good = [d for d, f in zip(distances, failed, strict=True) if not f]
        bad = [d for d, f in zip(distances, failed, strict=True) if f]
        share = len(good) / n
        pairs = list(itertools.product(good, bad))
        auroc = sum((g < b) + (g == b) / 2 for g, b in pairs) / len(pairs) if pairs else 0.5
        expected = (1 - auroc) * share * (1 - share) + (1 - share) ** 2 / 2
        assert areas(np.array(distances), np.array(failed))[1] == pytest.approx(expected)


def test_aurc_of_equal_distances_is_the_mean_over_their_orders():
    distances, failed = [0.1, 0.2, 0.2, 0.2], [0.0, 1.0, 0.0, 0.0]
    orders = [[0.0, *order] for order in itertools.permutations(failed[1:])]
    by_hand = np.mean([np.mean(np.cumsum(order) / np.arange(1, 5)) for order in orders])
    assert areas(np.array(distances), np.array(failed))[0] == pytest.approx(by_hand)


def test_a_question_that_counts_twice_is_the_same_as_two():
    once = areas(np.array([0.1, 0.2, 0.2]), np.array([1.0, 0.0, 1.0]), np.array([2.0, 0.0, 1.0]))
    twice = areas(np.array([0.1, 0.1, 0.2]), np.array([1.0, 1.0, 1.0]))
    assert once == pytest.approx(twice)


def test_the_areas_lie_in_their_intervals_whatever_the_order_of_the_questions():
    some = [asked(f"q{n}", 0.1 + n / 50, holds_at=1) for n in range(20)]
    some += [stranger(f"u{n}", 0.2 + n / 40) for n in range(20)]
    forth, back = unanswerable(Gate(), some), unanswerable(Gate(), some[::-1])
    assert forth == back
    assert forth.augrc.low < forth.augrc.value < forth.augrc.high
    assert forth.aurc.low < forth.aurc.value < forth.aurc.high


def test_without_questions_there_is_nothing_to_measure():
    curve = without_needle(Gate(), [])
    assert curve.to_json()["aurc"] == {"value": None, "low": None, "high": None}


def test_the_worst_answerable_question_is_measured_to_its_answer_and_the_best_unanswerable_to_anything():
    found = separation(
        Gate(), [asked("a", 0.1, 0.72, holds_at=2), asked("b", 0.2, holds_at=1), stranger("u", 0.9, 0.49)]
    )
    assert (found.worst_answerable.id, found.worst_answerable.distance) == ("a", 0.72)
    assert (found.best_unanswerable.id, found.best_unanswerable.distance) == ("u", 0.49)


def test_an_answer_in_two_places_is_as_far_as_the_farther_one_where_both_are_needed():
    hits = (Found("d", 0, 1, 1.0, 0.2, (0,)), Found("d", 1, 2, 1.0, 0.6, (0, 1)), Found("d", 2, 3, 1.0, 0.3, (1,)))
    both = QueryResult("a", "a", answerable=True, judged=True, rank=2, spans=2, rule="all", hits=hits)
    either = QueryResult("a", "a", answerable=True, judged=True, rank=1, spans=2, hits=hits)
    assert (Gate().to_answer(both), Gate().to_answer(either)) == (0.6, 0.2)


def test_auroc_is_told_for_each_kind_and_is_the_share_of_pairs_in_order():
    some = [asked("a", 0.2), asked("b", 0.5), stranger("u", 0.3), stranger("v", 0.9, kind="far")]
    found = separation(Gate(), some).auroc
    assert {kind: one.value for kind, one in found.items()} == {"all": 0.75, "near": 0.5, "far": 1.0}


def test_quantiles_are_distances_that_occur_and_a_question_without_hits_is_none_of_them():
    found = separation(Gate(), [asked("a", 0.2), asked("b", 0.5), asked("c")]).quantiles
    assert found["answerable"][0] == 0.2
    assert found["answerable"][3] == 0.5
    assert found["answerable"][-1] is None
    assert found["unanswerable"] == ()


def test_the_threshold_for_a_share_of_bluffs_allows_no_more_and_says_what_it_costs():
    some = [stranger(f"u{n}", n / 100) for n in range(20, 40)] + [asked(f"q{n}", n / 100) for n in range(15, 25)]
    five = at_most(Gate(), some, 0.05)
    assert (five.threshold, five.bluffs.count, five.given_up.count) == (0.21, 1, 4)
    one = at_most(Gate(), some, 0.01)
    assert (one.threshold, one.bluffs.count, one.given_up.count) == (0.20, 0, 5)


def test_equal_distances_never_let_more_bluffs_through_than_allowed():
    some = [stranger(f"u{n}", 0.3) for n in range(20)]
    assert at_most(Gate(), some, 0.1).bluffs.count == 0


def test_where_all_may_be_bluffs_any_threshold_does():
    found = at_most(Gate(), [stranger("u", 0.3)], 1.0)
    assert (found.threshold, found.bluffs.count) == (None, 1)
