import json
from dataclasses import replace
from importlib.resources import files

import jsonschema
import pytest

from pincite.cli.main import main
from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.refusal.far import with_far
from pincite.evaluate.runs.run_file import write_run
from pincite.types.run import Found, QueryResult
from runs import run_of
from small_course import write_course

REPORT = ["eval", "report", "new.jsonl", "old.jsonl", "--gold", "gold.jsonl", "--corpus", "docs", "--out", "page.html"]


def found(question, rank):
    """A question with its needle at `rank` (None: nowhere), the opening words of `long.md` everywhere else."""
    hits = [Found("long.md", 0, 6, 1.0 / n, 0.4 + n / 100) for n in range(1, 4)]
    if rank:
        span = question.spans[0]
        hits[rank - 1] = Found(span.document, span.start, span.end, 1.0 / rank, 0.3, (0,))
    return QueryResult(
        question.id,
        question.unit,
        question.answerable,
        question.answerable,
        rank,
        style=question.style,
        distance=question.distance,
        hits=tuple(hits),
    )


def write(name, folder, corpus, golden, rank, *, called=None):
    results = [found(one, rank if one.answerable else None) for one in sorted(golden.questions, key=lambda one: one.id)]
    made = run_of(called or name, results, golden=golden.sha256, corpus=corpus.counts, threshold=0.6)
    write_run(made, folder / f"{name}.jsonl")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Three needles in two phrasings and one question without an answer: `new` finds all, `old` none."""
    monkeypatch.chdir(tmp_path)
    corpus = read_corpus(write_course(tmp_path))
    golden = read_golden(tmp_path / "gold.jsonl", corpus)
    write("new", tmp_path, corpus, golden, 1)
    write("old", tmp_path, corpus, golden, None)
    return tmp_path


def read_json(capsys):
    told = json.loads(capsys.readouterr().out)
    jsonschema.validate(told, json.loads((files("pincite.cli") / "schemas" / "eval-report.json").read_text("utf-8")))
    return told


def test_a_report_is_a_page_and_the_same_as_markdown_and_json(folder, capsys):
    assert main([*REPORT, "--markdown", "page.md", "--date", "2026-12-02", "--json"]) == 0
    told = read_json(capsys)
    page, markdown = (folder / "page.html").read_text("utf-8"), (folder / "page.md").read_text("utf-8")
    assert told["date"] == "2026-12-02"
    assert "2026-12-02" in page
    assert "`2026-12-02`" in markdown
    assert [run["losses"]["counts"]["found"] for run in told["runs"]] == [6, 0]
    assert told["bluffs"][0]["evidence"][0]["text"] == "# Long"
    assert "+3 −0" in page
    assert "+3 −0" in markdown


def test_the_same_files_give_the_same_page(folder, capsys):
    assert main([*REPORT, "--date", "2026-12-02"]) == 0
    first = (folder / "page.html").read_bytes()
    assert main([*REPORT, "--force", "--date", "2026-12-02"]) == 0
    assert (folder / "page.html").read_bytes() == first
    assert "written: page.html" in capsys.readouterr().out


def test_one_run_alone_makes_a_report_without_comparisons(folder, capsys):
    assert main([*REPORT[:3], *REPORT[4:], "--json"]) == 0
    assert read_json(capsys)["comparisons"] == []
    assert '<h2 id="compared-h">' not in (folder / "page.html").read_text("utf-8")


def test_runs_of_one_name_are_called_by_their_files(folder, capsys):
    corpus = read_corpus(folder / "docs")
    write("old", folder, corpus, read_golden(folder / "gold.jsonl", corpus), None, called="new")
    assert main([*REPORT, "--json"]) == 0
    assert [run["name"] for run in read_json(capsys)["runs"]] == ["new.jsonl", "old.jsonl"]


def test_further_questions_of_the_run_are_given_again(folder, capsys):
    (folder / "far.jsonl").write_text('{"id": "f1", "question": "Who won the cup?"}\n')
    corpus = read_corpus(folder / "docs")
    golden = with_far(read_golden(folder / "gold.jsonl", corpus), folder / "far.jsonl")
    write("new", folder, corpus, golden, 1)
    arguments = [*REPORT[:3], *REPORT[4:]]
    assert main(arguments) == 1
    assert "give the golden set, and the further questions (--far), of the run" in capsys.readouterr().err
    assert main([*arguments, "--far", "far.jsonl", "--json"]) == 0
    assert read_json(capsys)["golden"]["unanswerable"] == 2


def test_another_corpus_is_refused(folder, capsys):
    (folder / "docs" / "tea.md").write_text("# Tea\n\nSomething else.\n")
    assert main(REPORT) == 1
    assert "give what the run was made with" in capsys.readouterr().err
    assert not (folder / "page.html").exists()


def test_what_is_read_is_never_written_over(folder, capsys):
    before = (folder / "new.jsonl").read_bytes()
    assert main([*REPORT[:-1], "new.jsonl"]) == 2
    assert "found new.jsonl among the files to read" in capsys.readouterr().err
    assert main([*REPORT, "--markdown", "page.html"]) == 2
    assert (folder / "new.jsonl").read_bytes() == before


def test_a_run_of_another_golden_set_is_refused(folder, capsys):
    corpus = read_corpus(folder / "docs")
    golden = replace(read_golden(folder / "gold.jsonl", corpus), sha256="8" * 64)
    write("new", folder, corpus, golden, 1)
    assert main([*REPORT[:3], *REPORT[4:]]) == 1
    assert "golden set 888888888888" in capsys.readouterr().err
