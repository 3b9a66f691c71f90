"""One small document with every kind of block, chunked by the default; the reviewed chunks stand beside it.

After a change that is meant, look at every chunk of `brewing.txt` before it is replaced.
"""

from pathlib import Path

from pincite.chunk.default import chunk_document
from pincite.extract.plain.markdown import extract_markdown
from pincite.extract.source import Source

FOLDER = Path(__file__).with_name("chunk")


def words(texts):
    return [len(text.split()) + 2 for text in texts]


def shown(chunk):
    return f"=== {chunk.start}-{chunk.end} [{chunk.section}] {chunk.header_tokens} of {chunk.tokens} tokens\n{chunk.text}\n"


def test_every_kind_of_block_is_cut_where_a_reader_would():
    document = extract_markdown(Source((FOLDER / "brewing.md").read_bytes(), "brewing.md"))
    chunks = chunk_document(document, words, window=48, target=160)
    assert "".join(map(shown, chunks)) == (FOLDER / "brewing.txt").read_text(encoding="utf-8")
