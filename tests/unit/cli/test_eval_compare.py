import json
from importlib.resources import files

import jsonschema
import pytest

from pincite.cli.main import main
from pincite.evaluate.runs.run_file import write_run
from runs import result_of, run_of


def ranks(rank):
    return [result_of(f"q{i:02}a", rank) for i in range(1, 11)] + [result_of("q99a", 2)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Three runs of eleven questions: `new` finds ten more than the other two."""
    monkeypatch.chdir(tmp_path)
    for name, rank in (("new", 1), ("old", None), ("older", None)):
        write_run(run_of(name, ranks(rank)), tmp_path / f"{name}.jsonl")
    return tmp_path


def read_json(capsys):
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, json.loads((files("pincite.cli") / "schemas" / "eval-compare.json").read_text("utf-8")))
    return found["comparisons"]


def test_two_runs_are_compared_in_words(folder, capsys):
    assert main(["eval", "compare", "new.jsonl", "old.jsonl"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("new against old\n")
    assert "new finds more at 4 than old: +10 -0 needles, p = 0.002" in shown
    assert "Holm" not in shown


def test_two_runs_are_compared_in_json(folder, capsys):
    assert main(["eval", "compare", "new.jsonl", "old.jsonl", "--json"]) == 0
    rows = read_json(capsys)
    assert [row["measure"] for row in rows] == ["R@1", "R@4", "R@8", "R@20", "MRR"]
    assert (rows[0]["first"], rows[0]["second"], rows[0]["unit_wins"], rows[0]["adjusted"]) == ("new", "old", 10, None)


def test_several_runs_are_compared_with_the_first_and_corrected(folder, capsys):
    assert main(["eval", "compare", "old.jsonl", "new.jsonl", "older.jsonl", "--json"]) == 0
    rows = read_json(capsys)
    assert {(row["first"], row["second"]) for row in rows} == {("old", "new"), ("old", "older")}
    assert all(row["adjusted"] >= row["unit_p"] for row in rows)
    assert main(["eval", "compare", "old.jsonl", "new.jsonl", "older.jsonl"]) == 0
    assert "p (Holm)" in capsys.readouterr().out


def test_runs_without_a_judged_question_keep_to_the_schema(folder, capsys):
    for name in ("one", "other"):
        write_run(run_of(name, [result_of("q1a", None, judged=False)]), folder / f"{name}.jsonl")
    assert main(["eval", "compare", "one.jsonl", "other.jsonl", "--json"]) == 0
    assert read_json(capsys)[0]["difference"] == {"value": None, "low": None, "high": None}


def test_runs_of_one_name_are_called_by_their_files(folder, capsys):
    write_run(run_of("new", ranks(4)), folder / "newer.jsonl")
    assert main(["eval", "compare", "new.jsonl", "newer.jsonl"]) == 0
    assert "new.jsonl finds more at 1 than newer.jsonl" in capsys.readouterr().out


def test_one_file_named_twice_is_wrong_usage(folder, capsys):
    assert main(["eval", "compare", "new.jsonl", "new.jsonl"]) == 2
    assert "found new.jsonl twice, expected different runs: name each file once" in capsys.readouterr().err


def test_runs_that_cannot_be_compared_are_an_error_that_names_both(folder, capsys):
    write_run(run_of("elsewhere", ranks(1), golden="8" * 64), folder / "elsewhere.jsonl")
    assert main(["eval", "compare", "new.jsonl", "elsewhere.jsonl"]) == 1
    assert "new asked the golden set 999999999999, elsewhere asked 888888888888" in capsys.readouterr().err


def test_another_corpus_has_to_be_allowed(folder, capsys):
    run = run_of("moved", ranks(1))
    other = run_of("moved", ranks(1), corpus=type(run.corpus)(3, 900, 6, "d" * 64))
    write_run(other, folder / "moved.jsonl")
    assert main(["eval", "compare", "new.jsonl", "moved.jsonl"]) == 1
    assert "--other-corpus" in capsys.readouterr().err
    assert main(["eval", "compare", "new.jsonl", "moved.jsonl", "--other-corpus"]) == 0


def test_a_file_that_is_not_there_is_an_error(folder, capsys):
    assert main(["eval", "compare", "new.jsonl", "gone.jsonl"]) == 1
    assert "gone.jsonl" in capsys.readouterr().err
