import json
from dataclasses import replace

import pytest

from pincite.errors import BaselineError, RunIncomplete
from pincite.evaluate.gate.baseline import baseline_of, read_baseline, write_baseline
from pincite.evaluate.gate.checks import check_run
from pincite.evaluate.gate.floors import Bounds
from pincite.evaluate.gate.paired import compare_records
from pincite.evaluate.gate.record import records_of
from pincite.evaluate.gate.update import updated
from pincite.types.golden import CorpusCounts
from pincite.types.run import ChunkCosts, Found, QueryResult, Run

NEAR, FAR_OFF = 0.2, 0.9


def found(unit, letter, rank=1, distance=NEAR, **more):
    """An answerable question whose needle lies in the hit of this rank (None: in none), all hits equally far."""
    hits = tuple(Found("d", n, n + 1, 1.0, distance, (0,) if n == rank else ()) for n in range(1, 21))
    return QueryResult(f"{unit}{letter}", unit, answerable=True, judged=True, rank=rank, hits=hits, **more)


def strange(name, distance, kind="near"):
    hits = (Found("d", 0, 1, 1.0, distance),)
    return QueryResult(name, name, answerable=False, judged=False, rank=None, distance=kind, hits=hits)


def questions():
    """20 needles in two phrasings, all found first, and 20 strangers, all refused."""
    yes = [found(f"q{n:02}", letter) for n in range(20) for letter in "ab"]
    no = [strange(f"u{n:02}", FAR_OFF, "near" if n < 10 else "far") for n in range(20)]
    return {result.id: result for result in (*yes, *no)}


def run_of(results, corpus="c1", golden="g1", **more):
    ordered = tuple(results[id_] for id_ in sorted(results))
    counts = CorpusCounts(3, 1000, 5, corpus)
    return replace(
        Run("course", "default", "hybrid+late", golden, counts, ChunkCosts(9), 50, 0.6, 4, ordered, {"seal": "s1"}),
        **more,
    )


def changed(**results):
    return run_of(questions() | {result.id: result for result in results.values()})


def worse(count, **how):
    """The run with both phrasings of so many needles changed."""
    some = [found(f"q{n:02}", letter, **how) for n in range(count) for letter in "ab"]
    return run_of(questions() | {result.id: result for result in some})


BASELINE = baseline_of(run_of(questions()))


def failed(run, baseline=BASELINE):
    return [check.name for check in check_run(run, baseline) if not check.passed]


def test_a_run_passes_against_its_own_baseline_and_every_check_is_told():
    checks = check_run(run_of(questions()), BASELINE)
    assert all(check.passed for check in checks)
    assert [check.name for check in checks] == [
        *("golden set", "corpus", "questions", "depth", "setup", "hits", "destroyed did not grow"),
        *("floor: R@1", "floor: R@4", "floor: R@8", "floor: R@20", "floor: MRR"),
        *("most: destroyed", "most: given up", "most: bluffs", "most: bluffs near", "most: bluffs far"),
        "floors are the baseline's own",
        *("paired: R@1", "paired: R@4", "paired: R@8", "paired: R@20", "paired: bluffs", "paired: given up"),
    ]


def test_another_corpus_under_the_same_name_fails_with_both_hashes_and_nothing_more_is_compared():
    checks = check_run(run_of(questions(), corpus="c2"), BASELINE)
    wrong = next(check for check in checks if not check.passed)
    assert wrong.name == "corpus"
    assert "c2" in wrong.found
    assert "c1" in wrong.expected
    assert [check.name for check in checks][-1] == "setup"


def test_a_changed_golden_set_fails():
    assert failed(run_of(questions(), golden="g2")) == ["golden set"]


def test_a_question_that_was_not_asked_fails_and_is_named():
    fewer = questions()
    del fewer["q07b"]
    check = next(check for check in check_run(run_of(fewer), BASELINE) if not check.passed)
    assert (check.name, check.questions) == ("questions", ("q07b",))


def test_a_question_more_than_the_baseline_has_fails():
    assert failed(changed(more=found("q99", "a"))) == ["questions"]


