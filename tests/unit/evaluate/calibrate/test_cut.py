"""The cut that a calibration chooses: near and far apart, phrasings together, and a promise that the whole code keeps."""

from math import inf

import numpy as np
import pytest
from scipy.stats import norm

from pincite.evaluate.calibrate import cut as cut_module
from pincite.evaluate.calibrate.asked import Asked
from pincite.evaluate.calibrate.certify import observed_bar
from pincite.evaluate.calibrate.cut import apply_cut, choices, choose_cut, needle_scores
from pincite.evaluate.calibrate.split import halve, needles

PROMISE = {"max_bluff": 0.05, "confidence": 0.95, "laxest": None}


def one(id_, distance, kind="", unit=None):
    return Asked(id_, unit or id_, answerable=not kind, in_evidence=not kind, kind=kind, distance=distance, seen=None)


def many(kind, distances):
    return [one(f"{kind or 'yes'}{place}", distance, kind) for place, distance in enumerate(distances)]


def test_the_cut_is_the_nearest_of_59_unanswerable_questions_and_a_distance_equal_to_it_is_refused():
    asked = [*many("near", np.linspace(0.4, 0.9, 59)), *many("", [0.3, 0.4, 0.5])]
    found = choose_cut(asked, None, **PROMISE)
    assert found.value == 0.4
    assert (found.given_up.count, found.given_up.n) == (2, 3)
    assert (found.bluffs["near"].count, found.bluffs["near"].n) == (0, 59)
    assert [one.certified for one in found.certificates] == [True]


def test_near_and_far_questions_are_held_to_the_promise_apart():
    asked = [*many("near", np.linspace(0.4, 0.9, 59)), *many("far", np.linspace(0.8, 1.0, 100)), *many("", [0.3])]
    found = choose_cut(asked, None, **PROMISE)
    assert found.value == 0.4
    assert {one.group: (one.needles, one.certified) for one in found.certificates} == {
        "near": (59, True),
        "far": (100, True),
    }


def test_too_few_near_questions_are_not_certified_and_the_rate_is_kept_on_those_asked():
    asked = [*many("near", [0.5, 0.6, 0.7]), *many("far", np.linspace(0.8, 1.0, 100)), *many("", [0.3])]
    found = choose_cut(asked, None, **PROMISE)
    near, far = found.certificates
    assert (near.certified, near.needed, near.needles) == (False, 59, 3)
    assert far.certified
    assert found.value == 0.5


def test_far_questions_alone_make_no_cut_laxer_than_the_one_that_ships():
    asked = [*many("far", np.linspace(0.8, 1.0, 100)), *many("", [0.3])]
    assert choose_cut(asked, None, **PROMISE | {"laxest": 0.6}).value == 0.6
    assert choose_cut(asked, None, **PROMISE).value == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize("kind", ["near", "removed"])
def test_a_handful_of_hard_questions_makes_no_cut_laxer_than_the_one_that_ships_either(kind):
    few = [*many(kind, np.full(19, 0.9)), *many("far", np.linspace(0.8, 1.0, 100)), *many("", [0.3])]
    assert choose_cut(few, None, **PROMISE | {"laxest": 0.6}).value == 0.6
    enough = [*few, one("another", 0.9, kind)]
    assert choose_cut(enough, None, **PROMISE | {"laxest": 0.6}).value == pytest.approx(0.8, abs=0.01)
    certified = choose_cut(few, None, **PROMISE | {"laxest": 0.6, "max_bluff": 0.2})
    assert certified.value > 0.6
    assert all(one.certified for one in certified.certificates)


def test_a_needle_is_a_bluff_when_one_of_its_phrasings_is_and_counts_once():
    asked = [one("u1a", 0.9, "near", "u1"), one("u1b", 0.4, "near", "u1"), one("u2", 0.7, "near")]
    assert needle_scores(asked, "near", None).tolist() == [-0.4, -0.7]
    (promise,) = apply_cut(asked, None, 0.5, max_bluff=0.05, confidence=0.95).certificates
    assert (promise.needles, promise.bluffs) == (2, 1)


