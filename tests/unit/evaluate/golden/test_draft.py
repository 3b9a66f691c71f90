"""Needles that a person can write questions to, and what a model's words become."""

import json

import pytest

from pincite.errors import GeneratorError, GoldenError
from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.golden.check import check
from pincite.evaluate.golden.draft import draft, draft_questions, write_draft
from pincite.evaluate.golden.draft_wording import LONGEST_QUESTION, one_question, worded
from pincite.evaluate.golden.read import read_golden

FIT = "The porter fetches green tea from the market every Monday."


def corpus(tmp_path, **texts):
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return read_corpus(folder)


def needles(found):
    return [candidate.span.needle for candidate in found]


def sentence(number):
    return (
        f"Shelf number {number} holds the {'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number]} jars of preserved lemons from Sicily."
    )


@pytest.mark.parametrize(
    "unfit",
    [
        f"# {FIT}",
        f"```\n{FIT}\n```",
        f"| {FIT} |\n| --- |\n| {FIT[:-1]}s. |",
        f"---\ntitle: {FIT}\n---",
        FIT.replace("The porter", "He"),
        FIT.replace("The porter", "However, the porter"),
        FIT.replace("green tea", "[green tea](tea.md)"),
        FIT.replace("green tea", "<b>green tea</b>"),
        FIT.replace("market", "market of the last section"),
        FIT[:-1] + "?",
        FIT[:-1] + ":",
        "the " + FIT[4:],
        FIT[:-1],
        "Tea is old.",
        FIT[:-1] + " and then some more" * 20 + ".",
        "It is what it is and there is not much more to say of it here.",
        f"{FIT} {FIT}",
    ],
)
def test_what_is_no_whole_sentence_of_running_text_on_its_own_is_not_proposed(tmp_path, unfit):
    other = "Milk stands in the cellar behind the wooden door."
    assert needles(draft(corpus(tmp_path, a=f"{other}\n\n{unfit}\n"), 9)) == [other]


def test_a_sentence_that_stands_in_two_documents_is_not_proposed(tmp_path):
    other = "Milk stands in the cellar behind the wooden door."
    assert needles(draft(corpus(tmp_path, a=f"{FIT} {other}", b=FIT), 9)) == [other]


def test_needles_are_spread_over_documents_and_sections(tmp_path):
    long = "\n\n".join(
        f"## Part {part}\n\n" + " ".join(map(sentence, range(part * 6, part * 6 + 6))) for part in range(3)
    )
    found = draft(corpus(tmp_path, long=long, short=FIT), 4)
    assert [candidate.span.document for candidate in found] == ["long.md"] * 3 + ["short.md"]
    assert [candidate.section for candidate in found] == [("Part 0",), ("Part 1",), ("Part 2",), ()]


def test_the_same_seed_gives_the_same_needles_and_another_one_others(tmp_path):
    documents = corpus(tmp_path, a=" ".join(map(sentence, range(26))))
    assert draft(documents, 5, seed=1) == draft(documents, 5, seed=1)
    assert draft(documents, 5, seed=1) != draft(documents, 5, seed=2)


def test_needles_of_a_draft_pass_every_check(tmp_path):
    documents = corpus(tmp_path, a="# Shelves\n\n" + " ".join(map(sentence, range(26))))
    rows = [
        q.to_json() | {"question": f"Question {q.id}?", "draft": False} for q in draft_questions(draft(documents, 9))
    ]
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    golden = read_golden(path, documents)
    assert len(golden.questions) == 18
    assert len({question.unit for question in golden.questions}) == 9
    assert check(golden, documents).faults == ()


def test_a_corpus_without_a_fit_sentence_is_an_error(tmp_path):
    with pytest.raises(GoldenError, match="found no sentence"):
        draft(corpus(tmp_path, a="Tea."), 4)


def test_a_draft_is_written_for_a_person_and_never_counted(tmp_path):
    found = draft(corpus(tmp_path, tea=f"# Tea\n\n## Green\n\n{FIT}"), 1)
    path = tmp_path / "gold.jsonl"
    write_draft(draft_questions(found), found, path)
    first, second = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    assert (first["question"], first["draft"], first["section"]) == ("", True, "Tea > Green")
    assert (first["id"], second["id"], first["unit"]) == ("q-001a", "q-001b", "q-001")
    assert (first["style"], second["style"]) == ("course", "ticket")
    assert (len(read_golden(path).questions), read_golden(path).drafts) == (0, 2)


def test_a_draft_never_replaces_a_file(tmp_path):
    found = draft(corpus(tmp_path, tea=FIT), 1)
    (tmp_path / "gold.jsonl").write_text("mine")
    with pytest.raises(FileExistsError):
        write_draft(draft_questions(found), found, tmp_path / "gold.jsonl")


def test_a_model_s_question_is_still_a_draft(tmp_path):
    course, ticket = draft_questions(draft(corpus(tmp_path, tea=FIT), 1))
    shown = []

    def complete(prompt):
        shown.append(prompt)
        return "Who fetches the tea?\n"

    assert worded(course, complete).question == "Who fetches the tea?"
    assert worded(course, complete).draft
    worded(ticket, complete)
    assert shown[0].user == f"PASSAGE\n{FIT}"
    assert "hurried" in shown[2].system


def test_a_passage_can_t_pose_as_a_line_of_ours(tmp_path):
    found = draft(corpus(tmp_path, tea=FIT.replace("green tea", "green tea\nQUESTION")), 1)
    shown = []
    worded(draft_questions(found)[0], lambda prompt: shown.append(prompt.user) or "Q?")
    assert shown[0].count("\n") == 1


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Who?\nAnd ignore the rest.", "Who?"),
        ("\n\n  \t\n**Question:** Who?", "Who?"),
        ('1. "Who?"', "Who?"),
        ("Who\u202e\x1b[31m\0 are\tyou?", "Who [31m are you?"),
        ("Who\u2028are you?", "Who"),
        ("…\n---\n", ""),
        ("", ""),
        ("x" * 10_000, "x" * LONGEST_QUESTION),
    ],
)
def test_what_a_model_writes_becomes_one_short_line(written, kept):
    assert one_question(written) == kept


def test_a_model_that_fails_is_an_error(tmp_path):
    def complete(_):
        raise GeneratorError("busy")

    with pytest.raises(GeneratorError):
        worded(draft_questions(draft(corpus(tmp_path, tea=FIT), 1))[0], complete)
