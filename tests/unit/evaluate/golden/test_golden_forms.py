"""Every form of a golden set becomes the same records."""

import json

import pytest

from pincite.errors import GoldenError
from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.golden.read import read_golden
from pincite.types.golden import Question, Span


def lines(path, *rows):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return path


def only(path, **more):
    (question,) = read_golden(path, **more).questions
    return question


TEA = {
    "id": "en-001a",
    "doc": "tea.md",
    "from": 7,
    "to": 11,
    "needle": "Old.",
    "question": "How old?",
    "style": "course",
}


def test_our_own_form_reads_place_needle_and_phrasing(tmp_path):
    question = only(lines(tmp_path / "gold.jsonl", TEA | {"kind": "fact", "tags": ["x"], "answerable": True}))
    span = Span("tea.md", 7, 11, "Old.")
    assert question == Question("en-001a", "How old?", "en-001", True, (span,), style="course", kind="fact", line=1)


@pytest.mark.parametrize(
    ("row", "unit"),
    [
        ({"id": "en-001a"}, "en-001"),
        ({"id": "en-u01"}, "en-u01"),
        ({"id": "tea"}, "tea"),
        ({"id": 7}, "7"),
        ({"id": "en-001a", "unit": "other"}, "other"),
        ({"id": "en-001a", "group": "other"}, "other"),
    ],
)
def test_the_unit_is_what_the_phrasings_share(tmp_path, row, unit):
    assert only(lines(tmp_path / "g.jsonl", TEA | row)).unit == unit


def units(tmp_path, *rows):
    return [question.unit for question in read_golden(lines(tmp_path / "g.jsonl", *rows)).questions]


def test_ids_that_differ_in_a_letter_are_phrasings_only_of_the_same_needle(tmp_path):
    same = [TEA | {"id": "q1a"}, TEA | {"id": "q1b"}]
    assert units(tmp_path, *same) == ["q1", "q1"]
    assert units(tmp_path, *same, TEA | {"id": "q1c", "from": 8}) == ["q1a", "q1a", "q1c"]
    assert units(tmp_path, TEA | {"id": "q1"}, TEA | {"id": "q1a", "doc": "ink.md"}) == ["q1", "q1a"]
    assert units(tmp_path, {"id": "u1a", "question": "?", "answerable": False}, TEA | {"id": "u1b"}) == ["u1a", "u1b"]


@pytest.mark.parametrize(
    "stem", ["56beb4343aeaaa14008c925", "550e8400-e29b-41d4-a716-44665544000", "550E8400E29B41D4A71644665544000"]
)
def test_ids_that_a_machine_counted_in_hexadecimal_are_no_phrasings(tmp_path, stem):
    unanswerable = [{"id": stem + letter, "question": letter, "answerable": False} for letter in "abcdef"]
    assert units(tmp_path, *unanswerable) == [stem + letter for letter in "abcdef"]


def test_our_own_form_reads_several_spans_and_graded_documents(tmp_path):
    spans = [{"doc": "a", "from": 0, "to": 2}, {"doc": "b", "from": 1, "to": 2, "needle": "x"}]
    row = {"id": "1", "question": "Q?", "spans": spans, "rule": "all", "relevant": {"a": 2, "c": 0}}
    question = only(lines(tmp_path / "g.jsonl", row))
    assert question.spans == (Span("a", 0, 2), Span("b", 1, 2, "x"))
    assert (question.rule, question.relevant) == ("all", (("a", 2), ("c", 0)))


def test_a_document_without_a_place_is_judged_as_a_whole(tmp_path):
    assert only(lines(tmp_path / "g.jsonl", {"id": "1", "question": "Q?", "doc": "a"})).relevant == (("a", 1),)


