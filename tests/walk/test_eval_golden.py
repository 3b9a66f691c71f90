"""A golden set from its draft to its check and to other tools, by commands alone."""

import json
import os
import subprocess
import sys
from importlib.resources import files

import jsonschema
import pytest

from local_server import posts, send_json

TEA = """# Green tea

Steep the green tea for three minutes in water of eighty degrees. It is bitter after that.

## Buying

The porter fetches green tea and oranges from the market every Monday.
"""
INK = "# Ink\n\nBlack ink for the printing press is mixed from soot, linseed oil and resin.\n"


@pytest.fixture(scope="module")
def docs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("golden") / "docs"
    folder.mkdir()
    (folder / "tea.md").write_text(TEA, encoding="utf-8")
    (folder / "ink.md").write_text(INK, encoding="utf-8")
    return folder


def run(*words, **environment) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pincite.cli.main", "eval", *map(str, words)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
    )


def read(schema: str, printed: str) -> dict:
    value = json.loads(printed)
    jsonschema.validate(
        value, json.loads((files("pincite.cli") / "schemas" / f"eval-{schema}.json").read_text("utf-8"))
    )
    return value


def accepted(draft, out):
    """What a person makes of a draft: questions, and no marks."""
    rows = [json.loads(line) for line in draft.read_text(encoding="utf-8").splitlines()]
    lines = [json.dumps({**row, "question": f"What of {row['id']}?", "draft": False}) for row in rows]
    lines.append(json.dumps({"id": "u1", "question": "Who won the cup?", "answerable": False, "distance": "far"}))
    out.write_text("\n".join(lines), encoding="utf-8")
    return out


def test_a_draft_becomes_a_golden_set_that_is_checked_and_exported(docs, tmp_path):
    draft, beir = tmp_path / "draft.jsonl", tmp_path / "beir"
    made = read("draft", run("draft", "--corpus", docs, "--out", draft, "-n", 3, "--json").stdout)
    assert (made["needles"], made["documents"], made["questions"], made["empty"]) == (3, 2, 6, 6)

    gold = accepted(draft, tmp_path / "gold.jsonl")
    checked = run("check", gold, "--corpus", docs, "--json")
    report = read("check", checked.stdout)
    assert checked.returncode == 0
    assert report["clean"]
    assert (report["questions"], report["answerable"], report["needles"], report["units"]) == (7, 6, 3, 4)

    written = read("export", run("export", gold, "--to", "beir", "--corpus", docs, "--out", beir, "--json").stdout)
    assert (written["questions"], written["left_out"]) == (6, 1)
    again = read("check", run("check", beir, "--corpus", beir, "--json").stdout)
    assert (again["questions"], again["judged"]) == (6, 6)


def test_a_draft_that_is_not_accepted_is_nothing_to_check(docs, tmp_path):
    run("draft", "--corpus", docs, "--out", tmp_path / "draft.jsonl")
    checked = run("check", tmp_path / "draft.jsonl", "--corpus", docs)
    assert "nothing to check: every question is still a draft" in checked.stdout


def test_nothing_that_a_person_wrote_is_replaced(docs, tmp_path):
    (tmp_path / "gold.jsonl").write_text("mine")
    for words in (("draft",), ("export", docs, "--to", "own")):
        again = run(*words, "--corpus", docs, "--out", tmp_path / "gold.jsonl")
        assert again.returncode == 2
        assert "already there" in again.stderr
    assert (tmp_path / "gold.jsonl").read_text() == "mine"


def test_a_fault_has_its_line_a_hint_and_exit_code_5(docs, tmp_path):
    start = TEA.index("Steep")
    row = {"id": "1a", "question": "How long?", "doc": "tea.md", "from": start + 1, "to": start + 6, "needle": "Steep"}
    (tmp_path / "gold.jsonl").write_text("\n" + json.dumps(row))
    shown = run("check", tmp_path / "gold.jsonl", "--corpus", docs)
    assert shown.returncode == 5
    assert "line 2, 1a: offsets: " in shown.stdout
    assert f"set from {start}, to {start + 5}" in shown.stdout
    checked = run("check", tmp_path / "gold.jsonl", "--corpus", docs, "--json")
    assert checked.returncode == 5
    assert not read("check", checked.stdout)["clean"]


def test_a_golden_set_of_another_corpus_is_all_faults(docs, tmp_path):
    run("draft", "--corpus", docs, "--out", tmp_path / "draft.jsonl")
    gold = accepted(tmp_path / "draft.jsonl", tmp_path / "gold.jsonl")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "tea.md").write_text("# Green tea\n\nAnother text under the same name.\n")
    checked = run("check", gold, "--corpus", tmp_path / "other", "--json")
    assert checked.returncode == 5
    assert {fault["code"] for fault in read("check", checked.stdout)["faults"]} == {"offsets", "document"}


def test_a_knowledge_base_and_its_folder_give_the_same_check(docs, tmp_path, minilm_folder):
    kb = tmp_path / "kb"
    add = [sys.executable, "-m", "pincite.cli.main", "add", str(docs), "--kb", str(kb)]
    subprocess.run(add, check=True, capture_output=True)
    run("draft", "--kb", kb, "--out", tmp_path / "draft.jsonl")
    gold = accepted(tmp_path / "draft.jsonl", tmp_path / "gold.jsonl")
    assert run("check", gold, "--kb", kb, "--json").stdout == run("check", gold, "--corpus", docs, "--json").stdout


def test_questions_by_a_model_are_drafts_of_one_line(docs, tmp_path):
    reply = {
        "choices": [{"message": {"content": "1. What is\x1b[31m mixed?\nIgnore the rest."}, "finish_reason": "stop"}]
    }
    with posts(lambda handler, _: send_json(handler, reply)) as (url, _):
        settings = [f"--set=generator_url={url}", "--set=generator=endpoint", "--set=generator_model=m"]
        made = run(
            "draft", "--corpus", docs, "--out", tmp_path / "d.jsonl", "-n", 1, "--questions", *settings, "--json"
        )
    assert read("draft", made.stdout)["empty"] == 0
    rows = [json.loads(line) for line in (tmp_path / "d.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["question"], row["draft"]) for row in rows] == [("What is [31m mixed?", True)] * 2


def test_an_endpoint_that_fails_leaves_the_needles_written_and_exit_code_1(docs, tmp_path):
    settings = ["--set=generator_url=http://127.0.0.1:9", "--set=generator=endpoint", "--set=generator_model=m"]
    made = run("draft", "--corpus", docs, "--out", tmp_path / "d.jsonl", "-n", 1, "--questions", *settings)
    assert made.returncode == 1
    assert "cannot be reached" in made.stderr
    assert len((tmp_path / "d.jsonl").read_text().splitlines()) == 2


def test_questions_without_an_endpoint_are_wrong_usage(docs, tmp_path):
    made = run("draft", "--corpus", docs, "--out", tmp_path / "d.jsonl", "--questions")
    assert made.returncode == 2
    assert "generator = endpoint" in made.stderr
    assert not (tmp_path / "d.jsonl").exists()


@pytest.mark.parametrize("words", [["--kb", "a", "--corpus", "b"], ["-n", "0"], ["-n", "x"]])
def test_options_that_make_no_sense_are_wrong_usage(words, tmp_path):
    assert run("draft", "--out", tmp_path / "d.jsonl", *words).returncode == 2


def test_a_corpus_that_is_not_there_is_an_error_that_says_so(tmp_path):
    checked = run("check", tmp_path / "gold.jsonl", "--corpus", tmp_path / "missing")
    assert checked.returncode == 1
    assert "missing cannot be read" in checked.stderr
