from math import inf

import pytest

from pincite.evaluate.calibrate.asked import Asked
from pincite.evaluate.calibrate.curve import Seen, curve, point
from pincite.evaluate.calibrate.cut import apply_cut
from pincite.types.calibration import Rate


def seen(group, distance, chance=None):
    return Seen(f"{group}{distance}", group, "" if group == "answerable" else group, distance, chance)


FOUR = [seen("answerable", 0.3, 0.9), seen("answerable", 0.6, 0.4), seen("near", 0.5, 0.5), seen("far", 0.9, 0.1)]


def test_a_distance_at_the_cut_is_refused_and_a_chance_at_the_cut_is_not():
    at = point(FOUR, "distance", 0.5)
    assert (at.bluffs["near"].count, at.given_up.count) == (0, 1)
    at = point(FOUR, "calibrated", 0.5)
    assert (at.bluffs["near"].count, at.given_up.count) == (1, 1)


def test_near_and_far_are_counted_apart_and_together():
    at = point(FOUR, "distance", 0.95)
    assert {name: (rate.count, rate.n) for name, rate in at.bluffs.items()} == {
        "all": (2, 2),
        "near": (1, 1),
        "far": (1, 1),
    }
    assert (at.given_up.count, at.given_up.n) == (0, 2)


def test_a_point_counts_what_a_calibration_counts_at_the_same_cut():
    asked = [Asked(one.id, one.id, one.group == "answerable", True, one.kind, one.distance, None) for one in FOUR]
    made = apply_cut(asked, None, 0.55, max_bluff=0.05, confidence=0.95)
    found = point([Seen.of(one, None) for one in asked], "distance", 0.55)
    assert (found.bluffs["near"], found.bluffs["far"], found.given_up) == (
        made.bluffs["near"],
        made.bluffs["far"],
        made.given_up,
    )


def test_a_question_without_hits_or_without_a_chance_is_refused_at_every_cut():
    lost = [seen("answerable", inf)]
    assert point(lost, "distance", 2.0).given_up.count == 1
    assert point(lost, "calibrated", 0.0).given_up.count == 1
    assert curve(lost, "distance") == curve(lost, "calibrated") == []


def test_the_curve_goes_from_nothing_answered_to_everything_answered():
    points = curve(FOUR, "distance")
    assert (points[0].cut, points[-1].cut) == (0.3, 0.91)
    assert (points[0].given_up.count, points[0].bluffs["all"].count) == (2, 0)
    assert (points[-1].given_up.count, points[-1].bluffs["all"].count) == (0, 2)
    chances = curve(FOUR, "calibrated")
    assert ([chances[0].cut, chances[-1].cut], len(chances)) == ([0.0, 1.0], 101)


def test_nothing_asked_has_no_bounds():
    assert point([], "distance", 0.5).given_up == Rate(0, 0, None, None)


@pytest.mark.parametrize("one", [*FOUR, seen("far", inf)])
def test_what_was_seen_comes_back_from_json(one):
    assert Seen.from_json(one.to_json()) == one