def test_an_arm_that_never_ran_fails():
    silent = {id_: replace(result, hits=(), rank=None) for id_, result in questions().items()}
    assert failed(run_of(silent))[0] == "hits"
    assert failed(run_of({})) == ["questions"]


def test_ranks_that_were_cut_off_elsewhere_fail():
    assert failed(run_of(questions(), depth=20)) == ["depth"]


def test_a_needle_newly_destroyed_fails_and_is_named():
    run = changed(one=found("q03", "a", rank=None, destroyed=True))
    check = next(check for check in check_run(run, BASELINE) if check.name == "destroyed did not grow")
    assert (check.passed, check.questions) == (False, ("q03",))


def test_one_needle_destroyed_for_another_made_whole_passes_and_is_told():
    before = baseline_of(changed(one=found("q03", "a", rank=None, destroyed=True)))
    run = changed(one=found("q04", "a", rank=None, destroyed=True))
    check = next(check for check in check_run(run, before) if check.name == "destroyed did not grow")
    assert (check.passed, check.questions) == (True, ("q04",))


def test_a_loss_that_chance_explains_passes_and_its_questions_are_named():
    run = changed(one=found("q03", "a", rank=2))
    check = next(check for check in check_run(run, BASELINE) if check.name == "paired: R@1")
    assert failed(run) == []
    assert (check.hint, check.questions) == ("worse, but no more than chance explains", ("q03a",))


def test_a_loss_under_the_floor_fails():
    assert failed(worse(2, rank=2)) == ["floor: R@1"]


def test_a_loss_that_chance_does_not_explain_fails_however_low_the_floors():
    loose = baseline_of(run_of(questions()), tolerance=1.0)
    assert failed(worse(5, rank=2), loose) == []
    assert failed(worse(9, rank=2), loose) == ["paired: R@1"]


def test_two_phrasings_of_a_needle_are_one_vote():
    tests = compare_records(records_of(worse(3, rank=2)), BASELINE.records, 50)
    assert (len(tests[0].worse), tests[0].units_worse, tests[0].p) == (6, 3, 0.25)


def test_bluffs_within_the_room_pass_and_a_pattern_of_them_fails():
    def bluffing(count):
        return changed(**{f"u{n:02}": strange(f"u{n:02}", NEAR) for n in range(count)})

    roomy = replace(
        BASELINE, bounds=Bounds(BASELINE.bounds.floors, {**BASELINE.bounds.ceilings, "bluffs": 99, "bluffs near": 99})
    )
    assert failed(bluffing(1)) == []
    assert failed(bluffing(2)) == ["most: bluffs", "most: bluffs near"]
    assert "paired: bluffs" in failed(bluffing(9), roomy)
    assert "paired: bluffs" not in failed(bluffing(5), roomy)


def test_answers_given_up_fail_alike():
    names = failed(worse(9, distance=FAR_OFF))
    assert names == ["most: given up", "paired: given up"]


def test_a_changed_setting_passes_and_is_told():
    run = run_of(questions(), threshold=0.55, settings={"seal": "s2"})
    check = next(check for check in check_run(run, BASELINE) if check.name == "setup")
    assert (check.passed, check.found) == (True, "seal s1 -> s2, threshold 0.6 -> 0.55")


def test_without_a_threshold_it_is_said_that_nothing_is_refused():
    run = run_of(questions(), threshold=None)
    setup = next(check for check in check_run(run, baseline_of(run)) if check.name == "setup")
    assert "nothing is refused" in setup.hint
    assert baseline_of(run).bounds.ceilings["bluffs"] == 20


def test_a_floor_lowered_in_the_file_fails():
    lowered = replace(BASELINE, bounds=replace(BASELINE.bounds, floors={**BASELINE.bounds.floors, "R@4": 0.5}))
    gone = replace(BASELINE, bounds=replace(BASELINE.bounds, ceilings={"given up": 2}))
    assert failed(run_of(questions()), lowered) == ["floors are the baseline's own"]
    assert failed(run_of(questions()), gone) == ["floors are the baseline's own"]


