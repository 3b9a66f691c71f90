import json

import pytest

from pincite.errors import GoldenError, UsageError
from pincite.evaluate.golden import kept
from pincite.evaluate.golden.kept import (
    FILE,
    accepted_digest,
    fresh_unit,
    further,
    items_of,
    named,
    needle_at,
    read_kept,
    write_kept,
)
from pincite.evaluate.golden.read import read_golden
from pincite.types.golden import Question, Span


def question(id_, unit, text="Why?", **more):
    return Question(id_, text, unit, **{"answerable": False, **more})


def test_what_is_written_is_read_again_and_no_other_file_is_left(tmp_path):
    span = Span("files/a.md", 3, 9, "👩‍🚀 sun")
    questions = [
        question("n1a", "n1", answerable=True, spans=(span,), style="course"),
        question("u1", "u1", draft=True),
    ]
    for _ in range(2):
        write_kept(tmp_path, questions)
    assert [one.to_json() for one in read_kept(tmp_path)] == [one.to_json() for one in questions]
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    assert read_golden(tmp_path / FILE).sha256 == accepted_digest(questions)


def test_a_write_that_fails_leaves_the_set_as_it_was(tmp_path, monkeypatch):
    write_kept(tmp_path, [question("a", "a")])

    def broken(*_, **__):
        raise OSError("the disk is full")

    monkeypatch.setattr(kept.os, "fsync", broken)
    with pytest.raises(OSError, match="full"):
        write_kept(tmp_path, [question("b", "b")])
    assert [one.id for one in read_kept(tmp_path)] == ["a"]
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_no_set_is_an_empty_one_and_a_huge_one_is_refused(tmp_path, monkeypatch):
    assert read_kept(tmp_path) == []
    monkeypatch.setattr(kept, "MOST", 1)
    with pytest.raises(UsageError, match="at most 1"):
        write_kept(tmp_path, [question("a", "a"), question("b", "b")])


def test_items_are_units_whose_ids_stay_and_can_stand_in_an_address():
    items = items_of([question("a/1a", "a/1"), question("b", "b"), question("a/1b", "a/1")])
    assert [[one.id for one in item.questions] for item in items] == [["a/1a", "a/1b"], ["b"]]
    assert items[0].id == items_of([question("x", "a/1")])[0].id
    assert items[0].id.isalnum()


def test_a_name_is_never_given_twice():
    taken = [question("n0009a", "n0009"), question("n10x", "n10x"), question("u0001a", "u0001")]
    assert (fresh_unit(taken, answerable=True), fresh_unit(taken, answerable=False)) == ("n0010", "u0002")
    found = named("n1", [question("", "")] * 28, ["n1b"])
    assert [one.id for one in found][:3] == ["n1a", "n1ba", "n1c"]
    assert len({one.id for one in found}) == 28


@pytest.mark.parametrize(("start", "end"), [(-1, 3), (3, 3), (4, 2), (0, 99), (4, 6)])
def test_what_is_no_span_of_the_text_is_refused(start, end):
    with pytest.raises(UsageError):
        needle_at("a.md", "One.  Two.", start, end)


def test_the_same_question_again_is_passed_over_and_another_of_its_name_is_not():
    one = question("a", "a", line=7)
    assert further([question("a", "a")], [one]) == []
    assert further([question("b", "b")], [one]) == [question("b", "b")]
    with pytest.raises(GoldenError, match="'a'"):
        further([question("a", "a", "How?")], [one])


def test_a_file_that_somebody_wrote_by_hand_is_read(tmp_path):
    (tmp_path / FILE).write_text(json.dumps({"id": "q1a", "question": "Q?", "answerable": False}) + "\n", "utf-8")
    assert [(one.id, one.unit) for one in read_kept(tmp_path)] == [("q1a", "q1")]