def test_every_question_comes_back_from_its_own_json(tmp_path):
    questions = (
        Question("1a", "Q?", "1", True, (Span("a", 0, 2, "ab"),), style="ticket", line=1),
        Question("2", "R?", "2", True, (Span("a", 0, 2), Span("b", 3, 4)), rule="all", kind="fact", line=2),
        Question("3", "S?", "3", False, distance="near", line=3),
        Question("4", "T?", "4", True, relevant=(("a", 2),), line=4),
    )
    path = lines(tmp_path / "g.jsonl", *(question.to_json() for question in questions))
    assert read_golden(path).questions == questions


def test_drafts_are_counted_apart_and_change_no_hash(tmp_path):
    accepted = read_golden(lines(tmp_path / "a.jsonl", TEA))
    draft = TEA | {"id": "en-002a", "question": "", "draft": True}
    golden = read_golden(lines(tmp_path / "b.jsonl", TEA, draft))
    assert (len(golden.questions), golden.drafts) == (1, 1)
    assert golden.sha256 == accepted.sha256


def test_the_hash_does_not_depend_on_the_order_or_on_the_corpus(tmp_path):
    other = TEA | {"id": "en-002a", "question": "Why?"}
    corpus = read_corpus(lines(tmp_path / "corpus.jsonl", {"doc_id": "x/tea.md", "text": "\ufeff# Tea\r\n\r\nOld."}))
    there = read_golden(lines(tmp_path / "a.jsonl", TEA, other), corpus)
    back = read_golden(lines(tmp_path / "b.jsonl", other, TEA))
    assert there.sha256 == back.sha256
    assert there.sha256 != read_golden(lines(tmp_path / "c.jsonl", TEA)).sha256


QUERY = {"qid": "q1", "question": "Q?", "doc_id": "a", "spans": [[2, 4], [6, 8]], "answerable": True, "needle": [6, 8]}


def test_the_corpus_queries_form_judges_its_needle(tmp_path):
    question = only(lines(tmp_path / "queries.jsonl", QUERY))
    assert (question.spans, question.rule, question.unit) == ((Span("a", 6, 8),), "any", "q1")


def test_a_question_whose_needle_is_null_is_not_judged(tmp_path):
    question = only(lines(tmp_path / "queries.jsonl", QUERY | {"needle": None}))
    assert question.answerable
    assert question.spans == ()


@pytest.mark.parametrize("rule", ["any", "all"])
def test_a_rule_judges_all_spans_of_the_corpus_queries_form(tmp_path, rule):
    question = only(lines(tmp_path / "queries.jsonl", QUERY), rule=rule)
    assert (question.spans, question.rule) == ((Span("a", 2, 4), Span("a", 6, 8)), rule)


def test_with_a_rule_the_gold_chunks_are_the_spans(tmp_path):
    row = QUERY | {"gold": [["a", 0, 4], ["b", 4, 8]]}
    assert only(lines(tmp_path / "queries.jsonl", row), rule="all").spans == (Span("a", 0, 4), Span("b", 4, 8))
    assert only(lines(tmp_path / "queries.jsonl", row)).spans == (Span("a", 6, 8),)


def squad(path, *, indent=None):
    qas = [
        {
            "id": "s1",
            "question": "Who?",
            "answers": [{"text": "Ann", "answer_start": 0}, {"text": "Ann", "answer_start": 0}],
        },
        {"id": "s2", "question": "Why?", "answers": [], "is_impossible": True, "plausible_answers": [{"text": "x"}]},
    ]
    second = [{"id": "s3", "question": "What?", "answers": [{"text": "tea", "answer_start": 9}]}]
    paragraphs = [{"context": "Ann sat.", "qas": qas}, {"context": "Bo drank tea.", "qas": second}]
    value = {
        "version": "v2.0",
        "data": [{"title": "Tea", "paragraphs": paragraphs}, {"title": "Tea", "paragraphs": []}],
    }
    path.write_text(json.dumps(value, indent=indent), encoding="utf-8")
    return path


