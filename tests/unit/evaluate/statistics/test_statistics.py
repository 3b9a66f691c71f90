from math import comb, isnan

import numpy as np
import pytest

from pincite.evaluate.statistics.auroc import auroc
from pincite.evaluate.statistics.bootstrap import bootstrap_difference, bootstrap_mean
from pincite.evaluate.statistics.clopper_pearson import clopper_pearson
from pincite.evaluate.statistics.holm import holm
from pincite.evaluate.statistics.questions_needed import questions_needed
from pincite.evaluate.statistics.sign_test import sign_test
from pincite.evaluate.statistics.wilson import wilson


def test_half_of_64_questions_is_known_to_about_twelve_points():
    found = wilson(32, 64)
    assert (found.low, found.high) == pytest.approx((0.381, 0.619), abs=0.001)


def test_wilson_gives_the_seeds_intervals_at_twenty():
    a, e = wilson(38, 64), wilson(53, 64)
    assert (a.low, a.high, e.low, e.high) == pytest.approx((0.471, 0.705, 0.718, 0.901), abs=0.0006)


def test_no_hit_and_only_hits_keep_a_width_within_nought_and_one():
    none, all_ = wilson(0, 10), wilson(10, 10)
    assert (none.low, all_.high) == (0.0, 1.0)
    assert none.high == pytest.approx(1 - all_.low)
    assert none.high > 0.25


def test_proportions_of_nothing_are_no_numbers():
    for found in (wilson(0, 0), clopper_pearson(0, 0), bootstrap_mean([], []), auroc([], [1.0]), auroc([1.0], [])):
        assert isnan(found.value)
        assert isnan(found.low)
        assert isnan(found.high)


def test_more_hits_than_questions_is_refused():
    with pytest.raises(ValueError, match="k"):
        wilson(3, 2)


@pytest.mark.parametrize(("bluffs", "n"), [(0, 59), (1, 93), (2, 124), (5, 208)])
def test_the_upper_clopper_pearson_bound_promises_five_per_cent(bluffs, n):
    """So many questions certify a bluff rate of at most 5% with 95% confidence: not one fewer."""
    assert clopper_pearson(bluffs, n, level=0.9).high <= 0.05
    assert clopper_pearson(bluffs, n - 1, level=0.9).high > 0.05


@pytest.mark.parametrize(
    ("wins", "losses", "p"),
    [(18, 3, 0.0015), (12, 2, 0.0129), (10, 3, 0.09), (10, 6, 0.45), (8, 6, 0.79), (9, 7, 0.80), (0, 0, 1), (4, 4, 1)],
)
def test_the_sign_test_gives_the_p_of_the_seed(wins, losses, p):
    assert sign_test(wins, losses) == pytest.approx(p, abs=0.005 if p > 0.05 else 0.00005)
    assert sign_test(losses, wins) == sign_test(wins, losses)


