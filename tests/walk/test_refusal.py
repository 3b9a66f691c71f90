"""A threshold swept and a deploy gated over a real index: the sweep must say what `ask` does, the gate what has changed."""

import json
import subprocess
import sys
from importlib.resources import files

import jsonschema
import pytest

NOTES = {
    "bees.md": "# Bees\n\n## Winter\n\nA colony of honey bees eats about twelve kilos of stored honey before March.\n\n"
    "## Summer\n\nSwarms leave an old hive on a warm morning, usually between ten and two o'clock.\n",
    "boiler.md": "# Boiler\n\nThe boiler in building C is serviced by an outside firm every second October.\n",
}
QUESTIONS = {
    "q1a": ("How much honey does a colony eat before March?", "bees.md", "twelve kilos of stored honey"),
    "q1b": ("What does a hive need to get by in the cold?", "bees.md", "twelve kilos of stored honey"),
    "q2a": ("At what time of day do swarms leave a hive?", "bees.md", "between ten and two o'clock"),
    "q2b": ("When is it likely that they all fly off?", "bees.md", "between ten and two o'clock"),
    "q3a": ("How often is the boiler serviced?", "boiler.md", "every second October"),
    "q3b": ("Who looks after the heating, and when do they come?", "boiler.md", "every second October"),
    "u1": ("How many eggs does a queen lay in a day?", "near", None),
    "u2": ("How do I renew my passport?", "far", None),
}


def run(folder, *words) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)


def read(schema, printed):
    found = json.loads(printed)
    jsonschema.validate(found, json.loads((files("pincite.cli") / "schemas" / f"{schema}.json").read_text("utf-8")))
    return found


def line(id_, question, where, needle):
    if needle is None:
        return {"id": id_, "question": question, "answerable": False, "distance": where}
    start = NOTES[where].index(needle)
    return {"id": id_, "question": question, "doc": where, "from": start, "to": start + len(needle), "needle": needle}


@pytest.fixture(scope="module")
def folder(tmp_path_factory, minilm_folder):
    folder = tmp_path_factory.mktemp("refusal")
    (folder / "notes").mkdir()
    for name, text in NOTES.items():
        (folder / "notes" / name).write_text(text, encoding="utf-8")
    rows = [json.dumps(line(id_, *one)) + "\n" for id_, one in QUESTIONS.items()]
    (folder / "gold.jsonl").write_text("".join(rows), encoding="utf-8")
    assert run(folder, "add", "notes", "--kb", "kb").returncode == 0
    assert run(folder, "eval", "run", "gold.jsonl", "--kb", "kb", "--out", "run.jsonl").returncode == 0
    return folder


@pytest.mark.parametrize("threshold", ["0.4", "0.6", "0.8"])
def test_the_sweep_counts_what_ask_answers_and_refuses(folder, threshold):
    swept = run(folder, "eval", "sweep", "gold.jsonl", "--run", "run.jsonl", "--thresholds", threshold, "--json")
    row = next(row for row in read("eval-sweep", swept.stdout)["rows"] if row["threshold"] == float(threshold))
    asked = run(folder, "ask", "--questions", "gold.jsonl", "--kb", "kb", "--threshold", threshold, "--json")
    answered = {one["id"] for one in map(json.loads, asked.stdout.splitlines()) if one["answered"]}
    assert row["bluffs"]["count"] == len(answered & {"u1", "u2"})
    assert row["given_up"]["count"] == len({id_ for id_ in QUESTIONS if id_.startswith("q")} - answered)


def test_a_corpus_without_an_index_is_swept_alike_and_further_questions_count_as_far(folder):
    (folder / "far.jsonl").write_text('{"qid": "f1", "question": "Who won the election in Norway?"}\n')
    words = ("eval", "sweep", "gold.jsonl", "--thresholds", "0.6", "--far", "far.jsonl", "--json")
    by_corpus = read("eval-sweep", run(folder, *words, "--corpus", "notes").stdout)
    by_index = read("eval-sweep", run(folder, *words, "--kb", "kb").stdout)
    assert by_corpus["rows"] == by_index["rows"]
    assert by_corpus["rows"][0]["bluffs_by_kind"]["far"]["n"] == 2


def test_the_gate_passes_its_own_baseline_and_stops_another_corpus_under_the_same_name(folder):
    gate = ("eval", "gate", "gold.jsonl", "--corpus", "notes", "--baseline", "baseline.json")
    assert run(folder, *gate).returncode == 1
    assert run(folder, *gate, "--update").returncode == 0
    assert read("eval-gate", run(folder, *gate, "--json").stdout)["clean"]
    with (folder / "notes" / "boiler.md").open("a", encoding="utf-8") as file:
        file.write("\nNobody asked for this sentence.\n")
    stopped = run(folder, *gate, "--json")
    checks = read("eval-gate", stopped.stdout)["checks"]
    assert stopped.returncode == 5
    assert [check["name"] for check in checks if not check["passed"]] == ["corpus"]
    assert run(folder, *gate, "--update").returncode == 1
    assert run(folder, *gate, "--update", "--accept-corpus").returncode == 0
    assert run(folder, *gate).returncode == 0
