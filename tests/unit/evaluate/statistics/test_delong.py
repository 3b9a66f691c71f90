"""The paired test of two areas: on the same questions, by needle."""

import math

import numpy as np
import pytest

from pincite.evaluate.statistics.auroc import auroc
from pincite.evaluate.statistics.delong import delong

CHANCE = np.random.default_rng(11)
GOOD = (CHANCE.normal(1.0, 1, 80), CHANCE.normal(0, 1, 60))
POOR = (GOOD[0] - 0.6 + CHANCE.normal(0, 1, 80), GOOD[1] + CHANCE.normal(0, 1, 60))


def test_the_difference_is_that_of_the_two_areas():
    found = delong(GOOD, POOR).difference
    assert found.value == pytest.approx(auroc(*GOOD).value - auroc(*POOR).value)
    assert found.low < found.value < found.high


def test_the_sides_in_another_order_turn_the_sign_alone():
    one, other = delong(GOOD, POOR), delong(POOR, GOOD)
    assert one.difference.value == pytest.approx(-other.difference.value)
    assert one.p == pytest.approx(other.p)


def test_a_number_against_itself_is_no_difference():
    found = delong(GOOD, GOOD)
    assert (found.difference.value, found.p) == (0.0, 1.0)


def test_the_error_is_that_of_questions_drawn_again():
    found = delong(GOOD, POOR).difference
    drawn = []
    for _ in range(1500):
        yes, no = CHANCE.integers(0, 80, 80), CHANCE.integers(0, 60, 60)
        sides = [(side[0][yes], side[1][no]) for side in (GOOD, POOR)]
        drawn.append(auroc(*sides[0]).value - auroc(*sides[1]).value)
    assert (found.high - found.low) / 3.92 == pytest.approx(np.std(drawn), rel=0.15)


def test_phrasings_of_one_needle_are_no_further_evidence():
    units = [str(number) for number in range(80)]
    twice = [(np.tile(side[0], 2), side[1]) for side in (GOOD, POOR)]
    assert delong(*twice, units * 2).p == pytest.approx(delong(GOOD, POOR, units).p)
    assert delong(*twice).p < delong(GOOD, POOR).p


def test_an_empty_side_gives_no_number():
    assert math.isnan(delong(([], [1.0]), ([], [2.0])).p)