def test_holm_gives_the_worked_example_in_the_order_given():
    assert holm([0.04, 0.01, 0.03, 0.005]) == pytest.approx([0.06, 0.03, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def power(n, apart, wins):
    """The exact chance that `n` questions end with p <= .05, when a share `apart` is discordant and `wins` of it won."""
    total = 0.0
    for m in range(n + 1):
        below = np.cumsum([comb(m, i) for i in range(m + 1)], dtype=float) / 2.0**m
        won = [i for i in range(m + 1) if 2 * below[min(i, m - i)] <= 0.05]
        seen = sum(comb(m, i) * wins**i * (1 - wins) ** (m - i) for i in won)
        total += comb(n, m) * apart**m * (1 - apart) ** (n - m) * seen
    return total


@pytest.mark.parametrize(("wins", "losses", "n"), [(18, 3, 64), (12, 2, 64), (10, 3, 64), (5, 0, 60)])
def test_the_questions_needed_give_the_exact_test_nearly_its_power(wins, losses, n):
    needed = questions_needed(wins, losses, n)
    assert 0.75 < power(needed, (wins + losses) / n, wins / (wins + losses)) < 0.81


def test_no_difference_takes_no_number_of_questions():
    assert questions_needed(3, 3, 64) is None
    assert questions_needed(0, 0, 64) is None
    assert questions_needed(0, 0, 0) is None


def test_a_smaller_difference_takes_more_questions_whoever_wins():
    assert questions_needed(10, 6, 64) == questions_needed(6, 10, 64) == 500
    assert questions_needed(8, 6, 64) > 1500


def test_the_phrasings_of_a_needle_are_drawn_together():
    """Forty needles whose two phrasings always agree tell as much as forty questions, not as eighty."""
    once = [float(i % 2) for i in range(40)]
    twice = [value for value in once for _ in range(2)]
    alone = bootstrap_mean(once, [str(i) for i in range(40)])
    paired = bootstrap_mean(twice, [str(i // 2) for i in range(80)])
    as_if_independent = bootstrap_mean(twice, [str(i) for i in range(80)])
    assert paired == alone
    assert paired.high - paired.low > 1.3 * (as_if_independent.high - as_if_independent.low)


def test_the_bootstrap_of_many_different_values_is_that_of_drawing_rows():
    chance = np.random.default_rng(3)
    values = chance.normal(size=300)
    found = bootstrap_mean(values.tolist(), [f"q{i}" for i in range(300)])
    half = 1.96 * values.std() / 300**0.5
    assert (found.low, found.high) == pytest.approx((values.mean() - half, values.mean() + half), abs=0.01)


def test_another_seed_draws_other_needles():
    values, units = [0.1 * i for i in range(20)], [str(i) for i in range(20)]
    assert bootstrap_mean(values, units) == bootstrap_mean(values, units, seed=0)
    assert bootstrap_mean(values, units) != bootstrap_mean(values, units, seed=1)


def test_a_paired_difference_is_narrower_than_its_two_sides():
    first = [1.0] * 30 + [0.0] * 30
    second = [1.0] * 26 + [0.0] * 34
    units = [str(i) for i in range(60)]
    found, alone = bootstrap_difference(first, second, units), bootstrap_mean(first, units)
    assert found.value == pytest.approx(4 / 60)
    assert 0 < found.low < found.value < found.high
    assert found.high - found.low < alone.high - alone.low


def test_values_without_a_partner_are_refused():
    with pytest.raises(ValueError, match="shorter"):
        bootstrap_difference([1.0, 0.0], [1.0], ["a", "b"])
    with pytest.raises(ValueError, match="shorter"):
        bootstrap_mean([1.0, 0.0], ["a"])


def test_the_area_counts_ties_half():
    assert auroc([1.0, 1.0], [1.0, 1.0]).value == 0.5
    assert auroc([2.0, 1.0], [1.0, 0.0]).value == 0.875


def test_scores_that_are_all_equal_have_an_area_of_a_half_and_promise_nothing():
    found = auroc([1.0, 1.0], [1.0, 1.0])
    assert found.value == 0.5
    assert found.high - found.low > 0.95


def test_a_side_of_a_single_needle_promises_next_to_nothing():
    for found in (
        auroc([5.0], [1.0, 2.0, 3.0, 6.0, 7.0]),
        auroc([2.0, 4.0], [3.0]),
        auroc([2.0] * 9, [1.0], ["a"] * 9),
    ):
        assert found.high - found.low > 0.9


def test_needles_that_are_all_alike_leave_room_for_others():
    for needles in (1, 4, 80):
        found = bootstrap_mean([1.0] * needles, [str(at) for at in range(needles)])
        low = clopper_pearson(needles, needles).low
        assert (found.value, found.low, found.high) == (1.0, pytest.approx(low), 1.0)
    none = bootstrap_mean([0.0] * 4, ["a", "a", "b", "b"])
    assert (none.low, none.high) == (0.0, pytest.approx(clopper_pearson(0, 2).high))
    equal = bootstrap_difference([1.0, 0.0], [1.0, 0.0], ["a", "b"])
    assert (equal.value, equal.high) == (0.0, pytest.approx(clopper_pearson(0, 2).high))
    assert equal.low == -equal.high


def test_two_sides_that_separate_wholly_promise_no_more_than_their_pairs_can():
    found = auroc([3.0, 2.0, 4.0], [1.0, 0.0])
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(clopper_pearson(2, 2).low)
    turned = auroc([1.0, 0.0], [3.0, 2.0, 4.0])
    assert (turned.value, turned.low, turned.high) == pytest.approx((0.0, 0.0, 1 - found.low))
    assert auroc([3.0, 2.0, 4.0], [1.0, 0.0], ["q1", "q1", "q1"], ["u1", "u2"]).low == pytest.approx(
        clopper_pearson(1, 1).low
    )


def test_turned_signs_turn_the_area():
    positives, negatives = [0.9, 0.8, 0.3, 0.6], [0.1, 0.7, 0.4]
    up, down = auroc(positives, negatives), auroc(negatives, positives)
    assert (up.value, up.low, up.high) == pytest.approx((1 - down.value, 1 - down.high, 1 - down.low))


def test_repeated_phrasings_do_not_narrow_the_interval_of_the_area():
    chance = np.random.default_rng(5)
    positives, negatives = chance.normal(1, 1, 50).tolist(), chance.normal(0, 1, 50).tolist()
    alone = auroc(positives, negatives)
    units = [f"p{i % 50}" for i in range(100)]
    twice = auroc(positives * 2, negatives * 2, units, units)
    assert (twice.value, twice.low, twice.high) == pytest.approx((alone.value, alone.low, alone.high))
    assert auroc(positives * 2, negatives * 2).low > alone.low


def test_the_interval_of_the_area_covers_it_about_95_times_in_100():
    chance = np.random.default_rng(7)
    truth = 0.7602  # of two normal distributions one standard deviation apart: Phi(1 / sqrt 2)
    found = [auroc(chance.normal(1, 1, 60), chance.normal(0, 1, 40)) for _ in range(400)]
    assert 0.92 <= np.mean([one.low <= truth <= one.high for one in found]) <= 0.98
