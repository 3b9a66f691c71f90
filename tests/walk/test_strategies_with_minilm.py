"""The index in memory and a knowledge base, searched by the real model: the same hits to the bit, reranked too."""

import pytest

from pincite.config import Config
from pincite.evaluate.corpus import corpus_of, names_of
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.runs.index import build_index
from pincite.evaluate.runs.product import Asking, run_knowledge_base
from pincite.evaluate.strategies.cuts import default_cut
from pincite.evaluate.strategies.measure import run_strategies
from pincite.knowledge_base.door import KnowledgeBase
from pincite.retrieve.search import search
from small_course import NEEDLES, write_course


@pytest.fixture(scope="module")
def kb(tmp_path_factory, minilm):
    folder = tmp_path_factory.mktemp("course")
    docs = write_course(folder)
    with KnowledgeBase(folder / "kb", config=Config(threads=1), embedder=minilm) as kb:
        kb.add(docs)
        yield kb


@pytest.mark.parametrize("rerank", ["late", "none"])
def test_hits_scores_and_distances_are_those_of_a_knowledge_base_to_the_bit(kb, minilm, rerank):
    ids = {name: id_ for id_, name in names_of(kb).items()}
    index = build_index(corpus_of(kb), default_cut(minilm, kb.config.target), minilm, ids=ids)
    for _, _, phrasings in NEEDLES.values():
        for query in phrasings:
            expected = kb.search(query, k=50, rerank=rerank).hits
            found = search(index, minilm, query, k=50, rerank=rerank).hits
            assert [(hit.document_id, hit.locator, hit.quote) for hit in found] == [
                (hit.document_id, hit.locator, hit.quote) for hit in expected
            ]
            assert [(hit.score.hex(), hit.distance.hex()) for hit in found] == [
                (hit.score.hex(), hit.distance.hex()) for hit in expected
            ]


def test_two_workers_give_the_run_of_one_to_the_bit(kb):
    corpus = corpus_of(kb)
    golden = read_golden(kb.folder.parent / "gold.jsonl", corpus)
    one, two = (run_knowledge_base(kb, golden, corpus, asking=Asking(workers=workers)) for workers in (1, 2))
    assert repr(one) == repr(two)
    assert all(result.rank == 1 for result in one.results if result.unit in {"n1", "n2"})


def test_late_interaction_is_measured_by_both_profiles(kb, minilm):
    corpus = corpus_of(kb)
    golden = read_golden(kb.folder.parent / "gold.jsonl", corpus)
    for profile in ("product", "seed"):
        table = run_strategies(corpus, golden, minilm, Config(), strategies=["E", "default"], profile=profile)
        assert [row.retriever for row in table.rows()] == ["dense", "lexical", "hybrid", "hybrid+late"] * 2
        assert {row.destroyed for row in table.rows()} == {0}
        assert ("default hybrid+late", "E hybrid") in {(pair.first, pair.second) for pair in table.pairs}
