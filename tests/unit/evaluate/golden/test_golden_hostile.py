"""A golden set comes from anywhere: whatever is in it, there is a question or an error with file and line."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.errors import GoldenError
from pincite.evaluate.golden.qrels import read_qrels, read_trec_run
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.golden.squad import read_squad

GOOD = '{"id": "1", "question": "Q?", "doc": "a", "from": 0, "to": 2}'


def refused(tmp_path, line):
    path = tmp_path / "gold.jsonl"
    path.write_bytes(f"{GOOD}\n\n{line}\n".encode("utf-8", "surrogatepass"))
    with pytest.raises(GoldenError) as raised:
        read_golden(path)
    message = str(raised.value)
    assert "gold.jsonl, line 3" in message
    assert message.isprintable()
    return message


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"id": None}, "`id` = None"),
        ({"id": " "}, "`id` = ' '"),
        ({"id": "x" * 1000}, "1 to 512"),
        ({"id": True}, "`id` = True"),
        ({"question": None}, "`question` = None"),
        ({"question": " "}, "an empty question"),
        ({"question": ["Q"]}, "`question` = a list"),
        ({"answerable": "yes"}, "true or false"),
        ({"draft": 1}, "true or false"),
        ({"from": "0"}, "from '0' to 2"),
        ({"from": 0.0}, "from 0.0 to 2"),
        ({"from": True}, "from True"),
        ({"from": -1}, "from -1"),
        ({"from": 2}, "from 2 to 2"),
        ({"to": None}, "to None"),
        ({"doc": None}, "`doc` = None"),
        ({"doc": {"a": 1}}, "`doc` = a dict"),
        ({"needle": 5}, "`needle` = 5"),
        ({"style": []}, "`style` = a list"),
        ({"rule": "most"}, "the rule 'most'"),
        ({"rule": {}}, "the rule a dict"),
        ({"spans": "x"}, "`spans` = 'x'"),
        ({"spans": [[0, 1]]}, "the span a list"),
        ({"relevant": ["a"]}, "a list"),
        ({"relevant": {"a": "1"}}, "the grade '1'"),
        ({"relevant": {"a": 10**400}}, "more than 60 digits"),
        ({"from": None, "to": None, "needle": "x"}, "a needle without a place"),
        ({"unit": 1.5}, "`unit` = 1.5"),
    ],
)
def test_a_wrong_value_is_named_with_its_line(tmp_path, change, found):
    assert found in refused(tmp_path, json.dumps(json.loads(GOOD) | {"id": "2"} | change))


@pytest.mark.parametrize(
    "line",
    [
        "no json",
        "[]",
        "1",
        '{"id": NaN}',
        '{"id": "2", "from": ' + "9" * 5000 + "}",
        '{"a":' * 100_000,
        "[" * 100_000,
        '{"id": "\x1b[31m"',
        "\ud800",
    ],
    ids=str.__len__,
)
def test_what_is_no_json_object_is_named_with_its_line(tmp_path, line):
    assert "expected" in refused(tmp_path, line)


def test_an_id_that_comes_twice_names_both_lines(tmp_path):
    assert "found the id '1' twice (first in line 1)" in refused(tmp_path, GOOD)


def test_a_byte_order_mark_and_windows_line_ends_are_no_part_of_the_rows(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode() + b"\r\n\r\n" + GOOD.replace('"1"', '"2"').encode() + b"\r\n")
    assert [question.line for question in read_golden(path).questions] == [1, 3]


def test_half_a_surrogate_becomes_a_sign_that_can_be_written(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text(GOOD.replace("Q?", "Q\\ud800?"), encoding="utf-8")
    assert read_golden(path).questions[0].question == "Q\ufffd?"


def test_an_offset_beyond_every_text_is_left_for_the_check(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text(GOOD.replace('"to": 2', f'"to": {10**30}'), encoding="utf-8")
    assert read_golden(path).questions[0].spans[0].end == 10**30


@pytest.mark.parametrize("content", [b"", b"\n \n", b"\xef\xbb\xbf\n"])
def test_a_file_without_a_question_is_an_error(tmp_path, content):
    (tmp_path / "gold.jsonl").write_bytes(content)
    with pytest.raises(GoldenError, match="expected"):
        read_golden(tmp_path / "gold.jsonl")


def test_a_missing_file_is_an_error_of_ours(tmp_path):
    with pytest.raises(GoldenError, match="No such file"):
        read_golden(tmp_path / "missing.jsonl")


@pytest.mark.parametrize(
    "row",
    [
        {"qid": "2", "question": "Q?"},
        {"qid": "2", "question": "Q?", "answerable": True, "doc_id": "a", "needle": [1]},
        {"qid": "2", "question": "Q?", "answerable": True, "doc_id": None, "needle": [1, 2]},
        {"qid": "2", "question": "Q?", "answerable": True, "doc_id": "a", "needle": [2, 1]},
        {"qid": "2", "question": "Q?", "answerable": True, "doc_id": "a", "spans": [5]},
        {"qid": "2", "question": "", "answerable": True},
    ],
)
def test_a_malformed_query_is_named_with_its_line(tmp_path, row):
    path = tmp_path / "queries.jsonl"
    path.write_text(json.dumps({"qid": "1", "question": "Q?", "answerable": False}) + "\n" + json.dumps(row))
    with pytest.raises(GoldenError, match=r"queries.jsonl, line 2: found .*, expected .*: "):
        read_golden(path)


@pytest.mark.parametrize(
    "data",
    [
        [1],
        [{"title": "T", "paragraphs": {}}],
        [{"paragraphs": [{"context": 5}]}],
        [{"paragraphs": [{"context": "x", "qas": [{"id": "1", "question": "Q?", "answers": []}]}]}],
        [{"paragraphs": [{"context": "x", "qas": [{"id": "1", "question": "Q?", "answers": [{"text": "x"}]}]}]}],
        [
            {
                "paragraphs": [
                    {
                        "context": "x",
                        "qas": [{"id": "1", "question": "Q?", "answers": [{"text": "", "answer_start": 0}]}],
                    }
                ]
            }
        ],
    ],
)
def test_squad_of_another_shape_is_an_error(tmp_path, data):
    path = tmp_path / "dev.json"
    path.write_text(json.dumps({"data": data}))
    with pytest.raises(GoldenError, match=r"dev.json"):
        read_golden(path)


@pytest.mark.parametrize("cell", ["nothing", "[]", "[1]", '[{"content": "x"}]', "[" * 5000])
def test_a_csv_with_malformed_references_is_an_error(tmp_path, cell):
    path = tmp_path / "q.csv"
    path.write_text('question,references,corpus_id\nQ?,"' + cell.replace('"', '""') + '",wiki\n')
    with pytest.raises(GoldenError, match=r"q.csv, question 1"):
        read_golden(path)


@pytest.mark.parametrize(
    "line", ["1 0 a", "1 0 a x", "1 0 a 1.5", "1 0 a inf", "1 0 a 1e9", "1 0 a nan", "1", "1 2 3 4 5"]
)
def test_a_malformed_judgement_is_named_with_its_line(tmp_path, line):
    (tmp_path / "qrels").write_text(f"1 0 b 1\n{line}\n")
    with pytest.raises(GoldenError, match=r"qrels, line 2") as raised:
        read_qrels(tmp_path / "qrels")
    assert "expected" in str(raised.value)


@pytest.mark.parametrize("line", ["1 Q0 b 1 1.0", "1 Q0 b 1 x tag", "1 Q0 b 1 nan tag", "1 Q0 a 2 0.5 tag"])
def test_a_malformed_ranking_is_named_with_its_line(tmp_path, line):
    (tmp_path / "run").write_text(f"1 Q0 a 1 1.0 tag\n{line}\n")
    with pytest.raises(GoldenError, match=r"run, line 2"):
        read_trec_run(tmp_path / "run")


def test_two_grades_of_one_document_are_an_error(tmp_path):
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 a 0\n")
    with pytest.raises(GoldenError, match="second grade"):
        read_qrels(tmp_path / "qrels")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
NAMES = [
    "id",
    "qid",
    "_id",
    "question",
    "text",
    "doc",
    "doc_id",
    "from",
    "to",
    "needle",
    "spans",
    "rule",
    "relevant",
    "gold",
    "unit",
    "draft",
    "answerable",
    "style",
    "data",
]


@given(st.lists(st.dictionaries(st.sampled_from(NAMES), JSON), min_size=1, max_size=3))
@settings(max_examples=200, deadline=None)
def test_whatever_stands_in_the_rows_it_is_a_golden_set_or_our_error(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("g") / "gold.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    outcome = ""
    try:
        read_golden(path)
    except GoldenError as error:
        outcome = str(error)
    assert outcome.isprintable()


def test_half_a_surrogate_in_the_name_of_a_document_becomes_a_sign_that_can_be_written(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text('{"id": "1", "question": "Q?", "relevant": {"a\\ud800": 1}}\n')
    assert read_golden(path).questions[0].relevant == (("a\ufffd", 1),)
    article = '{"title": "\\ud800", "paragraphs": [{"context": "ab", "qas": [{"id": "1", "question": "?", "answers": []'
    path.write_text('{"data": [' + article + ', "is_impossible": true}]}]}]}')
    assert [one.name for one in read_squad(path)] == ["\ufffd"]


@pytest.mark.parametrize("sign", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028"])
def test_a_sign_that_only_python_ends_lines_at_ends_no_question_of_a_csv(tmp_path, sign):
    path = tmp_path / "gold.csv"
    excerpt = '"[{""content"": ""ab"", ""start_index"": 0, ""end_index"": 2}]"'
    path.write_text(f"question,references,corpus_id\nWhat{sign}is it?,{excerpt},a\n", encoding="utf-8")
    assert [question.question for question in read_golden(path).questions] == [f"What{sign}is it?"]
