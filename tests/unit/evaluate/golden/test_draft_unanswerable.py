"""Stubs of unanswerable questions: what is missing, by turns, and never counted before a person has written them."""

import json

import pytest

from pincite.errors import GoldenError
from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.golden.draft import draft
from pincite.evaluate.golden.draft_unanswerable import MISSING, draft_unanswerable, stub_questions, write_stubs
from pincite.evaluate.golden.read import read_golden

PLAIN = "The porter fetches green tea from the market behind the church."
RICH = "In March 2024 the night team paid 12 euros because the porter otherwise fails to fetch tea."


def stubs(tmp_path, *sections):
    (tmp_path / "docs").mkdir()
    text = "\n\n".join(f"# Part {letter}\n\n{one}" for letter, one in zip("abc", sections, strict=False))
    (tmp_path / "docs" / "a.md").write_text(text, encoding="utf-8")
    corpus = read_corpus(tmp_path / "docs")
    return draft_unanswerable(corpus, draft(corpus, 9))


def test_what_a_section_says_nothing_of_is_what_to_ask_for(tmp_path):
    (stub,) = stubs(tmp_path, PLAIN)
    assert (stub.distance, stub.missing) == ("near", ("a number or an amount", "a date or a time", "a price"))
    assert "such as a number or an amount, a date" in stub.hint


def test_a_section_that_has_something_of_every_kind_is_asked_about_something_else(tmp_path):
    (stub,) = stubs(tmp_path, RICH)
    assert (stub.distance, stub.missing) == ("near-miss", ())
    assert "something else" in stub.hint


def test_near_and_near_miss_come_by_turns(tmp_path):
    found = stubs(tmp_path, PLAIN, PLAIN.replace("tea", "coffee"), PLAIN.replace("tea", "cacao"))
    assert [stub.distance for stub in found] == ["near", "near-miss", "near"]


def test_every_question_is_an_empty_unanswerable_draft(tmp_path):
    (question,) = stub_questions(stubs(tmp_path, PLAIN))
    assert (question.question, question.answerable, question.draft, question.spans) == ("", False, True, ())


def test_drafts_are_read_and_not_counted_and_those_accepted_are(tmp_path):
    write_stubs(stubs(tmp_path, PLAIN), tmp_path / "draft.jsonl")
    assert read_golden(tmp_path / "draft.jsonl").questions == ()
    row = json.loads((tmp_path / "draft.jsonl").read_text(encoding="utf-8"))
    assert (row["about"], row["source"], row["section"]) == (PLAIN, "a.md", "Part a")
    row |= {"question": "What does the green tea cost?", "draft": False}
    (tmp_path / "gold.jsonl").write_text(json.dumps(row), encoding="utf-8")
    (question,) = read_golden(tmp_path / "gold.jsonl").questions
    assert (question.answerable, question.distance, question.unit) == (False, "near", "u-001")


def test_what_a_person_wrote_is_never_replaced(tmp_path):
    (tmp_path / "draft.jsonl").write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        write_stubs(stubs(tmp_path, PLAIN), tmp_path / "draft.jsonl")
    assert (tmp_path / "draft.jsonl").read_text(encoding="utf-8") == "mine"


def test_a_draft_that_was_taken_over_without_a_question_is_refused(tmp_path):
    write_stubs(stubs(tmp_path, PLAIN), tmp_path / "draft.jsonl")
    row = json.loads((tmp_path / "draft.jsonl").read_text(encoding="utf-8")) | {"draft": False}
    (tmp_path / "draft.jsonl").write_text(json.dumps(row), encoding="utf-8")
    with pytest.raises(GoldenError, match="empty question"):
        read_golden(tmp_path / "draft.jsonl")


def test_every_kind_of_thing_is_recognised_in_some_text():
    assert [name for name, pattern in MISSING.items() if not pattern.search(RICH)] == []
