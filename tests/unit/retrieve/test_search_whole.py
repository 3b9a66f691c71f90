import dataclasses

import numpy as np
import pytest

from fakes import FakeCross, FakeEmbedder, FakeIndex, FakeProjection, Passage
from pincite.errors import SealError, StoreDamaged, UsageError
from pincite.retrieve import rerank
from pincite.retrieve.search import search

PASSAGES = [
    Passage("a", "cats sleep all day", "animals", 0),
    Passage("a", "dogs bark at night", "animals", 30),
    Passage("b", "the engine burns fuel", "machines", 0),
    Passage("b", "good engine oil is good", "machines", 40),
    Passage("c", "cats sleep all day", "copies", 12),
]


@pytest.fixture(autouse=True)
def projection(monkeypatch):
    monkeypatch.setattr(rerank, "load_projection", lambda name: FakeProjection())


@pytest.fixture
def index():
    return FakeIndex(PASSAGES)


@pytest.mark.parametrize("mode", ["dense", "lexical", "hybrid"])
@pytest.mark.parametrize("order", ["late", "none", "cross"])
def test_the_passage_with_the_words_of_the_query_comes_first_in_every_mode(index, mode, order):
    result = search(index, FakeEmbedder(), "engine burns fuel", mode=mode, rerank=order)
    assert result.hits[0].quote == "the engine burns fuel"
    assert [hit.rank for hit in result.hits] == list(range(1, len(result.hits) + 1))
    assert (result.mode, result.query) == (mode, "engine burns fuel")


@pytest.mark.parametrize("mode", ["dense", "lexical", "hybrid"])
def test_every_hit_has_its_cosine_distance(index, mode):
    query = FakeEmbedder().query("engine")
    for hit in search(index, FakeEmbedder(), "engine", mode=mode).hits:
        row = next(
            i for i, p in enumerate(index.passages) if (p.document, p.start) == (hit.document_id, hit.locator.start)
        )
        assert hit.distance == pytest.approx(1 - float(index.vectors[row] @ query.vector), abs=1e-6)


def test_identical_contents_are_one_hit_that_lists_the_other_place(index):
    hits = search(index, FakeEmbedder(), "cats sleep").hits
    assert [hit.quote for hit in hits].count("cats sleep all day") == 1
    top = hits[0]
    places = {(top.document_id, top.locator.start), *((p.document_id, p.locator.start) for p in top.places)}
    assert places == {("a", 0), ("c", 12)}


def test_a_filter_takes_the_other_place_away_too(index):
    hits = search(index, FakeEmbedder(), "cats sleep", filters=["name:c"]).hits
    assert [(hit.document_id, hit.places) for hit in hits] == [("c", ())]


@pytest.mark.parametrize("mode", ["dense", "lexical", "hybrid"])
@pytest.mark.parametrize("order", ["late", "none", "cross"])
def test_filtered_hits_come_from_the_filtered_documents_only(index, mode, order):
    result = search(index, FakeEmbedder(), "engine cats bark", mode=mode, rerank=order, filters=["name:b"])
    assert {hit.document_id for hit in result.hits} == {"b"}
    assert result.filters == ("name:b",)


def test_a_filter_takes_rows_away_before_the_pool_is_cut(index):
    result = search(index, FakeEmbedder(), "cats sleep all day", pool=1, filters=["name:b"])
    assert result.rerank == "late"
    assert len(result.hits) == 2


def test_a_filter_changes_no_lexical_score(index):
    whole = {h.quote: h.score for h in search(index, FakeEmbedder(), "engine oil", mode="lexical", rerank="none").hits}
    part = search(index, FakeEmbedder(), "engine oil", mode="lexical", rerank="none", filters=["name:b"]).hits
    assert {h.quote: h.score for h in part} == whole


def test_a_filter_that_nothing_passes_finds_nothing(index):
    assert search(index, FakeEmbedder(), "cats", filters=["name:nowhere"]).hits == ()


def test_an_empty_index_finds_nothing():
    assert search(FakeIndex([]), FakeEmbedder(), "cats").hits == ()


def test_unknown_words_find_nothing_by_words_and_something_by_vectors(index):
    assert search(index, FakeEmbedder(), "zyzzyva", mode="lexical").hits == ()
    assert len(search(index, FakeEmbedder(), "zyzzyva", mode="hybrid").hits) == 4


def test_lexical_hits_all_share_a_word_with_the_query(index):
    assert {hit.quote for hit in search(index, FakeEmbedder(), "engine", mode="lexical").hits} == {
        "the engine burns fuel",
        "good engine oil is good",
    }


@pytest.mark.parametrize("order", ["late", "none", "cross"])
def test_fewer_hits_are_the_first_of_more(index, order):
    more = search(index, FakeEmbedder(), "engine cats", k=4, pool=2, cross_pool=2, rerank=order, cross=FakeCross()).hits
    fewer = search(
        index, FakeEmbedder(), "engine cats", k=1, pool=2, cross_pool=2, rerank=order, cross=FakeCross()
    ).hits
    assert fewer == more[:1]


