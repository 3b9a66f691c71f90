"""How the numbers of one document's chunks are packed into its row, and counts of word pieces into blobs."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from pincite.store.decoding import decoding
from pincite.types.chunk import Chunk
from pincite.types.embedding import I32

HASH_BYTES = 16


@dataclass(frozen=True, slots=True)
class ChunkWords:
    """What is kept of a chunk's words: its content is not, for that is cut from the document's text.

    `before` and `after` stand around the content in the embedded text; `whole` is the embedded text itself where the
    content does not occur in it as one piece.
    """

    section: str
    before: str
    after: str
    tail: str
    whole: str | None = None

    def text(self, content: str) -> str:
        """The embedded text, put together again."""
        return self.before + content + self.after if self.whole is None else self.whole


def pack_spans(chunks: Sequence[Chunk]) -> bytes:
    """Start, end, tokens and header tokens of each chunk, int32 `(n, 4)`."""
    numbers = [(c.start, c.end, c.tokens, c.header_tokens) for c in chunks]
    return np.array(numbers, np.int32).reshape(-1, 4).tobytes()


@decoding("the places of a document's chunks")
def unpack_spans(blob: bytes) -> I32:
    return np.frombuffer(blob, np.int32).reshape(-1, 4)


def pack_words(chunks: Sequence[Chunk]) -> bytes:
    """Section, header and tail of each chunk."""
    rows = [_words_of(chunk) for chunk in chunks]
    return zlib.compress(json.dumps(rows).encode("ascii"), 1)


def _words_of(chunk: Chunk) -> list[str | None]:
    at = chunk.text.rfind(chunk.content)
    if at < 0:
        return [chunk.section, "", "", chunk.tail, chunk.text]
    return [chunk.section, chunk.text[:at], chunk.text[at + len(chunk.content) :], chunk.tail, None]


@decoding("the words of a document's chunks")
def unpack_words(blob: bytes) -> list[ChunkWords]:
    return [ChunkWords(*row) for row in json.loads(zlib.decompress(blob))]


def content_hashes(chunks: Sequence[Chunk]) -> bytes:
    """16 bytes a chunk: equal contents, equal bytes; no one can make two contents that share them."""
    return b"".join(
        blake2b(c.content.encode("utf-8", "surrogatepass"), digest_size=HASH_BYTES).digest() for c in chunks
    )


def checksum(parts: Iterable[bytes]) -> bytes:
    """16 bytes that change with any bit of what one document's chunks consist of; each part counts with its length."""
    whole = blake2b(digest_size=HASH_BYTES)
    for part in parts:
        whole.update(len(part).to_bytes(8, "little"))
        whole.update(part)
    return whole.digest()


def count_pieces(pieces: Sequence[I32 | None]) -> tuple[I32, I32]:
    """The word pieces that occur, ascending, and in how many chunks each does."""
    kept = [np.unique(ids) for ids in pieces if ids is not None and len(ids)]
    if not kept:
        return np.zeros(0, np.int32), np.zeros(0, np.int32)
    ids, counts = np.unique(np.concatenate(kept), return_counts=True)
    return ids.astype(np.int32), counts.astype(np.int32)


def add_pieces(parts: Sequence[tuple[I32, I32]], signs: Sequence[int]) -> tuple[I32, I32]:
    """The sum of several counts, each taken with its sign; pieces that are left nowhere are left out."""
    ids, inverse = np.unique(np.concatenate([part[0] for part in parts]), return_inverse=True)
    weights = np.concatenate([part[1] * sign for part, sign in zip(parts, signs, strict=True)])
    counts = np.bincount(inverse, weights=weights, minlength=len(ids)).astype(np.int32)
    return ids[counts != 0].astype(np.int32), counts[counts != 0]


def pack_pieces(ids: I32, counts: I32) -> bytes:
    """Ids as differences, then counts, int32 each, in zlib."""
    return zlib.compress(np.concatenate([np.diff(ids, prepend=0), counts]).astype(np.int32).tobytes(), 1)


@decoding("a count of word pieces")
def unpack_pieces(blob: bytes) -> tuple[I32, I32]:
    numbers = np.frombuffer(zlib.decompress(blob), np.int32).reshape(2, -1)
    return np.cumsum(numbers[0], dtype=np.int32), numbers[1]
