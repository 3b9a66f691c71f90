"""Whether the file holds what it says: everything that can be worked out again is, and compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import apsw
import numpy as np

from pincite.errors import StoreDamaged
from pincite.store import sql
from pincite.store.generations import current, seal_of
from pincite.store.packed import HASH_BYTES, content_hashes, unpack_pieces, unpack_spans, unpack_words
from pincite.store.postings import Postings, count_terms, merge
from pincite.store.read import counters, recount, text_of_row
from pincite.store.segments import live_chunks, read_segment
from pincite.store.write import NORM_TOLERANCE
from pincite.types.chunk import Chunk
from pincite.types.embedding import F32
from pincite.types.ingest import Problem

Terms = Callable[[str], list[str]]


def check(connection: apsw.Connection, terms: Terms | None) -> list[Problem]:
    """Every problem found, in the order of the checks; empty when all is well.

    The file's structure, rows that belong to nothing, counters, then for each indexed document its text, quotes,
    vectors and, where `terms` (the function that the index was built with) is given, its postings; these wait until
    every text can be read.
    """
    found = [*_structure(connection), *_orphans(connection)]
    now = current(connection)
    if now is not None:
        found += _counters(connection, now[0])
        broken = [*_documents(connection, now[0])]
        found += broken
        found += _pieces(connection, now[0])
        if terms is not None and not any(problem.check in {"text", "chunks"} for problem in broken):
            found += _postings(connection, now[0], terms)
    return found


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
    for row, path, characters, chunks in list(connection.execute(sql.CHECK_DOCUMENTS, (generation,))):
        try:
            text = text_of_row(connection, row).text
        except StoreDamaged as error:
            yield Problem("text", path, str(error))
            continue
        if len(text) != characters:
            yield Problem("counters", path, f"the record says {characters} characters, the text has {len(text)}")
        numbers = connection.execute(sql.CHUNKS_NUMBERS, (row,)).fetchone() or (b"",) * 4
        found = {
            length / size
            for length, size in zip(map(len, numbers), (16, 4, HASH_BYTES, 4 * seal.dimensions), strict=True)
        }
        if found != {chunks}:
            yield Problem("chunks", path, f"the record says {chunks} chunks, the arrays hold {sorted(found)}")
            continue
        yield from _quotes(path, text, numbers)
        yield from _norms(path, np.frombuffer(numbers[3], np.float32).reshape(chunks, seal.dimensions))


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