def test_the_first_bounds_lie_within_the_tolerance_of_what_was_measured():
    assert BASELINE.bounds.floors == {"R@1": 0.95, "R@4": 0.95, "R@8": 0.95, "R@20": 0.95, "MRR": 0.95}
    assert BASELINE.bounds.ceilings == {"destroyed": 0, "given up": 2, "bluffs": 1, "bluffs near": 1, "bluffs far": 1}


def test_a_baseline_comes_back_from_its_file_with_one_line_a_question(tmp_path):
    path = tmp_path / "baseline.json"
    write_baseline(BASELINE, path)
    assert read_baseline(path) == BASELINE
    text = path.read_text()
    assert '    "q00a": {"unit": "q00", "outcome": "right", "rank": 1, "destroyed": false},\n' in text
    assert '    "u00": {"unit": "u00", "outcome": "refused", "kind": "near"},\n' in text
    write_baseline(baseline_of(run_of(dict(reversed(questions().items())))), path)
    assert path.read_text() == text


def test_a_missing_baseline_says_what_to_run(tmp_path):
    with pytest.raises(BaselineError, match="--update"):
        read_baseline(tmp_path / "none.json")


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"format": 2}', '{"format": 1}', '{"format": 1, "setup": {"depth": "x"}}', "\udcff"]
)
def test_a_file_that_is_no_baseline_is_refused(tmp_path, text):
    path = tmp_path / "baseline.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BaselineError, match=r"baseline\.json"):
        read_baseline(path)


def test_a_rank_or_an_outcome_that_cannot_be_is_refused(tmp_path):
    path = tmp_path / "baseline.json"
    for field, value in (("rank", 0), ("rank", "1"), ("outcome", "fine")):
        write_baseline(BASELINE, path)
        whole = json.loads(path.read_text())
        whole["questions"]["q00a"][field] = value
        path.write_text(json.dumps(whole))
        with pytest.raises(BaselineError, match="no whole baseline"):
            read_baseline(path)


def test_an_update_without_a_baseline_makes_one():
    baseline, changes = updated(run_of(questions()), None)
    assert baseline == BASELINE
    assert next((change.name, change.old, change.new) for change in changes) == ("R@1", None, 0.95)


def test_an_update_by_a_better_run_raises_floors_and_lowers_ceilings():
    old = baseline_of(worse(2, rank=30, distance=FAR_OFF))
    new, changes = updated(run_of(questions()), old)
    assert new.bounds == BASELINE.bounds
    assert ("R@1", 0.85, 0.95) in [(change.name, change.old, change.new) for change in changes]
    assert ("given up", 6, 2) in [(change.name, change.old, change.new) for change in changes]


def test_an_update_by_a_slightly_worse_run_keeps_every_bound():
    new, changes = updated(changed(one=found("q03", "a", rank=2)), BASELINE)
    assert new.bounds == BASELINE.bounds
    assert new.records["q03a"].rank == 2
    assert changes == []


def test_an_update_lowers_a_floor_only_when_told_and_then_says_from_what_to_what():
    with pytest.raises(BaselineError, match=r"R@1 0\.9, the bound is 0\.95.*--lower-floors"):
        updated(worse(2, rank=2), BASELINE)
    new, changes = updated(worse(2, rank=2), BASELINE, lower_floors=True)
    assert [(change.name, change.old, change.new) for change in changes] == [("R@1", 0.95, 0.85)]
    assert new.bounds.floors["R@4"] == 0.95
    assert failed(worse(2, rank=2), new) == []


def test_an_update_takes_no_run_that_the_paired_test_finds_worse():
    loose = baseline_of(run_of(questions()), tolerance=1.0)
    with pytest.raises(BaselineError, match=r"R@1: needles \+0 -9.*--lower-floors"):
        updated(worse(9, rank=2), loose)
    assert updated(worse(9, rank=2), loose, lower_floors=True)[0].records["q00a"].rank == 2


def test_an_update_raises_a_maximum_only_when_told():
    run = changed(one=found("q03", "a", rank=None, destroyed=True))
    with pytest.raises(BaselineError, match="destroyed 1, the bound is 0"):
        updated(run, BASELINE)
    assert updated(run, BASELINE, lower_floors=True)[0].bounds.ceilings["destroyed"] == 1


