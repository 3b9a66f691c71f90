"""What is written is read back the same, and other tools rank by it as we do."""

import json

import ir_measures
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pincite.errors import GoldenError
from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.golden.qrels import escaped, read_qrels, read_trec_run
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.golden.write import (
    ChunkPlace,
    qrels_of,
    with_needles,
    write_beir,
    write_own,
    write_qrels,
    write_trec,
    write_trec_run,
)
from pincite.types.golden import GoldenSet, Question, Span

ANSWERED = Question("1a", "What is\ttea?", "1", True, (Span("my tea.md", 0, 3),), style="ticket", line=1)
BOTH = Question("2", "Which two?", "2", True, (Span("my tea.md", 0, 3), Span("b", 1, 2)), rule="all", line=2)
NONE = Question("3", "Who won?", "3", False, distance="far", line=3)
GOLD = GoldenSet("gold.jsonl", (ANSWERED, BOTH, NONE), "0" * 64)


def corpus(tmp_path):
    path = tmp_path / "c.jsonl"
    rows = [{"doc_id": "my tea.md", "text": "Tea is old."}, {"doc_id": "b", "text": "Bee."}]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return read_corpus(path)


def test_our_own_form_comes_back_the_same(tmp_path):
    write_own(GOLD.questions, tmp_path / "g.jsonl")
    assert read_golden(tmp_path / "g.jsonl").questions == GOLD.questions


def test_needles_are_filled_in_from_the_documents(tmp_path):
    filled = with_needles(GOLD, corpus(tmp_path))
    assert [span.needle for question in filled.questions for span in question.spans] == ["Tea", "Tea", "e"]


def test_judgements_of_documents_leave_out_what_has_none():
    assert qrels_of(GOLD) == {"1a": {"my tea.md": 1}, "2": {"my tea.md": 1, "b": 1}}


def test_a_chunk_is_relevant_when_it_holds_a_span_whole():
    chunks = [ChunkPlace("x", "my tea.md", 0, 2), ChunkPlace("y", "my tea.md", 0, 3), ChunkPlace("z", "b", 0, 9)]
    assert qrels_of(GOLD, chunks) == {"1a": {"y": 1}, "2": {"y": 1, "z": 1}}


def test_a_trec_folder_comes_back_with_the_same_judgements(tmp_path):
    assert write_trec(GOLD, tmp_path / "trec") == 2
    back = read_golden(tmp_path / "trec")
    assert qrels_of(back) == qrels_of(GOLD)
    assert [question.question for question in back.questions] == ["What is tea?", "Which two?"]


def test_a_beir_folder_comes_back_with_the_same_judgements_and_texts(tmp_path):
    documents = corpus(tmp_path)
    assert write_beir(GOLD, documents, tmp_path / "beir") == 2
    back = read_golden(tmp_path / "beir")
    assert qrels_of(back) == qrels_of(GOLD)
    assert back.questions[0].question == "What is\ttea?"
    assert read_corpus(tmp_path / "beir").counts == documents.counts


def test_a_document_whose_name_would_break_the_table_is_an_error_before_anything_is_written(tmp_path):
    (tmp_path / "c.jsonl").write_text(json.dumps({"doc_id": "a\tb", "text": "Bee."}))
    with pytest.raises(GoldenError, match="with a tab"):
        write_beir(GOLD, read_corpus(tmp_path / "c.jsonl"), tmp_path / "beir")
    assert not (tmp_path / "beir").exists()


def test_nothing_that_is_there_is_replaced(tmp_path):
    (tmp_path / "g.jsonl").write_text("mine")
    with pytest.raises(FileExistsError):
        write_own(GOLD.questions, tmp_path / "g.jsonl")
    assert (tmp_path / "g.jsonl").read_text() == "mine"


IDS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


@given(IDS)
def test_an_id_is_one_column_for_every_tool(id_):
    assert escaped(id_).split() == [escaped(id_)]
    assert not any(byte in b" \t\n\r\v\f" for byte in escaped(id_).encode())


@given(st.dictionaries(IDS, st.dictionaries(IDS, st.integers(-2, 3), min_size=1, max_size=3), max_size=3))
@example({"\ufeff0": {"\ufeff": 1}})  # what a byte order mark looks like
@settings(deadline=None)
def test_qrels_come_back_whatever_the_ids_hold(tmp_path_factory, qrels):
    path = tmp_path_factory.mktemp("q") / "qrels"
    write_qrels(qrels, path)
    assert read_qrels(path) == qrels


SCORES = st.lists(st.floats(-1e6, 1e6, width=32) | st.sampled_from([0.0, 0.5, 0.5000000001, 1e-45]), max_size=12)


@given(SCORES, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_a_ranking_comes_back_in_the_order_that_was_written_whatever_the_scores(tmp_path_factory, scores, chance):
    path = tmp_path_factory.mktemp("r") / "run"
    names = [f"d{number}" for number in range(len(scores))]
    chance.shuffle(names)
    write_trec_run({"q 1": list(zip(names, scores, strict=True))}, path)
    back = read_trec_run(path).get("q 1", [])
    assert [name for name, _ in back] == names


def test_scores_that_decrease_are_written_as_they_are(tmp_path):
    write_trec_run({"1": [("a", 0.75), ("b", 0.5), ("c", -2.0)]}, tmp_path / "run", tag="my run")
    assert (tmp_path / "run").read_text() == "1 Q0 a 1 0.75 my%20run\n1 Q0 b 2 0.5 my%20run\n1 Q0 c 3 -2 my%20run\n"


def test_equal_scores_are_ranked_by_another_tool_as_they_were_given(tmp_path):
    write_trec_run({"1": [("b", 0.5), ("c", 0.5), ("a", 0.5)]}, tmp_path / "run")
    write_qrels({"1": {"c": 1}}, tmp_path / "qrels")
    run = list(ir_measures.read_trec_run(str(tmp_path / "run")))
    qrels = list(ir_measures.read_trec_qrels(str(tmp_path / "qrels")))
    assert ir_measures.calc_aggregate([ir_measures.RR], qrels, run) == {ir_measures.RR: 0.5}


def test_equal_scores_of_another_s_run_stand_as_trec_eval_has_them(tmp_path):
    (tmp_path / "run").write_text("1 Q0 a 1 0.5 x\n1 Q0 b 2 0.5 x\n1 Q0 c 9 0.7 x\n")
    assert read_trec_run(tmp_path / "run") == {"1": [("c", 0.7), ("b", 0.5), ("a", 0.5)]}


def test_a_score_that_is_no_number_is_an_error(tmp_path):
    with pytest.raises(GoldenError, match="found the score nan"):
        write_trec_run({"1": [("a", float("nan"))]}, tmp_path / "run")
