"""The probability that the evidence answers: monotone in every signal, refused where model and version differ."""

import math
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import UsageError
from pincite.gate.probability import SIGNALS, Model, logistic, model_for, shipped_models
from pincite.gate.signals.example import SEEN
from pincite.gate.signals.matched import matched
from pincite.gate.signals.nearness import nearness
from pincite.gate.signals.shared import shared
from pincite.gate.signals.standing_out import standing_out
from pincite.gate.signals.tokens import tokens
from pincite.gate.signals.words import words

RISING = {"bm25": 1.0, "late": 1 / 40, "cosine": 1 / 40, "late_sum": 1.0, "shared_words": 1.0}
"""The numbers of a search that speak for an answer, and the scale of each."""


def model(**weights):
    return Model("test", "f", 0.0, {**dict.fromkeys(SIGNALS, 1.0), **weights}, dict.fromkeys(SIGNALS, 0.5), {})


def test_there_is_a_shipped_model_and_it_reads_every_signal():
    (shipped,) = shipped_models()
    assert set(shipped.weights) == set(SIGNALS)
    assert all(weight >= 0 for weight in shipped.weights.values())
    assert model_for(shipped.fingerprint) is shipped
    assert model_for("another embedder") is None


def test_the_parts_and_the_intercept_are_the_log_odds():
    shipped = shipped_models()[0]
    found = shipped.judge(SEEN)
    odds = shipped.intercept + sum(part.adds for part in found.parts.values())
    assert found.probability == pytest.approx(1 / (1 + math.exp(-odds)))


@given(
    field=st.sampled_from(sorted(RISING)),
    start=st.floats(0, 40, allow_nan=False),
    more=st.floats(0, 40, allow_nan=False),
)
def test_the_probability_never_falls_when_a_number_rises(field, start, more):
    lower = replace(SEEN, **{field: start * RISING[field]})
    higher = replace(SEEN, **{field: (start + more) * RISING[field]})
    for one in (shipped_models()[0], model()):
        assert one.judge(higher).probability >= one.judge(lower).probability


@pytest.mark.parametrize("odds", [-1e4, -710, -701, -1, 0, 1, 710, 1e4])
def test_log_odds_of_any_size_are_a_probability(odds):
    assert 0 <= logistic(odds) <= 1


def test_a_weight_below_zero_is_refused_by_name():
    with pytest.raises(UsageError, match="below 0 for words"):
        model(words=-0.1)


@pytest.mark.parametrize("wrong", [math.nan, math.inf, "1", None, True])
def test_a_weight_that_is_no_number_is_refused(wrong):
    with pytest.raises(UsageError, match=r"found `weights`.*calibrate anew"):
        model(tokens=wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"intercept": math.inf},
        {"intercept": "5"},
        {"common": dict.fromkeys(SIGNALS, -math.inf)},
        {"weights": [1.0]},
        {"version": 2},
    ],
)
def test_a_model_that_was_changed_by_hand_is_refused_and_never_answers_everything(wrong):
    with pytest.raises(UsageError, match="calibrate anew"):
        Model.from_json(asdict(model()) | wrong)


def test_a_signal_that_this_version_does_not_have_is_refused_by_name():
    with pytest.raises(UsageError, match="in the signals luck"):
        model(luck=1.0)


def test_a_model_without_one_of_the_signals_is_refused():
    weights = {name: 1.0 for name in SIGNALS if name != "nearness"}
    with pytest.raises(UsageError, match="in the signals nearness"):
        Model("test", "f", 0.0, weights, weights, {})


def test_one_rare_word_is_all_that_words_count():
    assert words(replace(SEEN, bm25=12.0)) == words(replace(SEEN, bm25=50.0)) == 1.0


def test_without_any_known_word_words_say_nothing():
    assert words(replace(SEEN, bm25=0.0)) == words(replace(SEEN, word_worth=0.0)) == 0.0


def test_little_late_interaction_is_all_alike():
    assert tokens(replace(SEEN, late=0.1)) == tokens(replace(SEEN, late=0.65)) == 0.65


def test_a_first_hit_below_the_mean_does_not_stand_out():
    assert standing_out(replace(SEEN, late=0.3)) == 0.0


def test_a_single_candidate_does_not_stand_out():
    assert standing_out(replace(SEEN, late_mean=SEEN.late, late_deviation=0.0)) == 0.0


def test_a_single_passage_is_no_nearer_than_itself():
    assert nearness(replace(SEEN, cosine_twentieth=SEEN.cosine)) == 0.0


def test_twice_the_words_found_are_more_but_not_twice_as_much():
    once, twice = matched(replace(SEEN, late_sum=8.0)), matched(replace(SEEN, late_sum=16.0))
    assert once < twice < 2 * once


def test_a_question_that_is_met_by_less_than_nothing_matches_nothing():
    assert matched(replace(SEEN, late_sum=-0.4)) == 0.0


def test_each_further_shared_word_counts_less_than_the_one_before():
    none, one, two = (shared(replace(SEEN, shared_words=count)) for count in (0, 1, 2))
    assert none == 0.0
    assert one - none > two - one > 0
