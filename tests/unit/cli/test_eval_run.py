"""`eval run` and `eval strategies` on a small corpus, with an embedder whose rules a reader can follow."""

import json
from importlib.resources import files

import jsonschema
import pytest

from fakes import FakeEmbedder
from pincite.cli.main import main
from pincite.config import Config
from pincite.evaluate.golden.qrels import read_trec_run
from pincite.evaluate.runs.run_file import read_run
from pincite.gate.probability import SIGNALS
from pincite.gate.signals.example import SEEN
from pincite.knowledge_base import models
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.calibration import Calibration, Rate
from small_course import write_course


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A folder with `docs`, `gold.jsonl` and the knowledge base `kb`."""
    write_course(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(models, "load_embedder", lambda *_, **__: FakeEmbedder(projection=None))
    with KnowledgeBase("kb", config=Config(), embedder=FakeEmbedder(projection=None)) as kb:
        kb.add("docs")
    return tmp_path


def printed(capsys, schema):
    found = json.loads(capsys.readouterr().out)
    jsonschema.validate(found, json.loads((files("pincite.cli") / "schemas" / f"{schema}.json").read_text("utf-8")))
    return found


def test_a_knowledge_base_is_asked_and_the_table_shown(course, capsys):
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("3 documents, ")
    assert "7 questions asked, 0 drafts left out" in shown
    assert "default, hybrid" in shown
    assert "style:ticket" in shown
    assert "at worst" in shown


def test_the_json_has_the_whole_runs_row_on_top_and_its_parts_below(course, capsys):
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--depth", "10", "--json"]) == 0
    found = printed(capsys, "eval-run")
    assert (found["strategy"], found["retriever"], found["part"], found["n"]) == ("default", "hybrid", "all", 6)
    assert [part["part"] for part in found["parts"]] == ["style:course", "style:ticket"]
    assert set(found["R@8"]) == {"value", "low", "high"}
    assert "R@20" not in found
    assert (found["golden"]["questions"], found["corpus"]["documents"], found["depth"]) == (7, 3, 10)


def test_a_knowledge_base_and_its_corpus_in_memory_find_the_same(course, capsys):
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--out", "kb.run.jsonl"]) == 0
    assert main(["eval", "run", "gold.jsonl", "--corpus", "docs", "--out", "memory.run.jsonl"]) == 0
    door, memory = (read_run(course / f"{name}.run.jsonl") for name in ("kb", "memory"))
    assert door.corpus == memory.corpus
    assert door.costs == memory.costs
    assert [one.rank for one in door.results] == [one.rank for one in memory.results]


def test_the_file_of_a_run_is_the_same_whatever_the_number_of_workers(course, capsys):
    for workers in ("1", "3"):
        assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--workers", workers, "--out", f"{workers}.jsonl"]) == 0
    assert (course / "1.jsonl").read_bytes() == (course / "3.jsonl").read_bytes()


def test_a_trec_file_has_every_document_once_a_question(course, capsys):
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--trec", "run.trec", "--name", "mine"]) == 0
    lines = [line.split() for line in (course / "run.trec").read_text("utf-8").splitlines()]
    assert len({(line[0], line[2]) for line in lines}) == len(lines)
    assert {line[5] for line in lines} == {"mine"}
    assert len(read_trec_run(course / "run.trec")) == 7


def test_destroyed_needles_are_named(course, capsys):
    assert main(["eval", "run", "gold.jsonl", "--corpus", "docs", "--strategy", "A", "--rerank", "none"]) == 0
    shown = capsys.readouterr().out
    assert "destroyed: n3\n" in shown
    assert "A, hybrid" in shown


def test_mode_and_rerank_are_named_in_the_run(course, capsys):
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--mode", "lexical", "--rerank", "none", "--json"]) == 0
    assert printed(capsys, "eval-run")["retriever"] == "lexical"


def test_a_reranker_that_was_asked_for_and_cannot_run_is_an_error(course, capsys):
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--rerank", "late"]) == 1
    assert "0 of 7 questions were answered" in capsys.readouterr().err


def test_a_strategy_needs_a_corpus(course, capsys):
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--strategy", "E"]) == 2
    assert "a knowledge base is cut already" in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["0", "nan", "inf", "-1"])
def test_a_deadline_that_is_no_time_is_wrong_usage(seconds, capsys):
    assert main(["eval", "run", "gold.jsonl", f"--deadline={seconds}"]) == 2
    assert "--deadline" in capsys.readouterr().err


def test_a_golden_set_of_other_documents_is_an_error_that_names_them(course, capsys):
    (course / "docs" / "tea.md").unlink()
    assert main(["eval", "run", "gold.jsonl", "--corpus", "docs"]) == 1
    assert "'tea.md'" in capsys.readouterr().err


def test_strategies_print_rows_pairs_costs_and_times(course, capsys):
    assert main(["eval", "strategies", "docs", "gold.jsonl", "--strategies", "A,E,default"]) == 0
    shown = capsys.readouterr().out
    for words in ("3 documents", "profile product", "E hybrid", "tokens of a prompt", "ms on one thread", "by needle"):
        assert words in shown


def test_strategies_print_json_and_write_every_run(course, capsys):
    command = ["eval", "strategies", "docs", "gold.jsonl", "--strategies", "E,C", "--json", "--out", "runs"]
    assert main([*command, "--profile", "seed"]) == 0
    found = printed(capsys, "eval-strategies")
    assert [(row["strategy"], row["retriever"]) for row in found["rows"]] == [
        (name, retriever) for name in "CE" for retriever in ("dense", "lexical", "hybrid")
    ]
    assert set(found["costs"]) == set(found["stages"]) == {"C", "E"}
    assert {file.name for file in (course / "runs").iterdir()} == {
        f"{name}-{retriever}.run.jsonl" for name in "CE" for retriever in ("dense", "lexical", "hybrid")
    }
    assert read_run(course / "runs" / "E-hybrid.run.jsonl").settings["profile"] == "seed"


def test_a_name_that_is_no_strategy_is_wrong_usage(course, capsys):
    assert main(["eval", "strategies", "docs", "gold.jsonl", "--strategies", "Z"]) == 2
    assert "found the strategies Z" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--out", "gold.jsonl"], "found gold.jsonl among the files to read"),
        (["--trec", "gold.jsonl", "--force"], "found gold.jsonl among the files to read"),
        (["--out", "x", "--trec", "x"], "found x among the files to read"),
        (["--out", "."], "found a folder for --out ."),
        (["--out", "no/x"], "found no folder no"),
        (["--out", "notes.txt"], "found notes.txt already there"),
        (["--trec", "notes.txt"], "found notes.txt already there"),
    ],
)
def test_a_place_that_a_run_cannot_be_written_to_is_refused_before_anything_is_asked(course, capsys, options, said):
    (course / "notes.txt").write_text("mine")
    before = (course / "gold.jsonl").read_bytes()
    assert main(["eval", "run", "gold.jsonl", "--corpus", "docs", *options]) == 2
    assert said in capsys.readouterr().err
    assert (course / "gold.jsonl").read_bytes() == before
    assert (course / "notes.txt").read_text() == "mine"


def test_what_is_there_is_replaced_with_force_only(course, capsys):
    asked = ["eval", "run", "gold.jsonl", "--kb", "kb", "--out", "x.run"]
    assert [main(asked), main(asked), main([*asked, "--force"])] == [0, 2, 0]
    assert "replace it with --force" in capsys.readouterr().err
    swept = ["eval", "sweep", "gold.jsonl", "--run", "x.run", "--out", "x.json"]
    assert [main(swept), main(swept), main([*swept, "--force"])] == [0, 2, 0]
    report = ["eval", "report", "x.run", "--gold", "gold.jsonl", "--kb", "kb", "--out", "x.html", "--markdown", "x.md"]
    assert [main(report), main(report), main([*report, "--force"])] == [0, 2, 0]


def test_an_empty_golden_set_is_said_to_be_empty(course, capsys):
    (course / "empty.jsonl").write_text("\n")
    assert main(["eval", "run", "empty.jsonl", "--kb", "kb"]) == 1
    assert "empty.jsonl is empty, expected JSON Lines" in capsys.readouterr().err


def test_an_older_run_is_written_over_with_force_and_a_name_that_is_no_text_can_be_written(course, capsys):
    for name in ("one", "\udcff"):
        files = ["--out", "x.run", "--trec", f"{name == 'one'}.trec", "--force"]
        assert main(["eval", "run", "gold.jsonl", "--corpus", "docs", "--name", name, *files]) == 0
    assert read_run(course / "x.run").name == "\ufffd"


def test_more_workers_than_questions_are_not_started(course, capsys):
    assert main(["eval", "run", "gold.jsonl", "--corpus", "docs", "--workers", "999999999"]) == 0


def test_in_another_folder_a_knowledge_base_changes_nothing_but_the_order_of_equal_scores(course, capsys):
    runs = []
    for folder in ("docs", "elsewhere"):
        if folder != "docs":
            (course / "docs").rename(course / folder)
        with KnowledgeBase(f"kb {folder}", config=Config(), embedder=FakeEmbedder(projection=None)) as kb:
            kb.add(folder)
        assert main(["eval", "run", "gold.jsonl", "--kb", f"kb {folder}", "--out", f"{folder}.run"]) == 0
        runs.append(read_run(course / f"{folder}.run"))
    one, other = runs
    assert one.corpus == other.corpus
    assert [result.rank for result in one.results] == [result.rank for result in other.results]
    for mine, theirs in zip(one.results, other.results, strict=True):
        assert {(hit.document, hit.start) for hit in mine.hits} == {(hit.document, hit.start) for hit in theirs.hits}


def calibrated(intercept, cut=0.5):
    """A calibration whose model gives every question the same chance."""
    flat = {"weights": dict.fromkeys(SIGNALS, 0.0), "common": dict.fromkeys(SIGNALS, 0.0), "intercept": intercept}
    model = {"name": "m", "fingerprint": "fake", "fitted_on": {}, **flat}
    rates = {"bluffs": {}, "given_up": Rate(0, 0, None, None), "certificates": ()}
    kept = {"weights": "refitted", "embedder": "fake-words", "fingerprint": "fake", "contents": "c", "golden": "g"}
    return Calibration(
        "calibrated", cut, model, out_of_domain="", questions={}, settings={}, date="2026-12-02", **kept, **rates
    )


@pytest.mark.parametrize(("intercept", "passes"), [(1.0, True), (-1.0, False)])
def test_the_gate_in_force_is_what_run_sweep_and_gate_measure(course, capsys, monkeypatch, intercept, passes):
    monkeypatch.setattr("pincite.evaluate.runs.chances.Chances.hear", _hear)
    with KnowledgeBase("kb", config=Config(), embedder=FakeEmbedder(projection=None)) as kb:
        kb.set_calibration(calibrated(intercept))
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--out", "c.run", "--json"]) == 0
    in_force = json.loads(capsys.readouterr().out)["in_force"]
    assert (in_force["method"], in_force["cut"]) == ("calibrated", 0.5)
    assert (in_force["given_up"]["count"] == 0) is passes
    assert (in_force["bluffs"]["count"] == in_force["bluffs"]["n"] > 0) is passes
    assert main(["eval", "sweep", "gold.jsonl", "--run", "c.run", "--json"]) == 0
    swept = json.loads(capsys.readouterr().out)
    assert swept["in_force"] == in_force
    assert not any(row["current"] for row in swept["rows"])
    assert main(["eval", "gate", "gold.jsonl", "--run", "c.run", "--baseline", "b.json", "--update"]) == 0
    baseline = json.loads((course / "b.json").read_text("utf-8"))
    assert (baseline["setup"]["gate"], baseline["setup"]["cut"]) == ("calibrated", 0.5)
    assert {row["outcome"] for row in baseline["questions"].values()} <= (
        {"right", "wrong", "bluff"} if passes else {"given up", "refused"}
    )


def _hear(self, result):
    """As if the search had given signals, which a fake embedder's does not."""
    if self._gate is not None:
        self._found[result.query] = self._gate.model.judge(SEEN).probability


def test_a_search_without_signals_is_refused_by_the_calibrated_gate_as_ask_does(course, capsys):
    with KnowledgeBase("kb", config=Config(), embedder=FakeEmbedder(projection=None)) as kb:
        kb.set_calibration(calibrated(50.0, cut=0.0))
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--out", "c.run", "--json"]) == 0
    captured = capsys.readouterr()
    in_force = json.loads(captured.out)["in_force"]
    assert in_force["bluffs"]["count"] == 0
    assert in_force["given_up"]["count"] == in_force["given_up"]["n"]
    assert "the calibration is stale" in captured.err


def test_a_run_by_the_distance_has_the_form_that_older_versions_wrote(course):
    assert main(["eval", "run", "gold.jsonl", "--kb", "kb", "--out", "d.run"]) == 0
    lines = [json.loads(line) for line in (course / "d.run").read_text("utf-8").splitlines()]
    assert "cut" not in lines[0]
    assert not any("chance" in line for line in lines)