def test_kinds_are_shown_apart_beside_their_group():
    asked = [*many("near", [0.3, 0.9]), *many("near-miss", [0.3]), *many("far", [0.95]), *many("", [0.2])]
    found = apply_cut(asked, None, 0.5, max_bluff=0.05, confidence=0.95)
    assert {name: (rate.count, rate.n) for name, rate in found.bluffs.items()} == {
        "near": (2, 3),
        "far": (0, 1),
        "near alone": (1, 2),
        "near-miss": (1, 1),
    }


def test_a_question_without_hits_is_refused_whatever_the_cut():
    assert apply_cut([one("q", inf)], None, 2.0, max_bluff=0.05, confidence=0.95).given_up.count == 1


def test_a_higher_bluff_rate_never_gives_up_more():
    chance = np.random.default_rng(4)
    asked = [*many("near", chance.uniform(0.3, 0.9, 80)), *many("", chance.uniform(0.1, 0.8, 60))]
    shares = [one.given_up.count for one in choices(asked, None, (0.01, 0.05, 0.1, 0.3), confidence=0.95, laxest=None)]
    assert shares == sorted(shares, reverse=True)


def test_a_rate_that_can_be_certified_is_marked_for_its_promise_asks_more_than_a_share_that_was_seen():
    asked = [*many("near", np.linspace(0.5, 0.9, 20)), *many("", [0.51, 0.6])]
    seen, promised = choices(asked, None, (0.1, 0.2), confidence=0.95, laxest=None)
    assert (seen.certified, promised.certified) == (False, True)
    assert promised.cut < seen.cut


def test_halves_share_no_needle_and_have_half_of_each_group():
    asked = [
        one(f"{group}{n}{letter}", 0.5, group, f"{group}{n}")
        for group in ("", "near", "far")
        for n in range(21)
        for letter in "ab"
    ]
    fit, test = halve(asked, seed=1)
    assert {q.unit for q in fit} & {q.unit for q in test} == set()
    assert len(fit) + len(test) == len(asked)
    assert [(len(needles(fit, g)), len(needles(test, g))) for g in ("answerable", "near", "far")] == [(10, 11)] * 3
    assert halve(asked[::-1], seed=1)[0] == [q for q in asked[::-1] if q in fit]
    assert {q.unit for q in halve(asked, seed=2)[0]} != {q.unit for q in fit}


def kept_promises(seed=0, draws=1000) -> float:
    """How often the chosen cut keeps its promise to near questions, whose distances are normal; each has two phrasings.

    A needle is a bluff when the nearer of its two independent phrasings is under the cut.
    """
    chance, kept = np.random.default_rng(seed), 0
    for _ in range(draws):
        asked = [
            one(f"u{needle}{letter}", 1 + 0.1 * distance, "near", f"u{needle}")
            for needle, pair in enumerate(chance.normal(size=(59, 2)))
            for letter, distance in zip("ab", pair, strict=True)
        ]
        cut = choose_cut(asked, None, **PROMISE)
        true_rate = 1 - norm.sf((cut.value - 1) / 0.1) ** 2
        kept += not cut.certificates[0].certified or true_rate <= 0.05
    return kept / draws


def test_the_whole_choice_keeps_its_promise_as_often_as_it_says():
    assert kept_promises() >= 0.95 - 3 * np.sqrt(0.95 * 0.05 / 1000)


def test_the_same_draws_find_out_a_code_that_takes_the_share_it_saw_for_the_bound(monkeypatch):
    monkeypatch.setattr(
        cut_module, "certified_bar", lambda scores, share, _: observed_bar(scores, int(share * len(scores)))
    )
    monkeypatch.setattr("pincite.evaluate.calibrate.certify.allowed_bluffs", lambda n, share, _: int(share * n))
    assert kept_promises() < 0.8
