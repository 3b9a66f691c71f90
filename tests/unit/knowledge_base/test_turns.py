"""Questions within a conversation: the gate is the same, and what was said before is never evidence."""

import jsonschema
import pytest

from fakes import CountingGenerator, FakeEmbedder
from pincite.config import Config
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.described import schema
from pincite.types.turn import Turn

TEA = "green tea grows in uji\n"
RENT = "rent is due on the first day\n"


@pytest.fixture
def generator():
    return CountingGenerator()


@pytest.fixture
def kb(tmp_path, generator):
    for name, text in (("tea.txt", TEA), ("rent.txt", RENT)):
        (tmp_path / name).write_text(text, "utf-8")
    config = Config(threshold=0.3, rerank="none")
    model = FakeEmbedder(projection=None)
    with KnowledgeBase(tmp_path / "kb", config=config, embedder=model, generator=generator) as found:
        found.add(tmp_path / "tea.txt", tmp_path / "rent.txt")
        yield found


def said(*questions):
    return [turn for question in questions for turn in (Turn("user", question), Turn("assistant", "I see."))]


def test_a_question_that_stands_by_itself_is_searched_as_it_is(kb):
    answer = kb.ask("green tea grows where", history=said("rent due first day"))
    assert answer.answered
    assert answer.searched_as is None
    assert [citation.quote for citation in answer.citations] == [TEA.strip()]


def test_a_refused_question_is_searched_once_more_behind_the_previous_one(kb):
    assert not kb.ask("in day").answered
    answer = kb.ask("in day", history=said("rent due first day", "green tea grows uji"))
    assert answer.answered
    assert answer.searched_as == "green tea grows uji\nin day"
    assert (answer.question, answer.citations[0].document_name) == ("in day", "tea.txt")
    jsonschema.validate(answer.to_json(), schema("ask"))


def test_the_model_is_shown_the_question_as_asked_and_nothing_of_what_was_said_before(kb, generator):
    kb.ask("in day", history=[Turn("user", "green tea grows uji"), Turn("assistant", "The moon is cheese.")])
    (prompt,) = generator.prompts
    assert prompt.user.endswith("QUESTION\nin day")
    assert "moon" not in prompt.user + prompt.system


def test_what_was_answered_before_is_neither_searched_nor_evidence(kb, generator):
    refusal = kb.ask("in day", history=[Turn("assistant", "green tea grows in uji")])
    assert (refusal.answered, refusal.searched_as, generator.prompts) == (False, None, [])


def test_a_question_about_what_stands_nowhere_stays_refused_however_near_the_previous_one_is(kb, generator):
    refusal = kb.ask("opera day", history=said("green tea grows in uji"))
    assert (refusal.answered, refusal.searched_as, refusal.unseen) == (False, None, ("opera",))
    assert generator.prompts == []


def test_a_refusal_of_both_forms_shows_the_numbers_of_the_second_and_says_so(kb, generator):
    refusal = kb.ask("in day", history=said("who wrote carmen"))
    assert (refusal.answered, refusal.question, refusal.searched_as) == (False, "in day", "who wrote carmen\nin day")
    assert refusal.gate.best_distance >= refusal.gate.threshold == 0.3
    assert generator.prompts == []
    jsonschema.validate(refusal.to_json(), schema("ask"))


def test_history_loosens_no_number_of_the_gate(kb):
    alone, within = kb.ask("opera day"), kb.ask("opera day", history=said("green tea grows in uji"))
    assert alone == within
