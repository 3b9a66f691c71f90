"""The commands as a person and a program use them: words in, text or JSON out, and an exit code."""

import json
import os
import subprocess
import sys
from importlib.resources import files

import jsonschema
import pytest

HANDOUT = """# Leave policy

## Notice

Ask for leave at least **fourteen days** before the first day. Form RULE-A002 is signed by the head of the group.

## Carry over

Unused days move to the next year until the end of March. After that they lapse, except during parental leave.
"""
PARIS = "# Heating\n\nThe boiler in building C is serviced every October by an outside firm.\n"


@pytest.fixture(scope="module")
def kb(tmp_path_factory, minilm_folder):
    folder = tmp_path_factory.mktemp("walk")
    (folder / "docs").mkdir()
    (folder / "docs" / "leave.md").write_text(HANDOUT, encoding="utf-8")
    (folder / "docs" / "heating.md").write_text(PARIS, encoding="utf-8")
    assert run("add", folder / "docs", "--kb", folder / "kb", "--tag", "house").returncode == 0
    return folder / "kb"


def run(*words, **environment) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
    )


def read(schema: str, printed: str) -> dict:
    """The JSON that a command printed, once it has proved to be of the published form."""
    value = json.loads(printed)
    jsonschema.validate(value, json.loads((files("pincite.cli") / "schemas" / f"{schema}.json").read_text("utf-8")))
    return value


def test_a_question_is_answered_with_a_citation_whose_quote_is_the_document(kb):
    asked = run("ask", "How long before my holiday must I ask for leave?", "--kb", kb, "--json")
    answer = read("ask", asked.stdout)
    assert asked.returncode == 0
    assert answer["answered"]
    assert "fourteen days" in answer["answer"]
    first = answer["citations"][0]
    assert HANDOUT[first["from"] : first["to"]] == first["quote"]
    assert first["fragment"] == f"#char={first['from']},{first['to']}"


def test_a_question_from_another_world_is_refused_with_its_numbers_and_exit_code_3(kb):
    asked = run("ask", "What is the offside rule in football?", "--kb", kb, "--json")
    answer = read("ask", asked.stdout)
    assert asked.returncode == 3
    assert answer["answered"] is False
    assert answer["gate"]["best_distance"] >= answer["gate"]["threshold"]
    assert answer["reason"].startswith("nothing under cosine distance")
    assert answer["nearest"]


def test_an_identifier_is_found_by_its_part_and_the_whole_one_ranks_first(kb):
    printed = run("search", "A002", "--kb", kb, "--mode", "lexical", "--rerank", "none", "--json").stdout
    hits = read("search", printed)["hits"]
    assert len(hits) == 1
    assert "RULE-A002" in hits[0]["quote"]


def test_filters_keep_documents_out_and_a_wrong_one_says_what_is_accepted(kb):
    inside = run("search", "service", "--kb", kb, "--filter", "name:heat*", "tag:house", "type:md", "--json")
    assert {hit["document_name"] for hit in json.loads(inside.stdout)["hits"]} == {"heating.md"}
    wrong = run("search", "service", "--kb", kb, "--filter", "colour:red")
    assert wrong.returncode == 2
    assert "folder:" in wrong.stderr


def test_many_questions_come_back_one_per_line_in_order(kb, tmp_path):
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"id": "a", "question": "Who services the boiler?"}\n{"id": "b", "question": " "}\n', "utf-8")
    lines = [json.loads(line) for line in run("ask", "--questions", questions, "--kb", kb).stdout.splitlines()]
    assert [line["id"] for line in lines] == ["a", "b"]
    assert lines[0]["answered"]
    assert "empty" in lines[1]["error"]["message"]


