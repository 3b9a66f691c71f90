from dataclasses import replace
from math import isnan

import pytest

from pincite.errors import BaselineError
from pincite.evaluate.compare import compare, compare_many
from runs import CORPUS, result_of, run_of


def two_runs(wins, losses, equal, *, phrasings="a"):
    """Two runs by questions that the first alone finds (at rank 3), the second alone, and both."""
    needles = [(3, None)] * wins + [(None, 3)] * losses + [(3, 3)] * equal
    ids = [(f"q{i:03}{letter}", ranks) for i, ranks in enumerate(needles) for letter in phrasings]
    return run_of("B", {id_: one for id_, (one, _) in ids}), run_of("A", {id_: other for id_, (_, other) in ids})


def at(comparisons, measure):
    return next(one for one in comparisons if one.measure == measure)


def test_each_cut_off_and_mrr_are_compared():
    assert [one.measure for one in compare(*two_runs(2, 1, 3))] == ["R@1", "R@4", "R@8", "R@20", "MRR"]


@pytest.mark.parametrize(("wins", "losses", "p"), [(18, 3, 0.0015), (12, 2, 0.0129), (10, 6, 0.4545), (8, 6, 0.7905)])
def test_wins_losses_and_p_are_those_of_the_seed(wins, losses, p):
    found = at(compare(*two_runs(wins, losses, 64 - wins - losses)), "R@4")
    assert (found.n, found.units, found.wins, found.losses) == (64, 64, wins, losses)
    assert found.p == found.unit_p == pytest.approx(p, abs=0.0001)
    assert found.difference.value == pytest.approx((wins - losses) / 64)
    assert found.difference.low < found.difference.value < found.difference.high


def test_two_phrasings_of_one_needle_are_one_vote():
    found = at(compare(*two_runs(6, 0, 10, phrasings="ab")), "R@4")
    assert (found.wins, found.losses, found.unit_wins, found.unit_losses) == (12, 0, 6, 0)
    assert found.p < found.unit_p == pytest.approx(0.03125)


def test_phrasings_that_cancel_out_are_no_vote():
    """1/2 + 1/6 = 1/3 + 1/3: by fractions, where floating point sees a difference of 3e-17."""
    first = run_of("B", {"q1a": 2, "q1b": 6, "q2a": 1, "q2b": None})
    second = run_of("A", {"q1a": 3, "q1b": 3, "q2a": None, "q2b": 1})
    found = at(compare(first, second), "MRR")
    assert (found.wins, found.losses, found.unit_wins, found.unit_losses) == (2, 2, 0, 0)
    assert found.sentence == "B and A by MRR: no difference on any of 2 needles"


def test_a_better_reciprocal_rank_wins_in_mrr_where_recall_sees_nothing():
    first, second = run_of("B", {"q1a": 1, "q2a": 2}), run_of("A", {"q1a": 2, "q2a": 2})
    assert (at(compare(first, second), "MRR").wins, at(compare(first, second), "R@4").wins) == (1, 0)
    assert at(compare(first, second), "MRR").difference.value == 0.25


def test_the_other_way_round_everything_changes_its_sign():
    first, second = two_runs(9, 2, 20)
    there, back = at(compare(first, second), "R@4"), at(compare(second, first), "R@4")
    assert (there.wins, there.losses, there.p) == (back.losses, back.wins, back.p)
    assert there.difference.value == -back.difference.value


def test_a_seen_difference_is_said_in_plain_words():
    first, second = two_runs(18, 3, 43)
    assert at(compare(first, second), "R@4").sentence == "B finds more at 4 than A: +18 -3 needles, p = 0.0015"
    assert at(compare(second, first), "R@4").sentence == "A finds less at 4 than B: +3 -18 needles, p = 0.0015"
    assert at(compare(first, second), "MRR").sentence == "B ranks needles higher than A: +18 -3 needles, p = 0.0015"


def test_a_tiny_p_is_not_spelled_out():
    assert "+30 -0 needles, p < 0.0001" in at(compare(*two_runs(30, 0, 10)), "R@4").sentence


def test_an_unseen_difference_says_how_many_questions_it_would_take():
    found = at(compare(*two_runs(10, 6, 48)), "R@4")
    assert found.needed == 500
    assert found.sentence == (
        "B and A by R@4: not distinguishable with 64 questions (+10 -6 needles, p = 0.45); "
        "a difference of this size would take about 500"
    )


def test_questions_that_are_needed_are_questions_and_not_needles():
    assert at(compare(*two_runs(10, 6, 48, phrasings="ab")), "R@4").needed == 1000


