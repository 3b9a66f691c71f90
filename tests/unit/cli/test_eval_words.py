"""What the measurements say: one question is one, and nothing that a person should know is left out."""

import json

import pytest

from fakes import FakeEmbedder
from pincite.cli.main import main
from pincite.knowledge_base import models

BOILER = "The boiler in the cellar is serviced every October by an outside firm."


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """One document of one needle, a table without any, and a golden set of one question."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(models, "load_embedder", lambda *_, **__: FakeEmbedder(projection=None))
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "house.md").write_text(BOILER)
    (tmp_path / "notes" / "prices.csv").write_text("item,price\npump,18\n")
    row = {"id": "q-1", "question": "Who repairs the heating?", "doc": "house.md", "from": 0, "to": len(BOILER)}
    (tmp_path / "gold.jsonl").write_text(json.dumps(row) + "\n")
    return tmp_path


def said(capsys, *words):
    assert main(["eval", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_one_question_is_one_everywhere(capsys):
    corpus = ["--corpus", "notes"]
    shown = said(capsys, "check", "gold.jsonl", *corpus)
    shown += said(capsys, "run", "gold.jsonl", *corpus, "--out", "now.jsonl")
    shown += said(capsys, "run", "gold.jsonl", *corpus, "--mode", "lexical", "--name", "words", "--out", "words.jsonl")
    shown += said(capsys, "compare", "now.jsonl", "words.jsonl")
    shown += said(capsys, "sweep", "gold.jsonl", "--run", "now.jsonl")
    shown += said(capsys, "gate", "gold.jsonl", "--run", "now.jsonl", "--baseline", "base.json", "--update")
    shown += said(capsys, "gate", "gold.jsonl", "--run", "now.jsonl", "--baseline", "base.json")
    shown += said(capsys, "report", "now.jsonl", "--gold", "gold.jsonl", *corpus, "--out", "a.html")
    shown += said(capsys, "export", "gold.jsonl", *corpus, "--to", "trec", "--out", "trec")
    for noun in ("question", "needle", "bluff", "chunk", "hit"):
        assert f" 1 {noun}s" not in f" {shown}".replace("\n", " ")
    assert "1 question, 1 needle, 0 unanswerable" in shown
    assert "1 question asked, 0 drafts left out" in shown
    assert "1 question written: trec" in shown


@pytest.mark.usefixtures("folder")
def test_a_document_that_no_needle_comes_from_is_named(capsys):
    shown = said(capsys, "draft", "--corpus", "notes", "--out", "draft.jsonl")
    assert "no sentence is fit in prices.csv: write questions to them by hand" in shown
    assert "1 needle of 1 of 2 documents, 2 drafts: draft.jsonl" in shown


@pytest.mark.usefixtures("folder")
def test_a_document_that_was_not_drawn_from_is_not_called_unfit(capsys):
    assert "no sentence is fit" not in said(capsys, "draft", "--corpus", "notes", "--out", "draft.jsonl", "-n", "1")


@pytest.mark.usefixtures("folder")
def test_a_run_in_the_place_of_a_golden_set_is_called_a_run(capsys):
    said(capsys, "run", "gold.jsonl", "--corpus", "notes", "--out", "now.jsonl")
    assert main(["eval", "run", "now.jsonl", "--corpus", "notes"]) == 1
    assert "found a run" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_documents_and_golden_set_in_each_other_s_place_are_told(capsys):
    assert main(["eval", "strategies", "gold.jsonl", "notes"]) == 1
    assert "may stand in each other's place" in capsys.readouterr().err
