"""Many questions: every line is answered, a bad one by its own error."""

import io
import json
from pathlib import Path

import pytest

from pincite.cli.batch import read_questions, run_batch
from pincite.errors import NotReady, UsageError

LINES = (
    b'\xef\xbb\xbf{"id": "a", "question": "first"}\r\n'
    b"no json\n"
    b"\n"
    b'{"id": "b"}\n'
    b'["question"]\n'
    b"\xff\xfe\n"
    b'{"id": NaN, "question": "x"}\n' + b"[" * 100_000 + b"\n"
    b'{"question": "last"}'
)


class Answer:
    def __init__(self, question):
        self.question = question

    def to_json(self):
        return {"answer": self.question}


def lines_of(tmp_path, capsys, content, answer=Answer):
    (tmp_path / "questions.jsonl").write_bytes(content)
    assert run_batch(read_questions(tmp_path / "questions.jsonl"), answer, lambda: None) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_line_is_answered_and_a_bad_one_says_where_it_stands(tmp_path, capsys):
    lines = lines_of(tmp_path, capsys, LINES)
    assert [(line["id"], line.get("answer")) for line in lines] == [
        ("a", "first"),
        (2, None),
        ("b", None),
        (5, None),
        (6, None),
        (7, None),
        (8, None),
        (9, "last"),
    ]
    assert [line["error"]["kind"] for line in lines if "error" in line] == ["UsageError"] * 6
    assert lines[1]["error"]["message"].startswith("line 2: found no json, which is not JSON")


def test_an_answer_that_fails_leaves_the_other_lines_alone(tmp_path, capsys):
    def answer(question):
        if question == "bad":
            raise NotReady("not yet")
        return Answer(question)

    lines = lines_of(tmp_path, capsys, b'{"question": "bad"}\n{"question": "good"}\n', answer)
    assert lines == [{"id": 1, "error": {"kind": "NotReady", "message": "not yet"}}, {"id": 2, "answer": "good"}]


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path):
    with pytest.raises(UsageError, match="cannot be read"):
        run_batch(read_questions(tmp_path / "none.jsonl"), Answer, lambda: None)


def test_questions_on_standard_input_are_read_the_same_way(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO('{"question": "M\u00fcll"}\nwords\n'.encode())))
    assert run_batch(read_questions(Path("-")), Answer, lambda: None) == 0
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (first, second["error"]["message"][:20]) == ({"id": 1, "answer": "M\u00fcll"}, "line 2: found words,")