def test_the_same_search_twice_gives_the_same_bits(index):
    assert search(index, FakeEmbedder(), "engine cats") == search(index, FakeEmbedder(), "engine cats")


def test_hits_after_the_pool_keep_their_order_and_the_notes_say_so(index):
    plain = search(index, FakeEmbedder(), "engine cats", rerank="none").hits
    result = search(index, FakeEmbedder(), "engine cats", pool=2)
    assert [hit.quote for hit in result.hits[2:]] == [hit.quote for hit in plain[2:]]
    assert [hit.score for hit in result.hits[2:]] == [hit.score for hit in plain[2:]]
    assert "first 2 hits" in result.notes[0]


def test_a_query_longer_than_the_window_of_the_embedder_says_so_and_one_that_fits_does_not(index):
    long = search(index, FakeEmbedder(), "engine " * 63)
    assert long.notes == ("the query has 65 tokens, the embedder's window 64: its end may count by its words only",)
    assert search(index, FakeEmbedder(), "engine " * 62).notes == ()


def test_without_token_vectors_late_interaction_is_skipped_and_said():
    embedder = FakeEmbedder(projection=None)
    result = search(FakeIndex(PASSAGES, embedder), embedder, "engine")
    assert result.rerank == "none"
    assert result.notes == ("rerank skipped: the embedder 'fake-words' gives no token vectors",)
    assert result.hits


def test_a_chunk_without_stored_token_vectors_skips_the_rerank_and_says_so(index):
    index.codes[2] = None
    result = search(index, FakeEmbedder(), "engine")
    assert result.rerank == "none"
    assert "1 of 4 chunks have no stored token vectors" in result.notes[0]


def test_a_cross_encoder_orders_the_head_and_reads_section_and_content(index):
    cross = FakeCross()
    result = search(index, FakeEmbedder(), "engine burns fuel", rerank="cross", cross=cross)
    assert result.rerank == "cross"
    assert result.hits[0].quote == "good engine oil is good"
    assert "machines\ngood engine oil is good" in cross.read
    assert len(cross.read) == 4


def test_a_cross_encoder_reads_no_more_than_its_pool(index):
    cross = FakeCross()
    search(index, FakeEmbedder(), "engine", rerank="cross", cross=cross, cross_pool=2)
    assert len(cross.read) == 2


class Broken:
    def __init__(self, result):
        self.result = result

    def score(self, query, passages):
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (None, "no cross-encoder was given"),
        (Broken(RuntimeError("out of cheese")), "out of cheese"),
        (Broken(ValueError()), "ValueError"),
        (Broken(np.array([1.0])), "no finite number"),
        (Broken(np.full(4, np.nan)), "no finite number"),
        (Broken(["x", "y", "z", "w"]), "rerank skipped"),
    ],
)
def test_a_cross_encoder_that_fails_leaves_the_fused_order_and_the_reason(index, broken, said):
    fused = search(index, FakeEmbedder(), "engine cats", rerank="none")
    result = search(index, FakeEmbedder(), "engine cats", rerank="cross", cross=broken)
    assert result.hits == fused.hits
    assert result.rerank == "none"
    assert result.notes[0].startswith("rerank skipped: ")
    assert said in result.notes[0]


def test_another_embedder_than_the_one_of_the_index_is_refused_and_both_are_named(index):
    other = FakeEmbedder(fingerprint="other-fingerprint")
    other.profile = dataclasses.replace(other.profile, name="other-words")
    with pytest.raises(SealError, match=r"fake-words \(fake.*other-words \(other-finger"):
        search(index, other, "engine")


def test_another_projection_than_the_one_of_the_index_is_refused(index):
    with pytest.raises(SealError, match=r"projection fake.*projection none"):
        search(index, FakeEmbedder(projection=None), "engine")


@pytest.mark.parametrize("query", ["", " ", "\n\t"])
def test_an_empty_query_is_refused(index, query):
    with pytest.raises(UsageError, match="empty"):
        search(index, FakeEmbedder(), query)


@pytest.mark.parametrize("wrong", [{"k": 0}, {"k": -1}, {"pool": 0}, {"cross_pool": 0}, {"mode": "x"}, {"rerank": "x"}])
def test_a_setting_that_cannot_be_is_refused_by_its_name(index, wrong):
    with pytest.raises(UsageError, match=f"`{next(iter(wrong))}`"):
        search(index, FakeEmbedder(), "engine", **wrong)


def test_a_quote_that_does_not_fill_its_place_is_never_shown(index):
    whole = index.chunk
    index.chunk = lambda row: dataclasses.replace(whole(row), content=whole(row).content[1:])
    with pytest.raises(StoreDamaged, match="doctor"):
        search(index, FakeEmbedder(), "engine")
