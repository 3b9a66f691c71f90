"""Posting segments: one for each document put, merged as they pile up, purged of what was removed.

A segment is written once. Eight of about one size are merged into one, so a store of n chunks has some 8 log8(n)
segments and every posting is rewritten log8(n) times. A chunk that is gone may linger in its segment (readers skip it)
until an eighth of the segment is gone; `remove`, which promises that nothing is left, purges at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import apsw
import numpy as np
from numpy.typing import NDArray

from pincite.store import sql
from pincite.store.packed import add_pieces, pack_pieces, unpack_pieces
from pincite.store.postings import Postings, blocks, count_terms, keep, merge, pack, unpack

FANOUT = 8
SMALL = 512
"""Chunks in a segment that is purged at once, for that costs next to nothing."""
LARGEST = 100_000
"""Chunks in a segment that is merged no more: what one merge holds in memory stays bounded."""


def add_segment(
    connection: apsw.Connection, generation: int, first_chunk: int, terms: Sequence[Sequence[str]], pieces: bytes
) -> int:
    """Write the postings of one document's chunks; the id of the new segment."""
    segment = _new(connection, generation, len(terms), pieces)
    _write(connection, segment, count_terms(first_chunk, terms))
    return segment


def lose(connection: apsw.Connection, segment: int, chunks: int, pieces: bytes) -> None:
    """Note that one document's chunks are gone, and take its word pieces out of the counts."""
    before = unpack_pieces(connection.execute(sql.SEGMENT_PIECES, (segment,)).get)
    after = add_pieces([before, unpack_pieces(pieces)], [1, -1])
    connection.execute(sql.SEGMENT_LOSE, (chunks, pack_pieces(*after), segment))


def purge_due(connection: apsw.Connection, generation: int, segment: int, *, at_once: bool) -> None:
    """Take postings of chunks that are gone out of a segment, if it is time to."""
    chunks, dead = connection.execute(sql.SEGMENT_SIZE, (segment,)).get
    if dead == chunks:
        connection.execute(sql.SEGMENT_DELETE, (segment,))
    elif dead and (at_once or chunks <= SMALL or dead * FANOUT >= chunks):
        _purge(connection, generation, segment)


def purge_all(connection: apsw.Connection, generation: int) -> None:
    """Take postings of chunks that are gone out of every segment."""
    for segment, _, _ in list(connection.execute(sql.SEGMENT_SIZES, (generation,))):
        purge_due(connection, generation, segment, at_once=True)


def merge_due(connection: apsw.Connection, generation: int) -> None:
    """Merge segments of one size for as long as eight of it have piled up."""
    while group := _pile(connection, generation):
        _merge(connection, generation, group)


def live_chunks(connection: apsw.Connection, generation: int, segments: Sequence[int]) -> NDArray[np.bool_]:
    """For each chunk number ever given out, whether a document of these segments still holds it."""
    live = np.zeros(connection.execute(sql.GENERATION_NEXT_CHUNK, (generation,)).get, np.bool_)
    for segment in segments:
        for first, count in connection.execute(sql.SEGMENT_LIVE, (segment,)):
            live[first : first + count] = True
    return live


def read_segment(connection: apsw.Connection, segment: int) -> list[Postings]:
    """All blocks of a segment, in the order of their terms."""
    return [unpack(body) for _, body in connection.execute(sql.BLOCKS, (segment,))]


def _pile(connection: apsw.Connection, generation: int) -> list[int]:
    sizes: dict[int, list[int]] = defaultdict(list)
    for segment, chunks, _ in connection.execute(sql.SEGMENT_SIZES, (generation,)):
        if chunks < LARGEST:
            sizes[_size_class(chunks)].append(segment)
    return next((group for group in sizes.values() if len(group) >= FANOUT), [])


def _size_class(chunks: int) -> int:
    """The number of octal digits: sizes within a factor of eight belong together."""
    return (max(chunks, 1).bit_length() + 2) // 3


def _merge(connection: apsw.Connection, generation: int, group: Sequence[int]) -> None:
    live = live_chunks(connection, generation, group)
    parts = [block for segment in group for block in read_segment(connection, segment)]
    pieces = [unpack_pieces(connection.execute(sql.SEGMENT_PIECES, (segment,)).get) for segment in group]
    merged = _new(connection, generation, int(live.sum()), pack_pieces(*add_pieces(pieces, [1] * len(pieces))))
    _write(connection, merged, merge(parts, live))
    for segment in group:
        connection.execute(sql.DOCUMENTS_MOVE, (merged, segment))
        connection.execute(sql.SEGMENT_DELETE, (segment,))


def _purge(connection: apsw.Connection, generation: int, segment: int) -> None:
    live = live_chunks(connection, generation, [segment])
    for number, body in list(connection.execute(sql.BLOCKS, (segment,))):
        left = keep(unpack(body), live)
        if left is None:
            continue
        if left.terms:
            connection.execute(sql.BLOCK_REPLACE, (left.terms[0], pack(left), number))
        else:
            connection.execute(sql.BLOCK_DELETE, (number,))
    connection.execute(sql.SEGMENT_PURGED, (segment,))


def _new(connection: apsw.Connection, generation: int, chunks: int, pieces: bytes) -> int:
    return int(connection.execute(sql.SEGMENT_ADD, (generation, chunks, pieces)).get)


def _write(connection: apsw.Connection, segment: int, postings: Postings) -> None:
    rows = [(segment, block.terms[0], pack(block)) for block in blocks(postings)]
    connection.executemany(sql.BLOCK_ADD, rows)
