"""Looking at a query: the same lists, gate and prompt as an answer's, and no model asked."""

import jsonschema
import pytest

from fakes import CountingGenerator, FakeEmbedder
from pincite.config import Config
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.described import schema


@pytest.fixture
def writer():
    return CountingGenerator()


@pytest.fixture
def kb(tmp_path, writer):
    (tmp_path / "tea.txt").write_text("green tea grows in uji\n", "utf-8")
    config = Config(threshold=0.3, rerank="none")
    with KnowledgeBase(
        tmp_path / "kb", config=config, embedder=FakeEmbedder(projection=None), generator=writer
    ) as found:
        found.add(tmp_path / "tea.txt")
        yield found


def test_the_prompt_is_byte_for_byte_what_the_model_receives(kb, writer):
    seen = kb.inspect("green tea grows where")
    assert writer.prompts == []
    answer = kb.ask("green tea grows where")
    (sent,) = writer.prompts
    assert (seen.system, seen.user, seen.generator) == (sent.system, sent.user, "counting")
    assert (seen.citations, seen.decision.gate, seen.notes) == (answer.citations, answer.gate, answer.notes)
    jsonschema.validate(seen.to_json(), schema("inspect"))


def test_of_a_refusal_there_is_nothing_to_send_and_the_numbers_are_those_of_ask(kb, writer):
    seen, refusal = kb.inspect("who wrote carmen"), kb.ask("who wrote carmen")
    assert (seen.system, seen.user, seen.citations, writer.prompts) == (None, None, (), [])
    told = seen.to_json()
    assert told["passed"] is False
    assert {name: told[name] for name in ("gate", "reason", "decided_by", "unseen", "notes")} == {
        name: refusal.to_json()[name] for name in ("gate", "reason", "decided_by", "unseen", "notes")
    }
    jsonschema.validate(told, schema("inspect"))


def test_the_reranked_list_is_the_one_that_a_search_returns(kb):
    assert kb.inspect("green tea").result.hits == kb.search("green tea", k=50).hits
