from pincite.chunk.report import counted, report
from pincite.chunk.strategies import chunk_strategy

TEXT = "## Tea\n\nGreen tea is old.\n\n## Coffee\n\nBitter."


def words(texts):
    return [len(text.split()) + 2 for text in texts]


def test_chunks_header_tokens_and_what_is_over_the_window_are_counted():
    chunks = counted(chunk_strategy("E", TEXT, "Drinks"), words)
    assert [(chunk.tokens, chunk.header_tokens) for chunk in chunks] == [(9, 3), (6, 3)]
    found = report(chunks, window=8)
    assert (found.chunks, found.tokens, found.header_tokens, found.over_window) == (2, 15, 6, 1)
    assert found.header_share == 6 / 15


def test_no_chunks_have_no_header_share():
    assert report([], window=8).header_share == 0.0
