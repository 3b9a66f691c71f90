import json
from importlib.resources import files

import jsonschema
import pytest

from pincite.cli.main import main
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.runs.run_file import write_run
from runs import CORPUS, result_of, run_of

GATE = ["eval", "gate", "gold.jsonl", "--baseline", "baseline.json", "--run"]
NAMES = [f"q{number:02}{letter}" for number in range(12) for letter in "ab"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Twelve needles in two phrasings: `now` finds all of them first, `lost` half of them nowhere."""
    monkeypatch.chdir(tmp_path)
    rows = [{"id": name, "question": f"{name}?", "doc": "a.md", "from": 0, "to": 4} for name in NAMES]
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    write(tmp_path, "now", {})
    write(tmp_path, "lost", dict.fromkeys(NAMES[:16]))
    write(tmp_path, "slip", {NAMES[0]: 2})
    return tmp_path


def write(folder, name, ranks, **more):
    results = [result_of(id_, ranks.get(id_, 1)) for id_ in NAMES]
    golden = read_golden(folder / "gold.jsonl").sha256
    write_run(run_of(name, results, golden=golden, threshold=0.6, **more), folder / f"{name}.jsonl")


def read_json(capsys):
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, json.loads((files("pincite.cli") / "schemas" / "eval-gate.json").read_text("utf-8")))
    return found


def test_without_a_baseline_it_is_said_how_to_make_one(folder, capsys):
    assert main([*GATE, "now.jsonl"]) == 1
    assert "run the same command once more with --update" in capsys.readouterr().err


def test_a_baseline_is_made_and_then_passed(folder, capsys):
    assert main([*GATE, "now.jsonl", "--update"]) == 0
    assert "R@1: 0.95\n" in capsys.readouterr().out
    assert main([*GATE, "now.jsonl"]) == 0
    assert "clean: " in capsys.readouterr().out


def test_a_worse_run_ends_with_5_and_names_floor_test_and_questions(folder, capsys):
    main([*GATE, "now.jsonl", "--update"])
    capsys.readouterr()
    assert main([*GATE, "lost.jsonl"]) == 5
    shown = capsys.readouterr().out
    assert "FAILED  floor: R@1: .3333; expected .9500 or more" in shown
    assert shown.count("else find what made these worse: q00a, q00b, q01a, q01b, q02a and 11 more") == 5
    assert "FAILED  paired: R@1: needles +0 -8 of 12 (questions +0 -16)" in shown
    assert "worse: q00a, q00b, q01a, q01b, q02a and 11 more" in shown


def test_a_slip_that_chance_explains_is_clean_and_named(folder, capsys):
    main([*GATE, "now.jsonl", "--update"])
    capsys.readouterr()
    assert main([*GATE, "slip.jsonl"]) == 0
    assert "worse, but no more than chance explains: q00a" in capsys.readouterr().out


def test_the_json_is_of_the_published_form(folder, capsys):
    assert main([*GATE, "now.jsonl", "--update", "--json"]) == 0
    assert read_json(capsys)["updated"] is True
    assert main([*GATE, "lost.jsonl", "--json"]) == 5
    found = read_json(capsys)
    assert (found["clean"], found["updated"]) == (False, False)
    assert "paired: R@1" in {check["name"] for check in found["checks"] if not check["passed"]}


def test_another_corpus_under_the_same_name_ends_with_5(folder, capsys):
    main([*GATE, "now.jsonl", "--update"])
    write(folder, "now", {}, corpus=type(CORPUS)(3, 900, 6, "d" * 64))
    assert main([*GATE, "now.jsonl"]) == 5
    assert f"FAILED  corpus: {'d' * 64}" in capsys.readouterr().out


def test_a_floor_is_lowered_only_when_told_and_the_file_stays_as_it_was(folder, capsys):
    main([*GATE, "now.jsonl", "--update"])
    before = (folder / "baseline.json").read_text()
    assert main([*GATE, "lost.jsonl", "--update"]) == 1
    assert "--lower-floors" in capsys.readouterr().err
    assert (folder / "baseline.json").read_text() == before
    assert main([*GATE, "lost.jsonl", "--update", "--lower-floors"]) == 0
    assert "R@1: 0.95 -> 0.2833" in capsys.readouterr().out
    assert main([*GATE, "lost.jsonl"]) == 0


@pytest.mark.parametrize("more", [["--lower-floors"], ["--accept-corpus"], ["--tolerance", "0"]])
def test_what_says_how_to_update_needs_an_update(folder, capsys, more):
    assert main([*GATE, "now.jsonl", *more]) == 2
    assert f"found {more[0]} without --update" in capsys.readouterr().err


def test_a_run_whose_questions_were_changed_by_hand_is_refused(folder, capsys):
    main([*GATE, "now.jsonl", "--update"])
    rows = (folder / "now.jsonl").read_text().splitlines()
    head = json.loads(rows[0]) | {"questions": len(NAMES) - 1}
    (folder / "now.jsonl").write_text("\n".join([json.dumps(head), *rows[2:], ""]))
    assert main([*GATE, "now.jsonl"]) == 1
    assert "does not hold the question 'q00a' as gold.jsonl has it" in capsys.readouterr().err


def test_a_baseline_is_never_written_over_what_is_read(folder, capsys):
    before = (folder / "now.jsonl").read_bytes()
    assert main(["eval", "gate", "gold.jsonl", "--baseline", "now.jsonl", "--run", "now.jsonl", "--update"]) == 2
    assert (folder / "now.jsonl").read_bytes() == before
    assert main(["eval", "gate", "gold.jsonl", "--baseline", "no/x.json", "--run", "now.jsonl", "--update"]) == 2
