"""Where every chunk is a hit, a needle is either found or destroyed, whatever the cut and whatever the rule."""

from hypothesis import given
from hypothesis import strategies as st

from pincite.chunk.strategies import STRATEGIES, chunk_strategy
from pincite.evaluate.runs.index import held_by
from pincite.evaluate.runs.judge import Ground, judge
from pincite.types.document import Document
from pincite.types.golden import Corpus, CorpusCounts, CorpusDocument, Question, Span
from pincite.types.locator import Locator
from pincite.types.search import Hit

WORDS = st.lists(st.sampled_from(["tea", "ink. ", "milk ", "\n\n", "\n## Head\n", " "]), min_size=1, max_size=40)


@given(
    words=WORDS,
    name=st.sampled_from(sorted(STRATEGIES)),
    size=st.tuples(st.integers(1, 30), st.integers(0, 10)),
    rule=st.sampled_from(["any", "all"]),
    places=st.lists(st.tuples(st.integers(0, 200), st.integers(1, 30)), min_size=1, max_size=3),
)
def test_a_needle_is_found_or_destroyed(words, name, size, rule, places):
    text = "".join(words)
    document = CorpusDocument("a.md", Document(text, (), "md", "markdown 1", "", ""))
    chunks = chunk_strategy(name, text, "Title", *size)
    spans = tuple(
        Span("a.md", start % len(text), min(start % len(text) + length, len(text))) for start, length in places
    )
    ground = Ground(
        Corpus((document,), CorpusCounts(1, len(text), 0, "")), held_by(document, chunks), {"id": document.name}
    )
    hits = [
        Hit(rank, "id", "a.md", "a.md", "", chunk.content, 0.0, 0.0, Locator(chunk.start, chunk.end))
        for rank, chunk in enumerate(chunks, 1)
    ]
    result = judge(Question("q", "?", "q", True, spans, rule), hits, ground)
    assert result.destroyed == (result.rank is None)
    assert result.destroyed <= result.destroyed_in_quote
    if not STRATEGIES[name].overlap:
        assert result.destroyed == result.destroyed_in_quote
