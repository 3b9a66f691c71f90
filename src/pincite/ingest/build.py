"""From a document to all that the store keeps of it: chunks, vectors, token codes and terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pincite.chunk.default import chunk_document
from pincite.embed.projection import Projection
from pincite.errors import EmbedderError, ExtractError
from pincite.lexical.terms import terms
from pincite.types.chunk import Chunk
from pincite.types.document import Document
from pincite.types.embedding import F32, I32, Embedder

BATCH = 256
"""Texts encoded at once: enough to sort by length, few enough that their token vectors stay below 100 MB."""


UNIT_TOLERANCE = 1e-3
"""How far the length of a vector may be from 1, as the store has it."""


@dataclass(frozen=True, slots=True)
class Built:
    """What one document adds to the index; all sequences have one entry a chunk, `vectors` is `(n, d)`.

    `codes` are compressed token vectors and `pieces` the distinct word pieces, None where the embedder gives none.
    """

    chunks: Sequence[Chunk]
    vectors: F32
    codes: Sequence[bytes | None]
    pieces: Sequence[I32 | None]
    terms: Sequence[Sequence[str]]


def build(
    document: Document,
    embedder: Embedder,
    projection: Projection | None,
    *,
    target: int,
    watch: Callable[[int], None] | None = None,
) -> Built:
    """Chunk and encode `document`; texts that repeat are encoded once. `watch` is told how many chunks are done.

    Raises ExtractError (`empty`) when nothing of the document can be found: it has front matter and nothing else.
    """
    chunks = chunk_document(document, embedder.count, window=embedder.profile.window, target=target)
    if not chunks:
        raise ExtractError("empty", "found front matter and no text below it")
    return encode(chunks, embedder, projection, watch)


def encode(
    chunks: Sequence[Chunk],
    embedder: Embedder,
    projection: Projection | None,
    watch: Callable[[int], None] | None = None,
) -> Built:
    """Encode the chunks' texts in batches, keeping of each only what the store keeps."""
    place: dict[str, int] = {}
    for chunk in chunks:
        place.setdefault(chunk.text, len(place))
    texts = list(place)
    vectors = np.empty((len(texts), embedder.profile.dimensions), np.float32)
    codes: list[bytes | None] = []
    pieces: list[I32 | None] = []
    for start in range(0, len(texts), BATCH):
        for row, encoded in enumerate(embedder.passages(texts[start : start + BATCH]), start):
            vectors[row] = encoded.vector
            _check_unit(encoded.vector, embedder.profile.name)
            codes.append(_code(projection, encoded.tokens, encoded.ids))
            pieces.append(None if encoded.ids is None else np.unique(encoded.ids).astype(np.int32))
        if watch:
            watch(min(start + BATCH, len(texts)))
    rows = [place[chunk.text] for chunk in chunks]
    return Built(
        chunks=chunks,
        vectors=vectors[rows],
        codes=[codes[row] for row in rows],
        pieces=[pieces[row] for row in rows],
        terms=[terms(chunk.text) for chunk in chunks],
    )


def _check_unit(vector: F32, embedder: str) -> None:
    length = float(np.linalg.norm(vector.astype(np.float64)))
    if not abs(length - 1) <= UNIT_TOLERANCE:
        raise EmbedderError(f"the embedder {embedder} gave a vector of length {length:.6g}, expected 1")


def _code(projection: Projection | None, tokens: F32 | None, ids: I32 | None) -> bytes | None:
    if projection is None or tokens is None or ids is None:
        return None
    return projection.compress(tokens, ids)
