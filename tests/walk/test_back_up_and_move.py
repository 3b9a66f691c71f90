"""A knowledge base carried elsewhere, by the commands, with the real model: the same hits, quotes and refusals."""

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

HANDBOOK = Path(__file__).parents[2] / "docs" / "handbook"
QUESTIONS = (
    "Why does a blind cut destroy an answer?",
    "What is a seal?",
    "How do I renew my passport?",
    "Which exit code says that some documents failed?",
)


def run(*words) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env=os.environ
    )


def read(schema, asked):
    assert asked.returncode == 0, asked.stderr
    value = json.loads(asked.stdout)
    jsonschema.validate(value, json.loads((files("pincite.cli") / "schemas" / f"{schema}.json").read_text("utf-8")))
    return value


@pytest.fixture(scope="module")
def kb(tmp_path_factory, minilm_folder):
    folder = tmp_path_factory.mktemp("carried")
    assert run("add", HANDBOOK, "--kb", folder / "kb").returncode == 0
    lines = [json.dumps({"id": number, "question": question}) for number, question in enumerate(QUESTIONS)]
    (folder / "questions.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return folder / "kb"


def told(kb):
    questions = kb.parent / "questions.jsonl"
    answers = run("ask", "--questions", questions, "--kb", kb).stdout
    assert '"answered": true' in answers
    assert '"answered": false' in answers
    return answers, run("search", "--queries", questions, "-k", 20, "--kb", kb).stdout


@pytest.mark.parametrize("options", [["--vectors"], []], ids=["with vectors", "embedded anew"])
def test_an_export_and_its_import_give_the_same_answers_citations_and_hits(kb, tmp_path, options):
    exported = read("export", run("export", tmp_path / "out.zip", "--kb", kb, "--json", *options))
    imported = read("import", run("import", tmp_path / "out.zip", "--kb", tmp_path / "kb", "--json"))
    assert imported["added"] == exported["documents"] == len(list(HANDBOOK.glob("*.md")))
    assert imported["chunks"] == exported["chunks"]
    assert {one["vectors"] for one in imported["documents"]} == {bool(options)}
    (tmp_path / "questions.jsonl").write_text((kb.parent / "questions.jsonl").read_text("utf-8"), "utf-8")
    assert told(tmp_path / "kb") == told(kb)
    assert run("doctor", "--kb", tmp_path / "kb").returncode == 0


def test_a_backup_answers_as_the_knowledge_base_does(kb, tmp_path):
    made = read("backup", run("backup", tmp_path / "kb", "--kb", kb, "--json"))
    (tmp_path / "questions.jsonl").write_text((kb.parent / "questions.jsonl").read_text("utf-8"), "utf-8")
    assert told(tmp_path / "kb") == told(kb)
    assert made["bytes"] == sum(file.stat().st_size for file in (tmp_path / "kb").glob("knowledge_base.db*"))
    again = run("backup", tmp_path / "kb", "--kb", kb)
    assert again.returncode == 2
    assert "--force" in again.stderr
