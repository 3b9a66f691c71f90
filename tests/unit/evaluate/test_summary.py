from math import isnan

import pytest

from pincite.evaluate.statistics.bootstrap import bootstrap_mean
from pincite.evaluate.statistics.wilson import wilson
from pincite.evaluate.summary import summarise
from runs import result_of, run_of

RUN = run_of(
    "handbook",
    [
        result_of("q1a", 1, style="course", kind="number"),
        result_of("q1b", 3, style="ticket", kind="number"),
        result_of("q2a", None, style="course", kind="cause", destroyed=True, destroyed_in_quote=True),
        result_of("q2b", None, style="ticket", kind="cause", destroyed=True, destroyed_in_quote=True),
        result_of("q3a", 2, style="course", kind="cause", destroyed_in_quote=True),
        result_of("q4a", None, style="course", kind="name", judged=False, spans=0),
        result_of("u1", None, answerable=False, judged=False, style="", kind="trap", unit="u1"),
    ],
)


def test_the_whole_stands_first_then_styles_then_kinds_by_name():
    rows = summarise(RUN)
    parts = ["all", "style:course", "style:ticket", "kind:cause", "kind:name", "kind:number"]
    assert [row.part for row in rows] == parts
    assert {(row.strategy, row.retriever, row.header_tokens, row.over_window) for row in rows} == {
        ("E", "hybrid", 80, 1)
    }


def test_questions_and_needles_are_counted_apart():
    whole, course, ticket, *_ = summarise(RUN)
    assert (whole.n, whole.units, whole.skipped) == (5, 3, 1)
    assert (course.n, course.units, course.skipped) == (3, 3, 1)
    assert (ticket.n, ticket.units, ticket.skipped) == (2, 2, 0)


def test_a_destroyed_needle_counts_once_however_many_ask_for_it():
    whole = summarise(RUN)[0]
    assert (whole.destroyed, whole.destroyed_in_quote) == (1, 2)


def test_recall_has_wilson_by_question_and_a_bootstrap_by_needle_beside_it():
    whole = summarise(RUN)[0]
    assert whole.recall == {1: wilson(1, 5), 4: wilson(3, 5), 8: wilson(3, 5), 20: wilson(3, 5)}
    assert whole.recall_by_unit[4] == bootstrap_mean([1, 1, 0, 0, 1], ["q1", "q1", "q2", "q2", "q3"])
    assert whole.recall_by_unit[4].value == whole.recall[4].value


def test_mrr_is_the_mean_of_reciprocal_ranks_and_misses_count_nought():
    assert summarise(RUN)[0].mrr.value == pytest.approx((1 + 1 / 3 + 0 + 0 + 1 / 2) / 5)


def test_a_part_without_a_judged_question_has_no_numbers():
    name = next(row for row in summarise(RUN) if row.part == "kind:name")
    assert (name.n, name.units, name.skipped, name.destroyed) == (0, 0, 1, 0)
    assert all(isnan(part) for found in (name.mrr, *name.recall.values()) for part in (found.low, found.high))
    assert name.to_json()["R@4"] == {"value": None, "low": None, "high": None}


def test_unanswerable_questions_are_no_part_of_recall():
    assert "kind:trap" not in [row.part for row in summarise(RUN)]
    only = run_of("traps", [result_of("u1", None, answerable=False, judged=False)])
    assert [(row.part, row.n, isnan(row.mrr.value)) for row in summarise(only)] == [("all", 0, True)]


def test_a_cut_off_below_the_last_hit_asked_for_was_not_measured():
    shallow = run_of("shallow", {"q1a": 1}, depth=8)
    assert list(summarise(shallow)[0].recall) == [1, 4, 8]
    assert list(summarise(shallow, ks=(5, 10))[0].recall) == [5]
