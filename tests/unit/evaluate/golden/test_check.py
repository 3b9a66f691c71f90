"""Every check can fail: a golden set with one thing wrong has one fault, which says where and what to do."""

import json

import pytest

from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.golden.check import check
from pincite.evaluate.golden.read import read_golden

TEXT = """---
title: Kitchen notes
---
# Green tea of the house

Steep it for three minutes. The kettle stands on the left shelf.

## Milk

Milk is bought on Mondays by the porter.
"""
OTHER = "Ink is black.\n\nThe kettle stands on the right shelf. Salt is dear. Salt is dear.\n"


def row(needle, text=TEXT, doc="tea.md", **more):
    start = text.index(needle)
    return {
        "id": "1a",
        "question": "For how long does it stay in water?",
        "doc": doc,
        "from": start,
        "to": start + len(needle),
        "needle": needle,
    } | more


@pytest.fixture
def judge(tmp_path):
    """Checks rows against the two documents: every fault and warning as (code, line, id), and what was said."""
    (tmp_path / "docs" / "b").mkdir(parents=True)
    (tmp_path / "docs" / "tea.md").write_text(TEXT, encoding="utf-8")
    (tmp_path / "docs" / "b" / "ink.txt").write_text(OTHER, encoding="utf-8")
    corpus = read_corpus(tmp_path / "docs")

    def run(*rows, **more):
        path = tmp_path / "gold.jsonl"
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        return check(read_golden(path, corpus), corpus, **more)

    return run


def codes(checked):
    return [(fault.code, fault.line, fault.id) for fault in checked.faults]


STEEP = row("Steep it for three minutes.")
FAR = {"id": "u1", "question": "Who won the cup?", "answerable": False, "distance": "far"}


def test_a_sound_set_is_clean(judge):
    checked = judge(STEEP, STEEP | {"id": "1b", "question": "My drink is bitter, what now?"}, FAR)
    assert (checked.faults, checked.warnings, checked.needles) == ((), (), 1)


def test_a_planted_wrong_offset_is_found_and_the_right_one_said(judge):
    checked = judge(FAR, STEEP | {"from": STEEP["from"] + 1, "to": STEEP["to"] + 1})
    assert codes(checked) == [("offsets", 2, "1a")]
    assert checked.faults[0].hint == f"set from {STEEP['from']}, to {STEEP['to']}"


def test_an_offset_beyond_the_document_is_found(judge):
    checked = judge(STEEP | {"from": 10**9, "to": 10**9 + 27})
    assert codes(checked) == [("offsets", 1, "1a")]
    assert "goes beyond 'tea.md'" in checked.faults[0].message


def test_a_needle_that_is_not_in_its_document_is_said_to_be_nowhere(judge):
    checked = judge(STEEP | {"needle": "Steep it for seven minutes."})
    assert checked.faults[0].hint.endswith("the needle is not in it")


def test_a_needle_repeated_in_its_document_is_found(judge):
    checked = judge(row("Salt is dear.", OTHER, "b/ink.txt"))
    assert codes(checked) == [("repeated", 1, "1a")]
    assert "in 2 places: 'b/ink.txt' at 53, 'b/ink.txt' at 67" in checked.faults[0].message


def test_a_needle_repeated_in_another_document_is_found(judge):
    assert codes(judge(row("The kettle stands on the"))) == [("repeated", 1, "1a")]


def test_a_needle_in_a_heading_is_found(judge):
    assert codes(judge(row("tea of the house"))) == [("heading", 1, "1a")]


def test_a_needle_that_reaches_into_a_heading_is_found(judge):
    assert codes(judge(row("left shelf.\n\n## Milk"))) == [("heading", 1, "1a")]


def test_a_needle_in_front_matter_is_found(judge):
    checked = judge(row("Kitchen notes"))
    assert codes(checked) == [("heading", 1, "1a")]
    assert "metadata" in checked.faults[0].message


def test_another_document_is_found(judge):
    assert codes(judge(STEEP | {"doc": "coffee.md"})) == [("document", 1, "1a")]
    assert codes(judge(STEEP | {"doc": "b/ink.txt"})) == [("offsets", 1, "1a")]


def test_a_graded_document_that_is_not_there_is_found(judge):
    assert codes(judge({"id": "1", "question": "Q?", "relevant": {"ink.txt": 1, "gone": 1}})) == [("document", 1, "1")]


