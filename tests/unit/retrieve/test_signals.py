"""What a search says of its candidates, and when it says nothing."""

import numpy as np
import pytest

from fakes import FakeEmbedder, FakeIndex, FakeProjection, Passage
from pincite.retrieve import rerank
from pincite.retrieve.search import search
from pincite.retrieve.signals import shared_words

PASSAGES = [
    Passage("a", "cats sleep all day", "", 0),
    Passage("a", "dogs bark at night", "", 30),
    Passage("b", "the engine burns fuel RULE-A002", "", 0),
    Passage("b", "good engine oil is good", "", 40),
]


@pytest.fixture(autouse=True)
def projection(monkeypatch):
    monkeypatch.setattr(rerank, "load_projection", lambda name: FakeProjection())


def seen(query, **how):
    return search(FakeIndex(PASSAGES), FakeEmbedder(), query, **how).signals


def test_the_nearest_and_the_last_of_few_are_held_against_each_other():
    index, query = FakeIndex(PASSAGES), FakeEmbedder().query("dogs bark")
    cosines = np.sort(index.vectors @ query.vector)
    found = seen("dogs bark")
    assert found.cosine == pytest.approx(cosines[-1])
    assert found.cosine_twentieth == pytest.approx(cosines[0])


def test_a_passage_that_is_the_question_has_the_late_interaction_one():
    found = seen("dogs bark at night")
    assert found.late == pytest.approx(1.0)
    assert found.late > found.late_mean
    assert found.late_deviation > 0


def test_the_sum_over_the_words_grows_with_each_that_is_found_while_the_mean_stays():
    short, long = seen("dogs bark"), seen("dogs bark at night")
    assert short.late == pytest.approx(long.late)
    assert long.late_sum == pytest.approx(2 * short.late_sum)


def test_words_count_as_shared_once_each_where_the_first_hits_hold_them_and_few_others_do():
    assert seen("dogs bark bark loudly").shared_words == 2
    assert seen("good engine oil").shared_words == 2  # two of four passages hold `engine`
    assert seen("xylophone").shared_words == 0


def test_words_that_only_later_hits_hold_are_not_shared():
    rows = [Passage("a", f"engine part number{place}", "", 30 * place) for place in range(30)]
    index = FakeIndex(rows)
    assert shared_words(index, "number3 number9 engine", np.array([3, 4, 5])) == 1


def test_an_identifier_puts_a_passage_in_front_and_adds_nothing_to_its_late_interaction():
    assert seen("RULE-A002").late <= 1.0


def test_a_question_without_a_known_word_has_no_score_by_words():
    found = seen("xylophone")
    assert found.bm25 == 0.0
    assert found.word_worth > 0


def test_a_filter_holds_for_the_signals_too():
    assert seen("dogs bark", filters=["name:b"]).cosine < seen("dogs bark").cosine
    assert seen("dogs bark", filters=["name:b"]).bm25 == 0.0


def test_the_number_of_hits_asked_for_changes_no_signal():
    assert seen("engine fuel", k=1) == seen("engine fuel", k=4)


@pytest.mark.parametrize(("mode", "order"), [("dense", "late"), ("lexical", "late"), ("hybrid", "none")])
def test_without_both_rankings_and_late_interaction_there_are_no_signals(mode, order):
    assert seen("dogs bark", mode=mode, rerank=order) is None


def test_an_embedder_without_token_vectors_gives_no_signals():
    embedder = FakeEmbedder(projection=None)
    assert search(FakeIndex(PASSAGES, embedder), embedder, "dogs bark").signals is None


def test_where_a_filter_leaves_nothing_there_are_no_signals():
    assert seen("dogs bark", filters=["name:none"]) is None
