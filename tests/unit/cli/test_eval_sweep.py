import json
from importlib.resources import files

import jsonschema
import pytest

from pincite.cli.evaluate.sweep import thresholds
from pincite.cli.main import main
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.refusal.far import with_far
from pincite.evaluate.runs.run_file import write_run
from pincite.types.run import Found, QueryResult
from runs import run_of

GOLD = [
    {"id": "q1a", "question": "How long is the notice?", "doc": "a.md", "from": 0, "to": 4},
    {"id": "q2a", "question": "What does the lamp mean?", "doc": "a.md", "from": 5, "to": 9},
    {"id": "u1", "question": "Who won?", "answerable": False, "distance": "far"},
    {"id": "u2", "question": "How long is the pause?", "answerable": False, "distance": "near"},
]


def asked(row, distance):
    yes = row.get("answerable", True)
    hits = (Found("a.md", 0, 9, 1.0, distance, (0,) if yes else ()),)
    return QueryResult(
        row["id"], row["id"][:2], yes, yes, 1 if yes else None, distance=row.get("distance", ""), hits=hits
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Four questions: answers at .2 and .7, a far stranger at .9, a near one at .5; the threshold is .6."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in GOLD))
    results = [asked(row, distance) for row, distance in zip(GOLD, (0.2, 0.7, 0.9, 0.5), strict=True)]
    golden = read_golden(tmp_path / "gold.jsonl")
    write_run(run_of("mine", results, golden=golden.sha256, threshold=0.6), tmp_path / "run.jsonl")
    return tmp_path


def test_bluffs_stand_beside_answers_given_up_and_the_threshold_in_force_is_marked(folder, capsys):
    assert main(["eval", "sweep", "gold.jsonl", "--run", "run.jsonl", "--thresholds", "0.8,0.6,0.4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:4] == ["threshold", "bluffs", "given", "up"]
    assert " ".join(lines[3].split()).startswith("0.8 1 .500 [.095, .905] 0 .000 [.000, .658] 2 0 1/1 0/1")
    assert " ".join(lines[4].split()).startswith("0.6* 1 .500 [.095, .905] 1 .500 [.095, .905] 1 0 1/1 0/1")
    assert "so no threshold gets both right" in "".join(lines)


def test_the_json_is_of_the_published_form(folder, capsys):
    assert main(["eval", "sweep", "gold.jsonl", "--run", "run.jsonl", "--json", "--out", "sweep.json"]) == 0
    printed = capsys.readouterr().out
    found = json.loads(printed)
    jsonschema.validate(found, json.loads((files("pincite.cli") / "schemas" / "eval-sweep.json").read_text("utf-8")))
    assert json.loads((folder / "sweep.json").read_text()) == found
    assert [row["threshold"] for row in found["rows"] if row["current"]] == [0.6]


def test_what_was_written_is_never_replaced(folder, capsys):
    (folder / "sweep.json").write_text("mine")
    assert main(["eval", "sweep", "gold.jsonl", "--run", "run.jsonl", "--out", "sweep.json"]) == 2
    assert (folder / "sweep.json").read_text() == "mine"


def test_a_run_of_other_questions_is_refused(folder, capsys):
    (folder / "gold.jsonl").write_text(json.dumps(GOLD[0]) + "\n")
    assert main(["eval", "sweep", "gold.jsonl", "--run", "run.jsonl"]) == 1
    assert "is a run of the golden set" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["--kb", "here"], ["--corpus", "here"], ["--far", "far.jsonl"]])
def test_a_run_that_was_made_is_asked_nothing_more(folder, capsys, more):
    assert main(["eval", "sweep", "gold.jsonl", "--run", "run.jsonl", *more]) == 2
    assert f"found --run and {more[0]}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["", "a", "0.5,,0.6", "0.4:0.8", "0.8:0.4:0.1", "0.4:0.8:0", "0:2:1e-9", "2.1", "nan", "nan:1:1"]
)
def test_thresholds_that_are_none_are_wrong_usage(folder, capsys, text):
    with pytest.raises(SystemExit) as stopped:
        main(["eval", "sweep", "gold.jsonl", "--run", "run.jsonl", "--thresholds", text])
    assert stopped.value.code == 2
    assert "expected" in capsys.readouterr().err


def test_a_range_of_thresholds_includes_its_end():
    assert thresholds("0.4:0.8:0.025")[-1] == 0.8
    assert len(thresholds("0.4:0.8:0.025")) == 17


def test_further_questions_count_as_far_and_leave_the_golden_set_what_it_is(folder):
    (folder / "far.jsonl").write_text('{"qid": "f1", "question": "Who is who?"}\n{"id": 7, "question": "When?"}\n')
    golden = read_golden(folder / "gold.jsonl")
    found = with_far(golden, folder / "far.jsonl")
    assert [(one.id, one.answerable, one.distance) for one in found.questions[4:]] == [
        ("f1", False, "far"),
        ("7", False, "far"),
    ]
    assert found.sha256 == golden.sha256


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"id": "q1a", "question": "When?"}', "expected an id of its own"),
        ('{"id": "f1", "question": " "}', "an empty question"),
        ('{"id": "f1"}', "`question`"),
        ("", "found no question"),
    ],
)
def test_further_questions_that_are_none_are_refused(folder, line, message):
    from pincite.errors import GoldenError

    (folder / "far.jsonl").write_text(line + "\n")
    with pytest.raises(GoldenError, match=message):
        with_far(read_golden(folder / "gold.jsonl"), folder / "far.jsonl")
