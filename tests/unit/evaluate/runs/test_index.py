"""An index in memory is searched to the same bits as a knowledge base over the same files."""

import pytest

from fakes import FakeEmbedder
from pincite.config import Config
from pincite.errors import FilterError
from pincite.evaluate.corpus import corpus_of, names_of, read_corpus
from pincite.evaluate.runs.index import MemoryIndex, build_index
from pincite.evaluate.strategies.cuts import default_cut, seed_cut, strategy_cut
from pincite.knowledge_base.door import KnowledgeBase
from pincite.retrieve.search import search
from pincite.types.golden import Span

FACTS = "\n\n".join(
    f"Fact {number} says that house {number % 7} stands in street {number % 5}." for number in range(40)
)
FILES = {
    "tea.md": "# Tea\n\nGreen tea is grown in Uji. RULE-A002 holds.\n\n## Price\n\nIt costs 12 euro.",
    "rent.md": "# Rent\n\nRent is due on the first day.\n\nGreen tea is grown in Uji. RULE-A002 holds.",
    "deep/facts.txt": FACTS,
    "deep/same.txt": FACTS,
}
QUERIES = ["Where is green tea grown?", "RULE-A002", "house 3 in street 2", "nothing of the kind", "the the the"]


@pytest.fixture(scope="module")
def embedder():
    return FakeEmbedder(projection=None)


@pytest.fixture(scope="module")
def kb(tmp_path_factory, embedder):
    folder = tmp_path_factory.mktemp("index")
    for name, text in FILES.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    with KnowledgeBase(folder / "kb", config=Config(target=60), embedder=embedder) as kb:
        kb.add(folder / "docs")
        yield kb


@pytest.fixture(scope="module")
def corpus(kb):
    return read_corpus(kb.folder.parent / "docs")


def shown(hits, name_of):
    return [
        (name_of(hit.document_id), hit.quote, hit.locator, hit.score.hex(), hit.distance.hex(), hit.rank, hit.section)
        for hit in hits
    ]


@pytest.mark.parametrize("mode", ["dense", "lexical", "hybrid"])
def test_hits_and_scores_are_those_of_a_knowledge_base_to_the_bit(kb, corpus, embedder, mode):
    names = names_of(kb)
    ids = {name: id_ for id_, name in names.items()}
    index = build_index(corpus, default_cut(embedder, 60), embedder, ids=ids)
    for query in QUERIES:
        expected = kb.search(query, k=50, mode=mode, rerank="none").hits
        found = search(index, embedder, query, k=50, mode=mode, rerank="none").hits
        assert shown(found, names.get) == shown(expected, names.get)
        places = [[(place.document_id, place.locator) for place in hit.places] for hit in found]
        assert places == [[(place.document_id, place.locator) for place in hit.places] for hit in expected]


def test_what_it_costs_is_what_a_knowledge_base_counts(kb, corpus, embedder):
    costs, status = build_index(corpus, default_cut(embedder, 60), embedder).costs, kb.status()
    assert (costs.chunks, costs.tokens, costs.header_tokens) == (status.chunks, status.tokens, status.header_tokens)
    assert corpus.counts == corpus_of(kb).counts


def test_chunks_that_nobody_counted_are_counted(corpus, embedder):
    index = build_index(corpus, strategy_cut("E"), embedder)
    assert index.costs.header_tokens > 0
    assert index.costs.tokens == sum(embedder.count([chunk.text for chunk in index.chunks]))


def test_ids_are_the_same_wherever_the_corpus_lies(kb, corpus, embedder):
    assert [document.name for document in corpus_of(kb).documents] == [document.name for document in corpus.documents]
    first, second = (build_index(one, strategy_cut("C"), embedder) for one in (corpus, corpus_of(kb)))
    assert [document.id for document in first.documents] == [document.id for document in second.documents]


def test_the_watch_is_told_of_every_document(corpus, embedder):
    told = []
    build_index(corpus, strategy_cut("C"), embedder, watch=told.append)
    assert [(step.path, step.done, step.total) for step in told] == [
        (name, i, 4) for i, name in enumerate(sorted(FILES))
    ]


def held_of(corpus, cut, embedder, name="deep/facts.txt") -> tuple[MemoryIndex, list]:
    index = build_index(corpus, cut, embedder)
    return index, [held for held in index.held if held.document == name]


def test_a_blind_chunk_with_overlap_holds_the_64_characters_before_it(corpus, embedder):
    _, held = held_of(corpus, strategy_cut("B"), embedder)
    assert (held[0].start, held[0].stretches) == (0, ((0, 512),))
    assert (held[1].start, held[1].stretches[0]) == (512, (448, 1024))
    across = Span("deep/facts.txt", 500, 520)
    assert held[1].whole(across)
    assert not any(one.in_quote(across) for one in held)


def test_overlap_over_blank_lines_reaches_back_to_the_end_of_the_chunk_before(corpus, embedder):
    _, held = held_of(corpus, strategy_cut("D"), embedder)
    first, second = held[:2]
    assert FACTS[first.end : second.start] == "\n\n"
    assert second.stretches == ((first.end - 64, second.end),)


def test_overlap_over_a_heading_is_a_stretch_of_its_own(corpus, embedder):
    _, held = held_of(corpus, strategy_cut("D"), embedder, "tea.md")
    tea, price = held
    assert price.stretches == ((tea.end - len(FILES["tea.md"][: tea.end][-64:]), tea.end), (price.start, price.end))
    assert price.whole(Span("tea.md", tea.end - 10, tea.end))
    assert not price.whole(Span("tea.md", tea.end - 10, price.start + 5))


def test_the_overlap_of_the_published_tables_is_the_text_directly_before_the_content(corpus, embedder):
    index, held = held_of(corpus, seed_cut("F"), embedder, "tea.md")
    text = FILES["tea.md"]
    chunk = next(chunk for chunk in index.chunks if chunk.content == "It costs 12 euro.")
    assert chunk.tail == text[max(0, chunk.start - 64) : chunk.start]
    assert chunk.text == f"[Tea > Price]\n{chunk.tail}{chunk.content}"
    assert held[-1].stretches == ((chunk.start - len(chunk.tail), chunk.end),)


def test_there_is_nothing_to_filter_by(corpus, embedder):
    index = build_index(corpus, strategy_cut("C"), embedder)
    assert index.select(()) is None
    with pytest.raises(FilterError, match="an index in memory has none"):
        index.select(["type:md"])
