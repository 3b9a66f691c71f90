"""Writing documents: each of these functions runs inside one transaction of its caller."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import apsw
import numpy as np

from pincite.errors import SealError, StoreDamaged, StoreError
from pincite.store import packed, sql
from pincite.store.generations import seal_of
from pincite.store.read import COUNTERS
from pincite.store.records import plain, to_row
from pincite.store.segments import add_segment, lose, merge_due, purge_due
from pincite.types.chunk import Chunk
from pincite.types.document import Document
from pincite.types.document_codec import encode_document
from pincite.types.embedding import F32, I32
from pincite.types.index import DocumentRecord, Seal, State

NORM_TOLERANCE = 1e-3
"""How far the length of a vector may be from 1: bf16 runtimes keep well within it."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """One document with all that a search needs of it; the sequences run along `chunks`.

    `vectors` is `(n, d)`, unit rows; `codes` are compressed token vectors and `pieces` word-piece ids, None where the
    embedder gives none; `terms` are the lexical terms of each chunk's embedded text, repeated as they occur.
    """

    record: DocumentRecord
    document: Document
    chunks: Sequence[Chunk]
    vectors: F32
    codes: Sequence[bytes | None]
    pieces: Sequence[I32 | None]
    terms: Sequence[Sequence[str]]


def queue(connection: apsw.Connection, generation: int, records: Iterable[DocumentRecord]) -> None:
    """Note documents that are to be indexed or have failed; each replaces the one that waited at its path."""
    for record in records:
        if record.state == "indexed":
            raise StoreError(f"{record.path}: an indexed document is written with its chunks, by `put`")
        connection.execute(sql.PENDING_DELETE_AT_PATH, (generation, record.path_bytes))
        connection.execute(sql.DOCUMENT_ADD, (generation, None, None, *to_row(record)))


def set_state(
    connection: apsw.Connection,
    generation: int,
    document_id: str,
    state: State,
    error: tuple[str, str, bool],
) -> None:
    """Move a document that is not indexed to another state, with (code, message, retryable) where it failed."""
    if state == "indexed":
        raise StoreError(f"document {document_id} becomes indexed by `put`, together with its chunks")
    code, message, retryable = error
    values = {"generation": generation, "document_id": document_id, "state": state, "code": code}
    connection.execute(sql.DOCUMENT_SET_STATE, values | {"message": plain(message), "retryable": int(retryable)})


def check(given: Indexed, seal: Seal) -> None:
    """Refuse what would break a promise: a quote that is no slice, a vector of another size or length.

    Raises SealError for the size, StoreDamaged for the rest.
    """
    _check_quotes(given)
    _check_lengths(given)
    _check_vectors(given, seal)


def _check_quotes(given: Indexed) -> None:
    text, name = given.document.text, given.record.path
    if sha256(text.encode()).hexdigest() != given.document.text_sha256:
        raise StoreDamaged(f"{name}: the text does not have the hash that the extractor gave it; extract it again")
    before = 0
    for chunk in given.chunks:
        if text[chunk.start : chunk.end] != chunk.content:
            raise StoreDamaged(
                f"{name}: the quote {chunk.content[:40]!r} is not the text at {chunk.start} to {chunk.end}, "
                f"{text[chunk.start : chunk.end][:40]!r}; nothing was written"
            )
        if not before <= chunk.start < chunk.end:
            raise StoreDamaged(f"{name}: the chunk at {chunk.start} to {chunk.end} is empty or out of order")
        before = chunk.start


def _check_lengths(given: Indexed) -> None:
    counts = {
        "chunks": len(given.chunks),
        "vectors": len(given.vectors),
        "codes": len(given.codes),
        "pieces": len(given.pieces),
        "terms": len(given.terms),
    }
    if len(set(counts.values())) > 1:
        raise StoreDamaged(f"{given.record.path}: expected one of each for every chunk, found {counts}")


def _check_vectors(given: Indexed, seal: Seal) -> None:
    if not len(given.chunks):
        return
    if given.vectors.shape[1] != seal.dimensions:
        raise SealError(
            f"{given.record.path}: the index is sealed with {seal.embedder} of {seal.dimensions} dimensions, "
            f"these vectors have {given.vectors.shape[1]}: use the same embedder, or run `pincite reindex`"
        )
    norms = np.linalg.norm(given.vectors.astype(np.float64), axis=1)
    if not np.all(np.abs(norms - 1) <= NORM_TOLERANCE):
        worst = int(np.argmax(np.abs(norms - 1)))
        raise StoreDamaged(f"{given.record.path}: the vector of chunk {worst} has length {norms[worst]:.6g}, not 1")


def put(connection: apsw.Connection, generation: int, given: Indexed) -> None:
    """Index one document in place of any other that was indexed at its path or under its id."""
    seal = seal_of(connection, generation)
    check(given, seal)
    forget_before(connection, generation, given.record)
    record = _counted(given, seal)
    pieces = packed.pack_pieces(*packed.count_pieces(given.pieces))
    end = connection.execute(sql.GENERATION_TAKE_CHUNKS, (len(given.chunks), generation)).get
    first = end - len(given.chunks)
    segment = add_segment(connection, generation, first, given.terms, pieces) if given.chunks else None
    row = connection.execute(sql.DOCUMENT_ADD, (generation, first, segment, *to_row(record))).get
    connection.execute(sql.TEXT_ADD, (row, encode_document(given.document)))
    _add_chunks(connection, row, given, pieces)
    _count(connection, generation, record, 1)
    merge_due(connection, generation)
    connection.execute(sql.COMMIT_NEXT)


def forget_before(connection: apsw.Connection, generation: int, record: DocumentRecord) -> None:
    """Drop what this document takes the place of: what is indexed at its path or under its id, and what waits under it."""
    connection.execute(sql.PENDING_DELETE, (generation, record.document_id))
    rows = list(connection.execute(sql.INDEXED_AT_PATH, (generation, record.path_bytes)))
    rows += connection.execute(sql.INDEXED_WITH_ID, (generation, record.document_id))
    drop(connection, generation, {row for (row,) in rows}, at_once=False)


def _counted(given: Indexed, seal: Seal) -> DocumentRecord:
    return replace(
        given.record,
        state="indexed",
        type=given.document.type,
        title=given.record.title or given.document.title,
        extractor=given.document.extractor,
        source_sha256=given.document.source_sha256,
        text_sha256=given.document.text_sha256,
        characters=len(given.document.text),
        chunks=len(given.chunks),
        tokens=sum(chunk.tokens for chunk in given.chunks),
        header_tokens=sum(chunk.header_tokens for chunk in given.chunks),
        over_window=sum(chunk.tokens > seal.window for chunk in given.chunks),
        error_code="",
        error="",
        retryable=False,
    )


def _add_chunks(connection: apsw.Connection, row: int, given: Indexed, pieces: bytes) -> None:
    lengths = np.array([len(words) for words in given.terms], np.int32).tobytes()
    vectors = np.ascontiguousarray(given.vectors, np.float32).tobytes()
    numbers = (packed.pack_spans(given.chunks), lengths, packed.content_hashes(given.chunks), vectors)
    parts = (*numbers, packed.pack_words(given.chunks), pieces)
    codes = [(row, ordinal, code) for ordinal, code in enumerate(given.codes) if code is not None]
    checksum = packed.checksum([*parts, *(code for _, _, code in codes)])
    connection.execute(sql.CHUNKS_ADD, (row, *parts, checksum))
    connection.executemany(sql.CODE_ADD, codes)


def _count(connection: apsw.Connection, generation: int, record: DocumentRecord, sign: int) -> None:
    values = [1, *(getattr(record, name) for name in COUNTERS[1:])]
    rows = [
        {"generation": generation, "name": name, "value": sign * value}
        for name, value in zip(COUNTERS, values, strict=True)
    ]
    connection.executemany(sql.COUNT, rows)


def remove(connection: apsw.Connection, generations: Iterable[int], document_ids: Iterable[str]) -> int:
    """Remove documents in whatever state, and every trace of their words; how many records went."""
    gone = 0
    wanted = list(dict.fromkeys(document_ids))
    for generation in generations:
        rows: set[int] = set()
        for document_id in wanted:
            gone += _remove_pending(connection, generation, document_id)
            rows |= {row for (row,) in connection.execute(sql.INDEXED_WITH_ID, (generation, document_id))}
        drop(connection, generation, rows, at_once=True)
        gone += len(rows)
    connection.execute(sql.COMMIT_NEXT)
    return gone


def unqueue(connection: apsw.Connection, generation: int, document_id: str) -> None:
    """Delete the record that waits or has failed under this id."""
    connection.execute(sql.PENDING_DELETE, (generation, document_id))


def _remove_pending(connection: apsw.Connection, generation: int, document_id: str) -> int:
    connection.execute(sql.PENDING_DELETE, (generation, document_id))
    return connection.changes()


def drop(connection: apsw.Connection, generation: int, rows: Iterable[int], *, at_once: bool) -> None:
    """Delete indexed documents by row; `at_once` also takes their terms out of the posting segments."""
    segments: set[int] = set()
    for row in rows:
        segment, *counts = connection.execute(sql.DOCUMENT_FACTS, (row,)).get
        pieces = connection.execute(sql.CHUNKS_PIECES, (row,)).get
        connection.execute(sql.DOCUMENT_DELETE, (row,))
        for name, value in zip(COUNTERS, [1, *counts], strict=True):
            connection.execute(sql.COUNT, {"generation": generation, "name": name, "value": -value})
        if segment is not None:
            lose(connection, segment, counts[0], pieces)
            segments.add(segment)
    for segment in segments:
        purge_due(connection, generation, segment, at_once=at_once)
