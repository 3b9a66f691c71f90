"""The default chunker over random documents and counters that no encoder would be so nasty as to have."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.chunk.default import chunk_document
from pincite.chunk.sentences import sentences
from pincite.types.document import Block, Document


def by_character(texts):
    """Letters and digits in runs of four are a token, every other mark is one: dense text costs more."""
    return [2 + len(re.findall(r"[^\W_]{1,4}|[\W_]", text)) for text in texts]


def by_word_piece(texts):
    """Word pieces of up to five letters; a word of more than thirty letters is one unknown token; marks are alone."""
    found = (re.findall(r"\w+|[^\w\s]", text) for text in texts)
    return [2 + sum(1 if len(word) > 30 else (len(word) + 4) // 5 for word in some) for some in found]


def by_bytes(texts):
    """One token a byte, and three more for each text: an emoji takes four."""
    return [3 + len(text.encode("utf-8", "replace")) for text in texts]


COUNTERS = st.sampled_from([by_character, by_word_piece, by_bytes])
PIECES = st.sampled_from(
    [
        "Tea is old. ",
        "Is it? ",
        "e.g. ",
        "1.5 ",
        "0123456789",
        "😀",
        "中文。",
        "a\u0301",
        "x" * 40,
        "aGVsbG8=",
        "\\n",
        "\n",
        *("- ", "> ", "| a | b |", "`a. B` ", ": ", "? ", "   ", "\ufeff", "\u2028", "\x85", "This is. ", "word "),
    ]
)
WORDS = st.lists(PIECES, min_size=1, max_size=25).map("".join).filter(str.strip)
KINDS = st.sampled_from(["paragraph", "code", "row", "item", "quote", "caption", "note", "heading", "metadata", "none"])


@st.composite
def documents(draw):
    text, blocks = draw(st.sampled_from(["", "\n", "stray "])), []
    for kind, words in draw(st.lists(st.tuples(KINDS, WORDS), max_size=12)):
        start, end = len(text), len(text) + len(words)
        if kind in ("row", "item"):
            blocks.append(Block({"row": "table", "item": "list"}[kind], start, end))
        if kind != "none":
            blocks.append(Block(kind, start, end, *((draw(st.integers(1, 6)), words) if kind == "heading" else ())))
        text += words + draw(st.sampled_from(["\n\n", "\n", " "]))
    return Document(
        text, tuple(blocks), "md", "hand 1", "", "", draw(st.sampled_from(["", "Title", "long title " * 9]))
    )


@settings(max_examples=300, deadline=None)
@given(documents(), COUNTERS, st.sampled_from([8, 24, 64, 256]), st.sampled_from([20, 100, 512]))
def test_chunks_are_slices_in_order_within_the_window_and_nothing_is_lost(document, count, window, target):
    chunks = chunk_document(document, count, window=window, target=target)
    assert chunks == chunk_document(document, count, window=window, target=target)
    kept = set()
    for chunk in chunks:
        assert chunk.content == document.text[chunk.start : chunk.end]
        assert chunk.content.strip()
        assert chunk.text.endswith(chunk.content)
        assert count([chunk.text]) == [chunk.tokens]
        assert chunk.tokens <= window
        kept.update(range(chunk.start, chunk.end))
    assert all(one.end <= two.start for one, two in pairwise(chunks))
    for block in document.blocks:
        if block.kind in ("heading", "metadata"):
            first = document.text.rfind("\n", 0, block.start) + 1
            line = first if not re.search(r"[^\W_]", document.text[first : block.start]) else block.start
            kept.update(range(line, block.end))
    assert [i for i, character in enumerate(document.text) if i not in kept and not character.isspace()] == []


SENTENCES = st.lists(
    st.lists(st.sampled_from(["tea", "is", "old", "and", "2.5", "e.g.", "green"]), min_size=1, max_size=9).map(
        lambda words: " ".join(["The", *words, "end."])
    ),
    min_size=1,
    max_size=20,
)


@settings(max_examples=100, deadline=None)
@given(st.lists(SENTENCES, min_size=1, max_size=3), COUNTERS, st.sampled_from([24, 48, 96]))
def test_no_sentence_that_fits_alone_is_cut(paragraphs, count, window):
    text = "\n\n".join(" ".join(paragraph) for paragraph in paragraphs)
    spans = [match.span() for match in re.finditer(r"[^\n]+", text)]
    document = Document(text, tuple(Block("paragraph", *span) for span in spans), "md", "hand 1", "", "", "Title")
    chunks = chunk_document(document, count, window=window, target=80)
    for span in spans:
        for start, end in sentences(text, *span):
            if count([text[start:end]])[0] <= window:
                assert any(chunk.start <= start and end <= chunk.end for chunk in chunks)


@pytest.mark.parametrize("count", [by_character, by_word_piece, by_bytes])
@pytest.mark.parametrize("junk", ["8" * 3000, "😀" * 900, "漢字" * 900, "QUJD" * 900, "1,2;3:" * 300, "a\u0301" * 900])
def test_dense_junk_stays_within_the_window(count, junk):
    document = Document(junk, (Block("paragraph", 0, len(junk)),), "txt", "hand 1", "", "", "A title of some words")
    chunks = chunk_document(document, count, window=64)
    assert max(count([chunk.text for chunk in chunks])) <= 64
    assert "".join(chunk.content for chunk in chunks) == junk
