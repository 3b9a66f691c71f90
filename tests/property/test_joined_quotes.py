import hashlib

from hypothesis import given
from hypothesis import strategies as st

from pincite.gate.join import join_neighbours
from pincite.types.document import Document
from pincite.types.locator import Locator
from pincite.types.search import Hit

TEXTS = st.text(alphabet="ab \n.é😀", max_size=40)


@given(TEXTS, st.data())
def test_a_joined_quote_is_the_document_and_covers_what_was_joined(text, data):
    sha = hashlib.sha256(text.encode()).hexdigest()
    document = Document(text, (), "txt", "test 1", sha, sha)
    spans = data.draw(st.lists(st.tuples(st.integers(0, len(text)), st.integers(0, len(text))).map(sorted), max_size=6))
    hits = [
        Hit(rank, "d", "d", "d.txt", "", text[start:end], 0.1 * rank, -rank, Locator(start, end))
        for rank, (start, end) in enumerate(spans, start=1)
    ]
    joined = join_neighbours(hits, lambda _: document)
    assert all(text[hit.locator.start : hit.locator.end] == hit.quote for hit in joined)
    for start, end in spans:
        assert any(hit.locator.start <= start and end <= hit.locator.end for hit in joined)
    assert len(joined) <= len(hits)
    assert min((hit.distance for hit in joined), default=None) == min((hit.distance for hit in hits), default=None)
