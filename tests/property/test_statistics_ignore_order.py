"""Whatever the order of the questions, the numbers are the same to the bit."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.evaluate.compare import compare
from pincite.evaluate.statistics.auroc import auroc
from pincite.evaluate.statistics.bootstrap import bootstrap_mean
from pincite.evaluate.statistics.holm import holm
from pincite.evaluate.statistics.sign_test import sign_test
from pincite.evaluate.statistics.wilson import wilson
from pincite.evaluate.summary import summarise
from runs import result_of, run_of

UNITS = st.sampled_from([f"n{i}" for i in range(6)])
VALUES = st.lists(st.tuples(st.floats(-1, 1), UNITS), min_size=1, max_size=30)
RANKS = st.lists(st.tuples(UNITS, st.none() | st.integers(1, 40), st.none() | st.integers(1, 40)), max_size=20)
SHUFFLE = st.randoms(use_true_random=False)


def shuffled(items: list, chance: random.Random) -> list:
    return chance.sample(items, len(items))


@settings(max_examples=40)
@given(VALUES, SHUFFLE)
def test_a_bootstrap_is_the_same_to_the_bit_in_any_order(pairs, chance):
    there, back = (zip(*some, strict=True) for some in (pairs, shuffled(pairs, chance)))
    assert bootstrap_mean(*map(list, there), rounds=300) == bootstrap_mean(*map(list, back), rounds=300)


@settings(max_examples=40)
@given(st.lists(st.integers(0, 1), min_size=25, max_size=60), SHUFFLE)
def test_a_bootstrap_of_hits_and_misses_is_the_same_to_the_bit_in_any_order(hits, chance):
    units = [f"n{i}" for i in range(len(hits))]
    found = bootstrap_mean(hits, units, rounds=300)
    assert found == bootstrap_mean(shuffled(hits, chance), units, rounds=300)
    assert found == bootstrap_mean(hits, shuffled(units, chance), rounds=300)


@given(VALUES, VALUES, SHUFFLE)
def test_an_area_is_the_same_to_the_bit_in_any_order(positives, negatives, chance):
    others = [(value, f"other {unit}") for value, unit in negatives]
    found = []
    for pos, neg in ((positives, others), (shuffled(positives, chance), shuffled(others, chance))):
        found.append(auroc([v for v, _ in pos], [v for v, _ in neg], [u for _, u in pos], [u for _, u in neg]))
    assert found[0] == found[1]
    assert 0 <= found[0].low <= found[0].value <= found[0].high <= 1


@settings(max_examples=25, deadline=None)
@given(RANKS, SHUFFLE)
def test_rows_and_comparisons_are_the_same_to_the_bit_in_any_order(ranks, chance):
    ids = [f"{unit}-{i:02}" for i, (unit, _, _) in enumerate(ranks)]
    first, second = (
        [result_of(id_, row[side], unit=row[0], style=f"s{side}") for id_, row in zip(ids, ranks, strict=True)]
        for side in (1, 2)
    )
    one, other = run_of("one", first), run_of("other", second)
    mixed, others = (replace(run, results=tuple(shuffled(list(run.results), chance))) for run in (one, other))
    assert [repr(row) for row in summarise(one)] == [repr(row) for row in summarise(mixed)]
    assert [repr(row) for row in compare(one, other)] == [repr(row) for row in compare(mixed, others)]


@given(RANKS)
def test_votes_are_at_most_as_many_as_needles_and_turn_with_the_runs(ranks):
    ids = [f"{unit}-{i:02}" for i, (unit, _, _) in enumerate(ranks)]
    runs = [
        run_of(name, [result_of(id_, row[side], unit=row[0]) for id_, row in zip(ids, ranks, strict=True)])
        for name, side in (("one", 1), ("other", 2))
    ]
    for there, back in zip(compare(*runs, ks=(4,)), compare(*reversed(runs), ks=(4,)), strict=True):
        assert (there.unit_wins, there.unit_losses, there.p) == (back.unit_losses, back.unit_wins, back.p)
        assert there.unit_wins + there.unit_losses <= there.units == len({unit for unit, _, _ in ranks})


@given(st.integers(0, 200), st.integers(0, 200))
def test_wilson_encloses_the_share_and_mirrors(hits, misses):
    found, mirrored = wilson(hits, hits + misses), wilson(misses, hits + misses)
    if hits + misses:
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert math.isclose(found.low, 1 - mirrored.high, abs_tol=1e-9)


@given(st.lists(st.floats(0, 1)))
def test_holm_never_lowers_a_p_nor_changes_their_order(ps):
    adjusted = holm(ps)
    assert all(p <= q <= 1 for p, q in zip(ps, adjusted, strict=True))
    pairs = sorted(zip(ps, adjusted, strict=True))
    assert [q for _, q in pairs] == sorted(adjusted)


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_sign_test_is_twice_the_exact_tail(wins, losses):
    n = wins + losses
    tail = sum(math.comb(n, i) for i in range(min(wins, losses) + 1))
    assert math.isclose(sign_test(wins, losses), min(Fraction(1), Fraction(2 * tail, 2**n)), rel_tol=1e-9)