def test_a_name_that_two_documents_have_is_found(judge, tmp_path):
    (tmp_path / "docs" / "c").mkdir()
    (tmp_path / "docs" / "c" / "ink.txt").write_text("Ink is blue.", encoding="utf-8")
    corpus = read_corpus(tmp_path / "docs")
    path = tmp_path / "gold.jsonl"
    path.write_text(json.dumps(row("Ink is black.", OTHER, "ink.txt")), encoding="utf-8")
    (fault,) = check(read_golden(path, corpus), corpus).faults
    assert fault.code == "document"
    assert "'b/ink.txt', 'c/ink.txt'" in fault.message


@pytest.mark.parametrize(("before", "after"), [(1, 0), (0, 1)])
def test_a_needle_loose_at_an_end_is_found_and_the_tight_one_said(judge, before, after):
    start, end = STEEP["from"] - before, STEEP["to"] + after
    checked = judge(STEEP | {"from": start, "to": end, "needle": TEXT[start:end]})
    assert codes(checked) == [("white-space", 1, "1a")]
    assert checked.faults[0].hint == f"set from {STEEP['from']}, to {STEEP['to']}"


def test_a_needle_of_white_space_only_is_found(judge):
    assert codes(judge(row("\n\n"))) == [("white-space", 1, "1a")]


def test_a_needle_over_the_budget_is_found(judge):
    assert codes(judge(STEEP, budget=26)) == [("too-long", 1, "1a")]
    assert codes(judge(STEEP, budget=27)) == []


def test_the_same_question_in_other_letters_is_found(judge):
    checked = judge(STEEP, STEEP | {"id": "1b", "question": "for how long  does it stay in WATER"})
    assert codes(checked) == [("duplicate", 2, "1b")]
    assert "line 1 ('1a')" in checked.faults[0].message


def test_an_unanswerable_question_with_a_needle_is_found(judge):
    assert codes(judge(STEEP | {"answerable": False})) == [("unanswerable", 1, "1a")]


def test_an_answerable_question_without_a_document_is_found(judge):
    assert codes(judge({"id": "1", "question": "Q?"})) == [("document", 1, "1")]


def test_every_span_of_a_question_is_checked(judge):
    heading = {"doc": "tea.md", "from": TEXT.index("Milk"), "to": TEXT.index("Milk is") + 4}
    spans = [{"doc": "gone", "from": 0, "to": 3}, heading]
    assert codes(judge({"id": "1", "question": "Q?", "spans": spans})) == [("document", 1, "1"), ("heading", 1, "1")]


def test_a_question_that_copies_its_needle_is_warned_of_and_is_no_fault(judge):
    checked = judge(row("Milk is bought on Mondays by the porter.", question="When is the milk bought by the porter?"))
    assert checked.faults == ()
    assert [(fault.code, fault.warning) for fault in checked.warnings] == [("copied", True)]
    assert checked.copied[""] == 1.0


def test_the_share_of_copied_words_is_told_by_style(judge):
    course = STEEP | {"question": "How many minutes must it steep?", "style": "course"}
    ticket = STEEP | {"id": "1b", "question": "My drink is bitter", "style": "ticket"}
    assert judge(course, ticket).copied == {"": 0.5, "course": 1.0, "ticket": 0.0}


def test_one_place_under_two_units_is_warned_of(judge):
    checked = judge(STEEP, STEEP | {"id": "2a", "question": "My drink is bitter, what now?"})
    assert [(fault.code, fault.line) for fault in checked.warnings] == [("shared", 2)]


def test_a_needle_over_an_empty_line_is_warned_of(judge):
    checked = judge(row("Ink is black.\n\nThe kettle", OTHER, "b/ink.txt"))
    assert [fault.code for fault in checked.warnings] == ["crosses"]


def test_faults_stand_in_the_order_of_the_questions(judge):
    first, last = {"id": "9", "question": "Q?"}, {"id": "8", "question": "R?"}
    assert codes(judge(first, row("tea of the house"), last)) == [
        ("document", 1, "9"),
        ("heading", 2, "1a"),
        ("document", 3, "8"),
    ]


def test_questions_that_differ_in_a_symbol_or_a_vowel_sign_are_no_duplicates(judge):
    asked = ["What is C?", "What is C++?", "What is C#?", "\u0915\u093f?", "\u0915\u0940?"]
    rows = [{"id": str(at), "question": question, "answerable": False} for at, question in enumerate(asked)]
    assert judge(*rows).faults == ()