@pytest.mark.parametrize("other", [{"corpus": "c2"}, {"golden": "g2"}])
def test_an_update_takes_another_corpus_or_golden_set_only_when_told(other):
    run = run_of(questions(), **other)
    with pytest.raises(BaselineError, match=r"[cg]1 -> [cg]2.*--accept-corpus"):
        updated(run, BASELINE)
    new, changes = updated(run, BASELINE, accept_corpus=True)
    assert [change.new for change in changes] == list(other.values())
    assert failed(run, new) == []


def test_another_corpus_is_no_way_to_lower_a_floor():
    run = run_of({result.id: result for result in worse(2, rank=2).results}, corpus="c2")
    with pytest.raises(BaselineError, match="--lower-floors"):
        updated(run, BASELINE, accept_corpus=True)
    assert updated(run, BASELINE, accept_corpus=True, lower_floors=True)[0].bounds.floors["R@1"] == 0.85


def test_fewer_questions_are_no_way_to_lose_a_check():
    without_far = run_of({id_: one for id_, one in questions().items() if one.distance != "far"}, golden="g2")
    with pytest.raises(BaselineError, match="bluffs far not measured"):
        updated(without_far, BASELINE, accept_corpus=True)


def test_an_arm_that_never_ran_makes_no_baseline():
    silent = {id_: replace(result, hits=(), rank=None) for id_, result in questions().items()}
    with pytest.raises(RunIncomplete, match="none of 60 questions"):
        updated(run_of(silent), None)


def test_a_larger_tolerance_is_taken_only_when_told_and_is_said():
    with pytest.raises(BaselineError, match=r"tolerance 0\.5 is larger than the baseline's, 0\.05"):
        updated(run_of(questions()), BASELINE, tolerance=0.5)
    new, changes = updated(run_of(questions()), BASELINE, tolerance=0.5, lower_floors=True)
    assert new.bounds == BASELINE.bounds
    assert [(change.name, change.old, change.new) for change in changes] == [("tolerance", 0.05, 0.5)]
    assert updated(run_of(questions()), BASELINE, tolerance=0.01)[0].bounds.floors["R@1"] == 0.99


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tolerance", float("nan")),
        ("tolerance", float("inf")),
        ("tolerance", 1e308),
        ("tolerance", -0.1),
        ("tolerance", True),
        ("floors", {"R@1": float("nan")}),
        ("floors", {"R@1": "0.9"}),
        ("floors", {"R@1": 10**400}),
        ("floors", []),
        ("ceilings", {"bluffs": 1e999}),
        ("ceilings", {"bluffs": 2.5}),
        ("ceilings", {"bluffs": -1}),
        ("setup", {"depth": 0}),
        ("setup", {"depth": 1e999}),
        ("setup", []),
        ("golden", None),
        ("corpus", {"documents": 1, "characters": 2, "sections": 3, "sha256": 4}),
        ("questions", {"q": {"unit": [], "outcome": "bluff", "kind": "near"}}),
        ("questions", {"q": {"unit": "q", "outcome": "bluff", "kind": []}}),
        ("questions", {"q": {"unit": "q", "outcome": "right", "rank": 1, "destroyed": "no"}}),
        ("questions", {"q": {"unit": "q", "outcome": "right", "rank": 1, "destroyed": True}}),
    ],
)
def test_a_baseline_with_a_value_that_cannot_be_is_refused(tmp_path, name, value):
    path = tmp_path / "baseline.json"
    write_baseline(BASELINE, path)
    path.write_text(json.dumps(json.loads(path.read_text()) | {name: value}))
    with pytest.raises(BaselineError, match="move it away and write a new one"):
        read_baseline(path)


def test_a_ceiling_of_one_kind_names_the_bluffs_of_that_kind_only():
    bluffs = {f"u{n:02}": strange(f"u{n:02}", NEAR, "near" if n < 10 else "far") for n in (0, 1, 2, 10)}
    checks = {check.name: check for check in check_run(changed(**bluffs), BASELINE)}
    assert checks["most: bluffs near"].questions == ("u00", "u01", "u02")
    assert checks["most: bluffs"].questions == ("u00", "u01", "u02", "u10")