def test_an_even_score_and_no_difference_at_all_are_said_as_such():
    even = at(compare(*two_runs(5, 5, 20)), "R@4")
    assert (even.needed, even.unit_p) == (None, 1.0)
    assert even.sentence == "B and A by R@4: not distinguishable with 30 questions (+5 -5 needles, p = 1)"
    assert at(compare(*two_runs(0, 0, 7)), "R@4").sentence == "B and A by R@4: no difference on any of 7 needles"


def test_what_only_the_correction_hides_is_not_said_to_take_fewer_questions_than_there_were():
    first, second = two_runs(18, 3, 43)
    runs = {"new": first} | {f"old {i}": second for i in range(20)}
    found = compare_many(runs, [("new", name) for name in runs if name != "new"], ks=(4,))
    one = found["new", "old 7"][0]
    assert (one.needed, one.adjusted) == (45, pytest.approx(40 * 0.00149, rel=0.001))
    assert one.sentence.endswith("; a difference of this size is at the limit of what they can show")


def test_runs_without_a_known_needle_have_nothing_to_compare():
    runs = [run_of(name, [result_of("q1a", None, judged=False)]) for name in "BA"]
    found = at(compare(*runs), "R@4")
    assert (found.n, found.units, found.unit_p, found.needed) == (0, 0, 1.0, None)
    assert isnan(found.difference.value)
    assert found.sentence == "B and A by R@4: no question with a known needle, nothing to compare"


def test_unjudged_and_unanswerable_questions_are_not_compared():
    more = [result_of("u1", None, answerable=False, judged=False), result_of("q9a", None, judged=False)]
    first, second = run_of("B", [result_of("q1a", 1), *more]), run_of("A", [result_of("q1a", 9), *more])
    assert at(compare(first, second), "R@4").n == 1


def test_runs_of_different_depth_are_compared_as_far_as_both_went():
    first, second = run_of("B", {"q1a": 15, "q2a": 1}, depth=100), run_of("A", {"q1a": None, "q2a": 1}, depth=10)
    found = compare(first, second)
    assert [one.measure for one in found] == ["R@1", "R@4", "R@8", "MRR"]
    assert at(found, "MRR").wins == 0


def test_another_golden_set_is_refused_by_both_names():
    first, second = two_runs(1, 0, 1)
    with pytest.raises(BaselineError, match=r"B asked the golden set 9{12}, A asked 8{12}.*run both on one golden set"):
        compare(first, replace(second, golden="8" * 64))


def test_another_corpus_under_the_same_name_is_refused_unless_it_is_allowed():
    first, second = two_runs(1, 0, 1)
    other = replace(second, corpus=replace(CORPUS, sha256="d" * 64, documents=4))
    with pytest.raises(BaselineError, match=r"B searched the corpus c{12} \(3 documents\), A searched d{12} \(4 doc"):
        compare(first, other)
    assert compare(first, other, other_corpus=True) == compare(first, second)


def test_other_questions_are_refused_with_an_example():
    first, second = run_of("B", {"q1a": 1, "q2a": 1}), run_of("A", {"q1a": 1})
    with pytest.raises(BaselineError, match="B asked 2 questions, A asked 1, and 'q2a' is only in B"):
        compare(first, second)
    unjudged = run_of("A", [result_of("q1a", 1), result_of("q2a", None, judged=False)])
    with pytest.raises(BaselineError, match="B judged 2 questions, A judged 1, and 'q2a' is only in B"):
        compare(first, unjudged)


def test_runs_of_one_name_are_told_apart():
    first, second = two_runs(8, 0, 8)
    same = replace(second, name="B", retriever="dense")
    assert at(compare(first, same), "R@4").sentence.startswith("B (E, hybrid) finds more at 4 than B (E, dense)")
    assert at(compare(first, first), "R@4").sentence.startswith("the first run and the second run")


def test_many_pairs_are_corrected_over_all_tests_of_all_pairs():
    first, second = two_runs(12, 2, 50)
    found = compare_many({"new": first, "old": second, "same": second}, [("new", "old"), ("old", "same")], ks=(4,))
    assert list(found) == [("new", "old"), ("old", "same")]
    tests = [one for family in found.values() for one in family]
    assert [one.adjusted for one in tests] == pytest.approx([4 * 0.01294, 4 * 0.01294, 1, 1], rel=0.001)
    assert "p = 0.013, p = 0.052 after Holm's correction" in tests[0].sentence
    assert "not distinguishable" in tests[0].sentence
    assert "finds more at 4" in at(compare(first, second), "R@4").sentence
    assert compare(first, second)[0].adjusted is None