def test_status_counts_what_is_there_and_doctor_finds_it_clean(kb):
    status = read("status", run("status", "--kb", kb, "--documents", "--json").stdout)
    assert [record["name"] for record in status["list"]] == ["heating.md", "leave.md"]
    assert status["documents"] == 2
    assert status["states"] == {"indexed": 2}
    assert status["chunks"] == len(json.loads(run("search", "the", "-k", "50", "--kb", kb, "--json").stdout)["hits"])
    assert status["over_window"] == 0
    assert status["stale"] == 0
    assert run("doctor", "--kb", kb).returncode == 0
    assert read("doctor", run("doctor", "--kb", kb, "--json").stdout)["clean"]


def test_another_embedder_is_refused_and_both_are_named(kb):
    asked = run("search", "boiler", "--kb", kb, "--embedder", "multilingual")
    assert asked.returncode == 1
    assert "all-minilm-l6-v2" in asked.stderr
    assert "multilingual" in asked.stderr


def test_an_unknown_setting_names_the_nearest_one(kb):
    asked = run("ask", "x", "--kb", kb, "--set", "treshold=0.5")
    assert asked.returncode == 2
    assert "Did you mean `threshold`?" in asked.stderr


def test_a_folder_without_a_knowledge_base_says_so(tmp_path):
    asked = run("search", "x", "--kb", tmp_path / "none")
    assert asked.returncode == 1
    assert "pincite add" in asked.stderr
    assert not (tmp_path / "none").exists()


def test_the_seed_rule_prints_five_names_a_chunk(tmp_path):
    file = tmp_path / "a.md"
    file.write_text("lost 🙂\n## Tea\nGreen.\n", encoding="utf-8")
    printed = run("chunk", file, "--strategy", "seed", "--title", "Drinks")
    assert [json.loads(line) for line in printed.stdout.splitlines()] == [
        {"text": "[Drinks > Tea]\nGreen.", "content": "Green.", "section": "Tea", "from": 14, "to": 20}
    ]


def test_no_escape_sequence_of_a_document_reaches_the_terminal(tmp_path, minilm_folder):
    (tmp_path / "evil.txt").write_text("The door code is \x1b[31m1234\x1b[0m, says the porter of the house.", "utf-8")
    run("add", tmp_path / "evil.txt", "--kb", tmp_path / "kb")
    shown = run("search", "door code", "--kb", tmp_path / "kb").stdout
    assert "\x1b" not in shown
    assert r"\x1b[31m1234" in shown


def test_every_other_output_is_of_its_published_form(tmp_path, minilm_folder):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(HANDOUT, "utf-8")
    (tmp_path / "docs" / "b.md").write_text(HANDOUT, "utf-8")
    (tmp_path / "docs" / "empty.md").write_text("", "utf-8")
    kb = tmp_path / "kb"
    added = run("add", tmp_path / "docs", "--kb", kb, "--json")
    assert added.returncode == 4
    report = read("add", added.stdout)
    assert (report["added"], [f["code"] for f in report["failed"]], len(report["same"])) == (2, ["empty"], 1)
    assert read("add", run("reindex", "--kb", kb, "--json").stdout)["replaced"] == 2
    assert read("add", run("retry", tmp_path / "docs", "--kb", kb, "--json").stdout)["failed"]
    assert read("add", run("remove", tmp_path / "docs" / "b.md", "--kb", kb, "--json").stdout)["removed"] == 1
    assert read("extract", run("extract", tmp_path / "docs" / "a.md", "--json").stdout)["text"] == HANDOUT
    assert read("weights", run("weights", "--json").stdout)["weights"][0]["state"] == "here"
    for line in run("chunk", tmp_path / "docs" / "a.md").stdout.splitlines():
        assert read("chunk", line)["content"]


def test_many_questions_to_a_folder_without_a_knowledge_base_are_one_error(tmp_path):
    questions = tmp_path / "questions.jsonl"
    questions.write_text('{"id": "a", "question": "Who?"}\n', "utf-8")
    asked = run("ask", "--questions", questions, "--kb", tmp_path / "none")
    assert (asked.returncode, asked.stdout) == (1, "")
