"""The default chunker with the encoder that it is for: no text is longer than the window that the encoder reads."""

from pincite.chunk.default import chunk_document
from pincite.chunk.report import report
from pincite.extract.plain.markdown import extract_markdown
from pincite.extract.source import Source

TEXT = "\n\n".join(
    [
        "# A handbook",
        "Tea is old, and its history is told in many books. " * 40,
        "| key | value |\n|---|---|\n" + "| RULE-A002 | 3.14159265358979 |\n" * 60,
        "```\n" + "x = {'a': [1, 2, 3], 'b': (4, 5)}\n" * 60 + "```",
        "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo" * 200,
        "😀漢字1234567890" * 200,
    ]
)


def test_no_text_is_longer_than_the_window_of_minilm(minilm):
    document = extract_markdown(Source(TEXT.encode(), "handbook.md"))
    window = minilm.profile.window
    chunks = chunk_document(document, minilm.count, window=window)
    assert minilm.count([chunk.text for chunk in chunks]) == [chunk.tokens for chunk in chunks]
    assert report(chunks, window).over_window == 0
    assert max(len(chunk.content) for chunk in chunks) <= 2048
