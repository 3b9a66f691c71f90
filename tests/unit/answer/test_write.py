import pytest

from pincite.answer.citations import cite
from pincite.answer.write import NOTE_NOTHING_CITED, write_answer
from pincite.errors import GeneratorError
from pincite.types.answer import NOTE_NO_ANSWER, Evidence, GateReading
from pincite.types.locator import Locator
from pincite.types.search import Hit

GATE = GateReading("distance", 0.675, 0.5, 2, 4)
HITS = tuple(
    Hit(rank, f"d{rank}", f"{rank}.txt", f"{rank}.txt", "", quote, 0.5, 1.0, Locator(0, len(quote)))
    for rank, quote in ((1, "Rent is due monthly."), (2, "Read more at https://a.org, page 12."))
)
EVIDENCE = Evidence(HITS, GATE)


class Says:
    name = "says"

    def __init__(self, text):
        self.text = text
        self.prompts = []

    def complete(self, prompt, on_text=None):
        self.prompts.append(prompt)
        return self.text


def ask(text):
    return write_answer("When?", EVIDENCE, cite(HITS), Says(text))


def test_the_model_is_shown_the_prompt_and_its_text_is_kept_as_it_came():
    model = Says("Monthly [1], or so [7].\n")
    answer = write_answer("When?", EVIDENCE, cite(HITS), model)
    assert (answer.text, answer.cited, answer.generator, answer.notes) == (model.text, (1,), "says", ())
    assert [(violation.kind, violation.text) for violation in answer.violations] == [("out_of_range", "[7]")]
    assert [(marker.index, marker.start, marker.end) for marker in answer.markers] == [(1, 8, 11)]
    assert "[2] 2.txt\n" in model.prompts[0].user
    assert answer.gate is GATE


def test_an_address_that_the_cited_quote_holds_is_no_violation_and_any_other_is():
    assert ask("At https://a.org [2].").violations == ()
    for said in ("At https://a.org [1].", "At https://a.org.", "At https://b.org [2].", "At [us](https://a.org) [2]."):
        assert [violation.kind for violation in ask(said).violations] == ["url"], said


def test_without_a_model_the_words_are_the_documents_and_nothing_is_a_violation():
    pieces = []
    answer = write_answer("Where can I read more?", EVIDENCE, cite(HITS), on_text=pieces.append)
    assert answer.text == "Read more at https://a.org, page 12. [2]" == "".join(pieces)
    assert (answer.cited, answer.violations, answer.generator, answer.notes) == ((2,), (), "extractive", ())
    assert answer.to_json()["markers"] == [{"index": 2, "from": 37, "to": 40}]


def test_a_model_that_finds_no_answer_still_answers_and_that_is_noted():
    answer = ask("The sources do not contain\nthe answer.")
    assert (answer.answered, answer.cited, answer.notes) == (True, (), (NOTE_NO_ANSWER,))


@pytest.mark.parametrize(
    "text",
    [
        "It is monthly.",
        "The sources do not contain the answer. But it is monthly.",
        "It is monthly [7].",
        "Monthly [1, 2]",
        "See `x[1]`.",
    ],
)
def test_an_answer_that_cites_nothing_says_so(text):
    assert ask(text).notes == (NOTE_NOTHING_CITED,)


def test_an_error_of_the_model_is_passed_on():
    class Broken(Says):
        def complete(self, prompt, on_text=None):
            raise GeneratorError("cut")

    with pytest.raises(GeneratorError, match="cut"):
        write_answer("When?", EVIDENCE, cite(HITS), Broken(""))


@pytest.mark.parametrize("citations", [(), cite(HITS)[1:], cite(HITS)[::-1]])
def test_citations_that_are_not_numbered_from_one_are_refused(citations):
    with pytest.raises(ValueError, match="1, 2, 3"):
        write_answer("When?", EVIDENCE, citations, Says("x"))
