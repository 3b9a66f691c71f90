import numpy as np
import pytest

from fakes import FakeEmbedder, FakeIndex, FakeProjection, Passage
from pincite.lexical.terms import identifiers
from pincite.retrieve.identifiers import identified, identifier_shares
from pincite.retrieve.ranking import Ranking
from pincite.retrieve.search import search


@pytest.fixture(autouse=True)
def fake_projection(monkeypatch):
    monkeypatch.setattr("pincite.retrieve.rerank.load_projection", lambda name: FakeProjection())


def rules(count=16):
    """Each passage names its own rule, and all of them the word rule and the number of the next one."""
    return [
        Passage(f"d{n:02}", f"RULE-A{n:03} is not rule A{(n + 1) % count:03} and says something of cats")
        for n in range(count)
    ]


def test_letters_with_digits_and_words_joined_as_in_code_are_identifiers_and_other_words_are_not():
    assert identifiers("RULE-A002, E1003 and e5.") == ["rule-a002", "e1003", "e5"]
    assert identifiers("foo_bar src/main.py a.b\\c") == ["foo_bar", "src/main.py", "a.b\\c"]
    assert identifiers("A well-known cat of 2024 and 3.11, c++, 東京2.") == []


def test_the_passage_with_the_whole_identifier_comes_first_with_and_without_a_rerank():
    index = FakeIndex(rules())
    for query in ("RULE-A007", "what does rule-a007 say of cats"):
        for mode in ("hybrid", "lexical"):
            for rerank in ("late", "none"):
                hits = search(index, FakeEmbedder(), query, mode=mode, rerank=rerank).hits
                assert hits[0].document_id == "d07", (query, mode, rerank)


def test_an_identifier_moves_a_passage_and_changes_no_distance():
    index = FakeIndex(rules())
    plain = {
        hit.document_id: hit.distance for hit in search(index, FakeEmbedder(), "RULE-A007", k=16, mode="dense").hits
    }
    for hit in search(index, FakeEmbedder(), "RULE-A007", k=16).hits:
        assert hit.distance == plain[hit.document_id]


def test_an_identifier_that_stands_in_many_passages_tells_nothing():
    index = FakeIndex([Passage(f"d{n}", f"gpt2 number {n}") for n in range(9)])
    assert not identifier_shares(index, "what is gpt2").any()


def test_of_two_identifiers_a_passage_with_both_stands_before_one_with_either():
    index = FakeIndex(rules())
    shares = identifier_shares(index, "compare RULE-A003 with A004")
    assert shares[3] == 1.0
    rows = identified(Ranking(np.array([4, 3, 5]), np.zeros(3)), shares)
    assert rows.tolist() == [3, 4]
