"""The lists that a search is made of, as it tells them on its way."""

import pytest

from fakes import FakeEmbedder, FakeIndex, Passage
from pincite.retrieve.search import search

PASSAGES = [
    Passage("a", "cats sleep all day", "animals", 0),
    Passage("b", "the engine burns fuel", "machines", 0),
    Passage("c", "cats sleep all day", "copies", 12),
]


def lists(mode, **options):
    told = []
    index, model = FakeIndex(PASSAGES), FakeEmbedder()
    result = search(index, model, "cats burn fuel", mode=mode, rerank="none", on_lists=told.append, **options)
    assert result == search(index, model, "cats burn fuel", mode=mode, rerank="none", **options)
    (found,) = told
    return found, result


def test_a_hybrid_search_tells_both_rankings_and_what_they_were_fused_to():
    found, result = lists("hybrid")
    assert found.fused == result.hits
    for hit in found.dense:
        assert hit.score == pytest.approx(1 - hit.distance, abs=1e-6)
    assert [hit.quote for hit in found.lexical] == ["the engine burns fuel", "cats sleep all day"]
    assert [hit.score for hit in found.lexical] == sorted((hit.score for hit in found.lexical), reverse=True)
    assert all(hit.rank == rank for one in (found.dense, found.lexical) for rank, hit in enumerate(one, start=1))


def test_identical_passages_stand_once_in_every_list():
    found, _ = lists("hybrid")
    assert [len(one) for one in (found.dense, found.lexical, found.fused)] == [2, 2, 2]
    (twice,) = [hit for hit in found.dense if hit.places]
    assert {twice.document_id, twice.places[0].document_id} == {"a", "c"}


def test_a_search_by_one_ranking_has_only_that_one():
    dense, _ = lists("dense")
    lexical, _ = lists("lexical", k=1)
    assert (dense.lexical, dense.fused) == (None, None)
    assert (lexical.dense, lexical.fused, len(lexical.lexical)) == (None, None, 1)
