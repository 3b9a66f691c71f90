"""What the chunks of one document cost the encoder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.types.chunk import Chunk, ChunkReport


def counted(chunks: Sequence[Chunk], count: Callable[[Sequence[str]], list[int]]) -> list[Chunk]:
    r"""The chunks with `tokens` and `header_tokens` filled in; what stands before tail and content is the header.

    `count` gives the encoder's tokens of whole texts, special ones included. The six strategies leave both at 0,
    because they cut without asking the encoder.

    >>> words = lambda texts: [len(text.split()) + 2 for text in texts]
    >>> [(c.tokens, c.header_tokens) for c in counted([Chunk("[My tea]\ngreen", "green", "", 0, 5)], words)]
    [(5, 2)]
    """
    whole = count([chunk.text for chunk in chunks])
    bare = count([chunk.tail + chunk.content for chunk in chunks])
    return [
        replace(chunk, tokens=tokens, header_tokens=max(tokens - rest, 0))
        for chunk, tokens, rest in zip(chunks, whole, bare, strict=True)
    ]


def report(chunks: Sequence[Chunk], window: int) -> ChunkReport:
    r"""Count chunks and tokens; `window` is the encoder's, special tokens included. The chunks must have been counted.

    >>> report([Chunk("[T]\nab", "ab", "", 0, 2, tokens=7, header_tokens=3)], window=6)
    ChunkReport(chunks=1, tokens=7, header_tokens=3, over_window=1)
    """
    return ChunkReport(
        chunks=len(chunks),
        tokens=sum(chunk.tokens for chunk in chunks),
        header_tokens=sum(chunk.header_tokens for chunk in chunks),
        over_window=sum(chunk.tokens > window for chunk in chunks),
    )
