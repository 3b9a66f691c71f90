import pytest

from pincite.evaluate.measures.average_precision import average_precision
from pincite.evaluate.measures.document_recall import document_recall
from pincite.evaluate.measures.ndcg import ndcg
from pincite.evaluate.measures.needle_recall import needle_recall
from pincite.evaluate.measures.pass_at import pass_at
from pincite.evaluate.measures.qrels import first_relevant, ranked
from pincite.evaluate.measures.reciprocal_rank import reciprocal_rank
from pincite.evaluate.measures.success import success
from pincite.types.run import Found
from runs import result_of


def test_a_needle_counts_from_its_rank_on():
    assert [needle_recall(result_of("q1a", 4), k) for k in (1, 3, 4, 20)] == [0, 0, 1, 1]


def test_a_question_without_hits_counts_nought():
    nothing = result_of("q1a", None, hits=())
    assert needle_recall(nothing, 20) == 0
    assert reciprocal_rank(nothing.rank) == 0
    assert pass_at(nothing, 20) == 0


def test_pass_at_k_is_the_share_of_the_spans_and_counts_none_twice():
    hits = tuple(Found("a.md", i, i + 1, 1.0, 0.5, holds) for i, holds in enumerate([(), (2,), (2,), (0, 1)]))
    result = result_of("q1a", 4, spans=4, rule="all", hits=hits)
    assert [pass_at(result, k) for k in (1, 2, 3, 4, 20)] == [0, 0.25, 0.25, 0.75, 0.75]


def test_a_question_without_spans_passes_nothing():
    assert pass_at(result_of("q1a", None, spans=0), 20) == 0


def test_equal_scores_stand_in_falling_order_of_their_ids():
    assert ranked({"a": 1.0, "c": 1.0, "b": 2.0}) == ["b", "c", "a"]


def test_scores_that_single_precision_cannot_tell_apart_are_equal():
    assert ranked({"a": 1.0 + 1e-12, "b": 1.0}) == ["b", "a"]


def test_unjudged_and_nought_graded_documents_are_not_relevant():
    qrels = {"good": 1, "bad": 0, "worse": -1}
    ids = ["unknown", "bad", "worse", "good"]
    assert first_relevant(ids, qrels) == 4
    assert success(ids, qrels, 3) == 0
    assert success(ids, qrels, 4) == 1
    assert document_recall(ids, qrels, 3) == 0
    assert average_precision(ids, qrels) == 0.25
    assert ndcg(ids, qrels, 10) == pytest.approx(1 / 2.321928)


def test_a_question_without_relevant_documents_counts_nought():
    for measure in (ndcg, document_recall, success):
        assert measure(["a"], {"a": 0}, 10) == 0
        assert measure([], {}, 10) == 0
    assert average_precision(["a"], {"a": 0}) == 0


def test_the_best_order_has_an_ndcg_of_one_and_what_lies_below_k_is_not_missed():
    qrels = {"a": 3, "b": 2, "c": 1}
    assert ndcg(["a", "b", "c"], qrels, 10) == 1
    assert ndcg(["a", "b"], qrels, 2) == 1
    assert ndcg(["c", "b", "a"], qrels, 3) == pytest.approx((1 + 2 / 1.584963 + 3 / 2) / (3 + 2 / 1.584963 + 1 / 2))


def test_relevant_documents_that_were_not_found_lower_average_precision():
    assert average_precision(["a"], {"a": 1, "b": 1}) == 0.5
    assert average_precision(["x", "a", "b"], {"a": 1, "b": 1}) == pytest.approx((1 / 2 + 2 / 3) / 2)