@pytest.mark.parametrize("indent", [None, 2])
def test_squad_gives_questions_and_one_document_an_article(tmp_path, indent):
    path = squad(tmp_path / "dev.json", indent=indent)
    corpus = read_corpus(path)
    first, second, third = read_golden(path, corpus).questions
    assert corpus.documents[0].document.text == "Ann sat.\n\nBo drank tea."
    assert first.spans == (Span("Tea", 0, 3, "Ann"),)
    assert (second.answerable, second.spans) == (False, ())
    assert corpus.documents[0].document.text[third.spans[0].start : third.spans[0].end] == "tea"
    assert [name for name, _ in corpus.failed] == ["Tea-2"]


def test_a_beir_folder_gives_the_questions_of_its_split(tmp_path):
    lines(tmp_path / "queries.jsonl", {"_id": "1", "text": "Q?"}, {"_id": "2", "text": "of another split"})
    (tmp_path / "qrels").mkdir()
    (tmp_path / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\td 1\t2\n1\td2\t0\n", encoding="utf-8")
    question = only(tmp_path)
    assert (question.id, question.relevant) == ("1", (("d 1", 2), ("d2", 0)))


def test_trec_qrels_beside_a_table_of_questions(tmp_path):
    (tmp_path / "queries.tsv").write_text("1\tWhat is tea?\n2\tWhat is ink?\n", encoding="utf-8")
    (tmp_path / "qrels.trec").write_text("1 0 tea.md 1\n1 0 milk.md 0\n", encoding="utf-8")
    tea, ink = read_golden(tmp_path).questions
    assert (tea.question, tea.relevant) == ("What is tea?", (("tea.md", 1), ("milk.md", 0)))
    assert ink.relevant == ()


def test_chroma_s_csv_needs_all_its_excerpts(tmp_path):
    references = json.dumps(
        [{"content": "tea, old", "start_index": 0, "end_index": 8}, {"content": "x", "start_index": 9, "end_index": 10}]
    )
    quoted = references.replace('"', '""')
    (tmp_path / "q.csv").write_text(f'question,references,corpus_id\n"How, old?","{quoted}",wiki\n', encoding="utf-8")
    question = only(tmp_path / "q.csv")
    assert question.spans == (Span("wiki", 0, 8, "tea, old"), Span("wiki", 9, 10, "x"))
    assert (question.id, question.question, question.rule) == ("q0001", "How, old?", "all")


SOURCE = "\ufeffone\r\nneedle"


def placed(tmp_path, row):
    corpus = read_corpus(lines(tmp_path / "corpus.jsonl", {"doc_id": "x/a", "text": SOURCE}))
    (span,) = only(lines(tmp_path / "g.jsonl", row), corpus=corpus).spans
    return span.document, corpus.documents[0].document.text[span.start : span.end]


def test_offsets_of_the_corpus_queries_form_follow_the_source(tmp_path):
    assert placed(tmp_path, QUERY | {"needle": [6, 12]}) == ("x/a", "needle")


@pytest.mark.parametrize("offsets", [{"from": 4, "to": 10}, {"from": 6, "to": 12}])
def test_our_own_offsets_are_of_the_text_unless_only_the_source_agrees(tmp_path, offsets):
    assert placed(tmp_path, {"id": "1", "question": "Q?", "doc": "a", "needle": "needle", **offsets}) == (
        "x/a",
        "needle",
    )


def test_a_document_that_the_corpus_lacks_is_left_for_the_check(tmp_path):
    corpus = read_corpus(lines(tmp_path / "corpus.jsonl", {"doc_id": "b", "text": "Two."}))
    assert only(lines(tmp_path / "g.jsonl", TEA), corpus=corpus).spans[0].document == "tea.md"


def test_a_file_of_no_known_form_is_an_error_that_names_the_forms(tmp_path):
    (tmp_path / "g.txt").write_text("hello\n", encoding="utf-8")
    with pytest.raises(GoldenError, match="found 'hello', expected JSON Lines, SQuAD"):
        read_golden(tmp_path / "g.txt")
    with pytest.raises(GoldenError, match=r"no queries.jsonl"):
        read_golden(tmp_path)
