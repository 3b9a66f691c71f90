"""One commit of an index in memory: what every search reads, as arrays over all rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import apsw
import numpy as np
from numpy.typing import NDArray

from pincite.store import sql
from pincite.store.decoding import decoding
from pincite.store.filters import Filterable
from pincite.store.packed import HASH_BYTES, unpack_pieces, unpack_spans
from pincite.store.read import contents
from pincite.types.embedding import F32, I32
from pincite.types.index import Seal


@dataclass(frozen=True, slots=True)
class LoadedDocument:
    """One document of the index: `row` is its row in the file, its chunks are numbered from `first_chunk`."""

    row: int
    document_id: str
    filterable: Filterable
    first_chunk: int
    chunks: int


@dataclass(frozen=True, slots=True)
class LoadedSegment:
    """A posting segment by its blocks: the first term of each, ascending, and its row in the file."""

    number: int
    revision: int
    first_terms: list[str]
    blocks: list[int]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The arrays of `IndexView`, and what leads from them back into the file.

    `ends[i]` is the row after the last of document i. `spans` is `(n, 4)`; `hashes` `(n, 2)`, 128 bits of each content.
    `row_of[chunk number]` is the row, -1 for a chunk that is gone. `pieces[id]` counts the chunks with a word piece. `contents` is a hash of the indexed documents.
    """

    commit: int
    generation: int
    seal: Seal
    documents: tuple[LoadedDocument, ...]
    ends: NDArray[np.int64]
    vectors: F32
    lengths: F32
    spans: I32
    hashes: NDArray[np.uint64]
    document_of: I32
    content_of: I32
    row_of: I32
    segments: tuple[LoadedSegment, ...]
    pieces: I32
    contents: str
    terms: dict[str, tuple[I32, F32]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Numbers:
    """The per-row arrays of a `Loaded`, being filled."""

    vectors: F32
    lengths: F32
    spans: I32
    hashes: NDArray[np.uint64]

    @staticmethod
    def empty(rows: int, dimensions: int) -> _Numbers:
        return _Numbers(
            np.empty((rows, dimensions), np.float32),
            np.empty(rows, np.float32),
            np.empty((rows, 4), np.int32),
            np.empty((rows, 2), np.uint64),
        )

    def freeze(self) -> None:
        for array in (self.vectors, self.lengths, self.spans, self.hashes):
            array.flags.writeable = False


@decoding("the arrays of the index")
def load(connection: apsw.Connection, commit: int, generation: int, seal: Seal, before: Loaded | None) -> Loaded:
    """Read the present commit; what `before` has of the same generation is copied from it, not read again."""
    known = before if before is not None and before.generation == generation else None
    documents = _documents(connection, generation)
    counts = np.array([document.chunks for document in documents], np.int64)
    ends = np.cumsum(counts)
    numbers = _Numbers.empty(int(counts.sum()), seal.dimensions)
    _fill(connection, numbers, documents, ends, known)
    numbers.freeze()
    return Loaded(
        commit=commit,
        generation=generation,
        seal=seal,
        documents=documents,
        ends=ends,
        vectors=numbers.vectors,
        lengths=numbers.lengths,
        spans=numbers.spans,
        hashes=numbers.hashes,
        document_of=np.repeat(np.arange(len(documents), dtype=np.int32), counts),
        content_of=_groups(numbers.hashes),
        row_of=_row_of(connection, generation, documents, ends),
        segments=_segments(connection, generation, known),
        pieces=_pieces(connection, generation),
        contents=contents(connection, generation),
    )


def _documents(connection: apsw.Connection, generation: int) -> tuple[LoadedDocument, ...]:
    found = []
    for row in connection.execute(sql.VIEW_DOCUMENTS, (generation,)):
        number, document_id, name, path, type_, date, tags, first, chunks = row
        filterable = Filterable(path, name, type_, date, tuple(json.loads(tags)))
        found.append(LoadedDocument(number, document_id, filterable, first, chunks))
    return tuple(found)


def _fill(
    connection: apsw.Connection,
    numbers: _Numbers,
    documents: Sequence[LoadedDocument],
    ends: NDArray[np.int64],
    known: Loaded | None,
) -> None:
    places = {document.row: place for place, document in enumerate(known.documents)} if known else {}
    for document, end in zip(documents, ends.tolist(), strict=True):
        rows = slice(end - document.chunks, end)
        if known is not None and document.row in places:
            last = int(known.ends[places[document.row]])
            own = slice(last - document.chunks, last)
            numbers.vectors[rows], numbers.lengths[rows] = known.vectors[own], known.lengths[own]
            numbers.spans[rows], numbers.hashes[rows] = known.spans[own], known.hashes[own]
        else:
            _read(connection, numbers, document, rows)


def _read(connection: apsw.Connection, numbers: _Numbers, document: LoadedDocument, rows: slice) -> None:
    spans, lengths, hashes, vectors = connection.execute(sql.CHUNKS_NUMBERS, (document.row,)).get
    numbers.spans[rows] = unpack_spans(spans)
    numbers.lengths[rows] = np.frombuffer(lengths, np.int32)
    numbers.hashes[rows] = np.frombuffer(hashes, np.uint64).reshape(-1, HASH_BYTES // 8)
    numbers.vectors[rows] = np.frombuffer(vectors, np.float32).reshape(document.chunks, numbers.vectors.shape[1])


def _groups(hashes: NDArray[np.uint64]) -> I32:
    """One number for each different content; by half of the hash, which the other half must confirm."""
    _, first, inverse = np.unique(hashes[:, 0], return_index=True, return_inverse=True)
    if len(hashes) and not np.array_equal(hashes[first[inverse], 1], hashes[:, 1]):
        _, inverse = np.unique(hashes, axis=0, return_inverse=True)
    return inverse.reshape(-1).astype(np.int32)


def _row_of(
    connection: apsw.Connection, generation: int, documents: Sequence[LoadedDocument], ends: NDArray[np.int64]
) -> I32:
    rows = np.full(connection.execute(sql.GENERATION_NEXT_CHUNK, (generation,)).get, -1, np.int32)
    for document, end in zip(documents, ends.tolist(), strict=True):
        rows[document.first_chunk : document.first_chunk + document.chunks] = np.arange(end - document.chunks, end)
    return rows


def _segments(connection: apsw.Connection, generation: int, known: Loaded | None) -> tuple[LoadedSegment, ...]:
    kept = {(segment.number, segment.revision): segment for segment in known.segments} if known else {}
    found = []
    for number, revision, _ in connection.execute(sql.SEGMENTS, (generation,)):
        found.append(kept.get((number, revision)) or _segment(connection, number, revision))
    return tuple(found)


def _segment(connection: apsw.Connection, number: int, revision: int) -> LoadedSegment:
    rows = list(connection.execute(sql.BLOCK_DIRECTORY, (number,)))
    return LoadedSegment(number, revision, [term for term, _ in rows], [block for _, block in rows])


def _pieces(connection: apsw.Connection, generation: int) -> I32:
    parts = [unpack_pieces(blob) for _, _, blob in connection.execute(sql.SEGMENTS, (generation,))]
    dense = np.zeros(max((int(ids[-1]) + 1 for ids, _ in parts if len(ids)), default=0), np.int32)
    for ids, counts in parts:
        dense[ids] += counts
    return dense
