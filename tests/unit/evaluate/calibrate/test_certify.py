"""The certified bluff rate: it holds as often as it says, and the same simulation finds out whoever cheats."""

from math import inf

import numpy as np
import pytest
from scipy.stats import norm

from pincite.evaluate.calibrate.certify import (
    allowed_bluffs,
    certified_bar,
    certify,
    least_above,
    needles_needed,
    observed_bar,
)
from pincite.evaluate.statistics.clopper_pearson import clopper_pearson

DRAWS = 10_000
MAX_BLUFF, CONFIDENCE = 0.05, 0.95
SLACK = 3 * np.sqrt(CONFIDENCE * (1 - CONFIDENCE) / DRAWS)
"""Three deviations of the share that 10,000 draws give: a code that is right fails once in a thousand runs, and seeds are fixed."""


def broken_promises(choose, *, gates, fitting, testing, seed=0) -> float:
    """How often, of 10,000 draws, the certified bar lets more than `MAX_BLUFF` of all unanswerable questions through.

    Each gate's scores of unanswerable questions are standard normal, so the true bluff rate above a bar is known exactly.
    `choose(fit, test)` is given scores `(n, gates)` of both halves and returns a bar.
    """
    chance, broken = np.random.default_rng(seed), 0
    for _ in range(DRAWS):
        bar = choose(chance.normal(size=(fitting, gates)), chance.normal(size=(testing, gates)))
        broken += norm.sf(bar) > MAX_BLUFF
    return broken / DRAWS


def strictest_gate(scores) -> int:
    """The gate that looks best on these questions: the one whose highest bluff is lowest."""
    return int(np.argmin(scores.max(axis=0)))


def honest(fit, test):
    """The gate is chosen on one half, the bar on the other."""
    return certified_bar(test[:, strictest_gate(fit)], MAX_BLUFF, CONFIDENCE)


def gate_chosen_on_the_test_half(_fit, test):
    return certified_bar(test[:, strictest_gate(test)], MAX_BLUFF, CONFIDENCE)


def threshold_chosen_on_the_test_half(_fit, test):
    """The laxest bar at which the share of bluffs seen is small enough, passed off as a promise."""
    return observed_bar(test[:, 0], int(MAX_BLUFF * len(test)))


@pytest.mark.parametrize("testing", [59, 93, 150])
def test_the_bound_holds_at_its_confidence_in_10_000_draws(testing):
    assert broken_promises(honest, gates=1, fitting=1, testing=testing) <= 1 - CONFIDENCE + SLACK


def test_it_holds_too_when_the_gate_was_chosen_among_twenty_on_the_other_half():
    assert broken_promises(honest, gates=20, fitting=60, testing=59) <= 1 - CONFIDENCE + SLACK


def test_the_bound_is_no_stricter_than_it_must_be():
    assert broken_promises(honest, gates=1, fitting=1, testing=59) >= 0.95**59 - SLACK


@pytest.mark.parametrize("cheat", [threshold_chosen_on_the_test_half, gate_chosen_on_the_test_half])
def test_the_simulation_finds_out_a_choice_that_was_made_on_the_test_half(cheat):
    assert broken_promises(cheat, gates=20, fitting=60, testing=59) > 4 * (1 - CONFIDENCE)


@pytest.mark.parametrize(("max_bluff", "expected"), [(0.05, 59), (0.01, 299), (0.10, 29)])
def test_so_many_questions_without_a_bluff_certify_and_one_fewer_do_not(max_bluff, expected):
    assert needles_needed(max_bluff, 0.95) == expected
    assert allowed_bluffs(expected, max_bluff, 0.95) == 0
    assert allowed_bluffs(expected - 1, max_bluff, 0.95) is None


@pytest.mark.parametrize("n", [59, 93, 124, 205, 1000])
def test_what_is_allowed_is_what_clopper_and_pearson_bound(n):
    allowed = allowed_bluffs(n, 0.05, 0.95)
    assert clopper_pearson(allowed, n, level=0.9).high <= 0.05
    assert clopper_pearson(allowed + 1, n, level=0.9).high > 0.05


def test_the_bar_is_that_of_a_walk_from_the_strictest_cut_to_the_first_that_fails():
    scores = np.random.default_rng(3).integers(0, 40, 200).astype(float)  # with many ties
    bar = inf
    for candidate in sorted(set(scores), reverse=True):
        if clopper_pearson(int((scores > candidate).sum()), 200, level=0.9).high > 0.05:
            break
        bar = candidate
    assert certified_bar(scores, 0.05, 0.95) == bar


def test_a_certificate_says_how_many_it_would_take():
    few = certify("near", np.zeros(12, bool), 0.05, 0.95)
    assert (few.certified, few.bound, few.needed, few.needles) == (False, None, 59, 12)
    enough = certify("far", np.zeros(59, bool), 0.05, 0.95)
    assert enough.certified
    assert enough.bound == pytest.approx(0.0495, abs=1e-4)


def test_more_bluffs_than_allowed_are_never_certified():
    assert not certify("near", np.arange(59) < 1, 0.05, 0.95).certified


def test_the_cut_is_just_above_the_bar():
    assert least_above(0.4) > 0.4
    assert least_above(0.4) - 0.4 < 1e-15
    assert (least_above(-inf), least_above(1.0)) == (0.0, 1.0)
