"""Whether the file holds what it says: everything that can be worked out again is, and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import apsw
import numpy as np

from pincite.errors import StoreDamaged
from pincite.store import sql
from pincite.store.decoding import UNREADABLE
from pincite.store.generations import current, seal_of
from pincite.store.packed import HASH_BYTES, checksum, content_hashes, unpack_pieces, unpack_spans, unpack_words
from pincite.store.postings import Postings, count_terms, merge, unpack
from pincite.store.read import calibration, counters, recount, text_of_row
from pincite.store.segments import live_chunks, read_segment
from pincite.store.write import NORM_TOLERANCE
from pincite.types.chunk import Chunk
from pincite.types.embedding import F32
from pincite.types.index import Seal
from pincite.types.ingest import Problem

Terms = Callable[[str], list[str]]


def check(connection: apsw.Connection, terms: Terms | None) -> list[Problem]:
    """Every problem found, in the order of the checks; empty when all is well.

    The file's structure, rows that belong to nothing, counters, then for each indexed document its text, quotes,
    vectors and, where `terms` (the function that the index was built with) is given, its postings; these wait until
    every text can be read.
    """
    found = [*_structure(connection), *_orphans(connection)]
    seals = [*_noted("seal", "the current generation", lambda: _seal(connection))]
    now = current(connection) if not seals else None
    if now is not None:
        found += _counters(connection, now[0])
        broken = [*_documents(connection, now[0])]
        found += broken
        found += _noted("pieces", "segments", lambda: _pieces(connection, now[0]))
        found += _segments(connection, now[0])
        if terms is not None and not any(problem.check in {"text", "chunks"} for problem in broken):
            found += _noted("postings", "segments", lambda: _postings(connection, now[0], terms))
    return found + seals


def _noted(check: str, where: str, look: Callable[[], Iterator[Problem]]) -> Iterator[Problem]:
    """What `look` finds, up to the first thing that cannot be read, which is a problem of its own."""
    try:
        yield from look()
    except (StoreDamaged, *UNREADABLE) as error:
        yield Problem(check, where, str(error))


def _seal(connection: apsw.Connection) -> Iterator[Problem]:
    """Reads the seal, the calibration and the number of the last commit, on which all else is built."""
    found = current(connection)
    if found is not None:
        calibration(connection, found[0])
    if connection.execute(sql.COMMIT).get is None:
        yield Problem("seal", "commits", "the number of the last commit is not there")


def _segments(connection: apsw.Connection, generation: int) -> Iterator[Problem]:
    for segment, chunks, dead, live in connection.execute(sql.CHECK_SEGMENTS, (generation,)):
        if chunks - dead != live:
            found = f"{chunks} chunks less {dead} that are gone are not the {live:g} of its documents"
            yield Problem("segments", f"segment {segment}", found)


def _structure(connection: apsw.Connection) -> Iterator[Problem]:
    for (message,) in connection.execute(sql.INTEGRITY):
        if message != "ok":
            yield Problem("integrity", "knowledge_base.db", message)
    for table, row, parent, _ in connection.execute(sql.FOREIGN_KEYS):
        yield Problem("orphans", table, f"row {row} belongs to a row of {parent} that is not there")


def _orphans(connection: apsw.Connection) -> Iterator[Problem]:
    for table, count in connection.execute(sql.ORPHANS):
        if count:
            yield Problem("orphans", table, f"{count} rows belong to no indexed document")


def _counters(connection: apsw.Connection, generation: int) -> Iterator[Problem]:
    again = recount(connection, generation)
    for name, kept in counters(connection, generation).items():
        if kept != again[name]:
            yield Problem("counters", name, f"the counter says {kept}, the records say {again[name]}")


def _documents(connection: apsw.Connection, generation: int) -> Iterator[Problem]:
    seal = seal_of(connection, generation)
    for row, path, *kept in list(connection.execute(sql.CHECK_DOCUMENTS, (generation,))):
        yield from _noted("text", path, partial(_text, connection, row, path, kept))
        yield from _noted("chunks", path, partial(_chunks, connection, row, path, kept, seal))


def _text(connection: apsw.Connection, row: int, path: str, kept: list[Any]) -> Iterator[Problem]:
    document = text_of_row(connection, row)
    if len(document.text) != kept[0]:
        yield Problem("counters", path, f"the record says {kept[0]} characters, the text has {len(document.text)}")
    if [document.text_sha256, document.source_sha256] != kept[5:]:
        yield Problem("text", path, "the record has other hashes than the text")


def _chunks(connection: apsw.Connection, row: int, path: str, kept: list[Any], seal: Seal) -> Iterator[Problem]:
    chunks = kept[1]
    numbers = connection.execute(sql.CHUNKS_NUMBERS, (row,)).fetchone() or (b"",) * 4
    sizes = (16, 4, HASH_BYTES, 4 * seal.dimensions)
    found = {len(blob) / size for blob, size in zip(numbers, sizes, strict=True)}
    if found != {chunks}:
        yield Problem("chunks", path, f"the record says {chunks} chunks, the arrays hold {sorted(found)}")
        return
    yield from _sums(connection, row, path)
    yield from _tokens(path, numbers[0], kept[2:5], seal.window)
    yield from _norms(path, np.frombuffer(numbers[3], np.float32).reshape(chunks, seal.dimensions))
    with suppress(StoreDamaged):  # a text that cannot be read was noted before
        yield from _quotes(path, text_of_row(connection, row).text, numbers)


def _sums(connection: apsw.Connection, row: int, path: str) -> Iterator[Problem]:
    found: tuple[Any, ...] = connection.execute(sql.CHECK_PARTS, (row,)).fetchone() or ()
    *parts, kept = found
    codes = [code for (code,) in connection.execute(sql.CODES, (row,))]
    if kept and checksum([*parts, *codes]) != kept:
        yield Problem("checksum", path, "its vectors, token vectors or words are not those that were written")


def _tokens(path: str, spans: bytes, kept: list[int], window: int) -> Iterator[Problem]:
    tokens, headers = unpack_spans(spans)[:, 2:].T
    again = [int(tokens.sum()), int(headers.sum()), int((tokens > window).sum())]
    if again != kept:
        yield Problem(
            "counters", path, f"the record says {kept} tokens, header tokens and over the window, not {again}"
        )


def _quotes(path: str, text: str, numbers: tuple[bytes, bytes, bytes, bytes]) -> Iterator[Problem]:
    spans = unpack_spans(numbers[0])[:, :2].tolist()
    quotes = [Chunk(text="", content=text[start:end], section="", start=start, end=end) for start, end in spans]
    hashes = np.frombuffer(numbers[2], np.uint64).reshape(-1, 2)
    again = np.frombuffer(content_hashes(quotes), np.uint64).reshape(-1, 2)
    for ordinal in np.flatnonzero((hashes != again).any(axis=1)).tolist():
        start, end = spans[ordinal]
        yield Problem("quotes", path, f"the text at {start} to {end} is not the quote that was indexed")


def _norms(path: str, vectors: F32) -> Iterator[Problem]:
    norms = np.linalg.norm(vectors.astype(np.float64), axis=1)
    for ordinal in np.flatnonzero(~(np.abs(norms - 1) <= NORM_TOLERANCE)).tolist():
        yield Problem("vectors", path, f"the vector of chunk {ordinal} has length {norms[ordinal]:.6g}, not 1")


def _pieces(connection: apsw.Connection, generation: int) -> Iterator[Problem]:
    of_documents = _summed(connection, sql.CHECK_DOCUMENT_PIECES, generation)
    of_segments = _summed(connection, sql.CHECK_SEGMENT_PIECES, generation)
    if of_documents != of_segments:
        yield Problem("pieces", "segments", "the counts of word pieces are not those of the documents")


def _summed(connection: apsw.Connection, statement: str, generation: int) -> dict[int, int]:
    total: dict[int, int] = {}
    for (blob,) in connection.execute(statement, (generation,)):
        ids, counts = unpack_pieces(blob)
        for piece, count in zip(ids.tolist(), counts.tolist(), strict=True):
            total[piece] = total.get(piece, 0) + count
    return total


def _postings(connection: apsw.Connection, generation: int, terms: Terms) -> Iterator[Problem]:
    """Compare segment by segment, so that only one is in memory at a time."""
    for segment, _, _ in list(connection.execute(sql.SEGMENT_SIZES, (generation,))):
        live = live_chunks(connection, generation, [segment])
        for first, body in connection.execute(sql.CHECK_BLOCKS, (segment,)):
            if unpack(body).terms[0] != first:
                yield Problem("postings", f"segment {segment}", f"the block of {first!r} begins with another term")
        kept = _as_dict(merge(read_segment(connection, segment), live))
        again = _as_dict(merge(_again(connection, segment, terms), live))
        for term in sorted(kept.keys() | again.keys()):
            if kept.get(term) != again.get(term):
                yield Problem("postings", f"segment {segment}", f"the postings of {term!r} are not those of the texts")
                break


def _again(connection: apsw.Connection, segment: int, terms: Terms) -> list[Postings]:
    parts = []
    for row, first in list(connection.execute(sql.CHECK_SEGMENT_DOCUMENTS, (segment,))):
        text = text_of_row(connection, row).text
        words = unpack_words(connection.execute(sql.CHUNKS_WORDS, (row,)).get)
        spans = unpack_spans(connection.execute(sql.CHECK_SPANS, (row,)).get).tolist()
        texts = [word.text(text[start:end]) for word, (start, end, _, _) in zip(words, spans, strict=True)]
        parts.append(count_terms(first, [terms(each) for each in texts]))
    return parts


def _as_dict(postings: Postings) -> dict[str, tuple[list[int], list[int]]]:
    found = {}
    for place, term in enumerate(postings.terms):
        chunks, times = postings.of(place)
        found[term] = (chunks.tolist(), times.tolist())
    return found
