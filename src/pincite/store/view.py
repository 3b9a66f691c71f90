"""The view that a search holds: one commit of the index, whatever is written meanwhile."""

from __future__ import annotations

import threading
import weakref
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from pincite.errors import StoreDamaged, StoreError
from pincite.store import sql
from pincite.store.caches import Cache
from pincite.store.connections import Readers, explained
from pincite.store.decoding import decoding
from pincite.store.filters import select_documents
from pincite.store.loaded import Loaded, LoadedSegment
from pincite.store.packed import HASH_BYTES, ChunkWords, unpack_words
from pincite.store.postings import Postings, unpack
from pincite.store.read import calibration as calibration_of
from pincite.store.read import text_of_row
from pincite.types.calibration import Calibration
from pincite.types.document import Document
from pincite.types.embedding import F32, I32
from pincite.types.index import Seal, StoredChunk

TERMS_KEPT = 20_000
"""Terms whose postings a commit keeps decoded."""


@dataclass(frozen=True, slots=True)
class Block:
    """A decoded block of postings, and where in it each term stands."""

    places: dict[str, int]
    postings: Postings


@dataclass(frozen=True, slots=True)
class Caches:
    """What views of one store share: blocks by (segment, revision, row), documents and words by row in the file."""

    blocks: Cache[tuple[int, int, int], Block] = field(
        default_factory=lambda: Cache(8_000_000, lambda block: len(block.postings.chunks) + 16 * len(block.places))
    )
    documents: Cache[int, Document] = field(default_factory=lambda: Cache(64_000_000, lambda d: len(d.text) + 1000))
    words: Cache[int, list[ChunkWords]] = field(default_factory=lambda: Cache(100_000, lambda words: len(words) + 1))


class View:
    """An `IndexView` over the file; it keeps a read transaction open for as long as someone holds it.

    So all it gives is of one commit, also what it reads late. Hold one for the length of a query, not for hours: while
    it lives, the write-ahead log can't be emptied. Several threads may share one.
    """

    def __init__(self, loaded: Loaded, connection: apsw.Connection, readers: Readers, caches: Caches) -> None:
        self.seal: Seal = loaded.seal
        self.vectors: F32 = loaded.vectors
        self.lengths: F32 = loaded.lengths
        self.document_of: I32 = loaded.document_of
        self.content_of: I32 = loaded.content_of
        self.contents = loaded.contents
        self._loaded = loaded
        self._connection = connection
        self._path = readers.path
        self._caches = caches
        self._lock = threading.RLock()
        self._release = weakref.finalize(self, readers.end, connection)
        self._release.atexit = False

    def close(self) -> None:
        """Let go of the snapshot; what was read stays readable, nothing else."""
        self._release()

    def postings(self, term: str) -> tuple[I32, F32]:
        """The rows that hold `term`, ascending, and how often each does."""
        known = self._loaded.terms.get(term)
        if known is not None:
            return known
        with self._lock:
            found = self._read_postings(term)
        if len(self._loaded.terms) >= TERMS_KEPT:
            self._loaded.terms.clear()
        self._loaded.terms[term] = found
        return found

    def token_codes(self, rows: Sequence[int]) -> list[bytes | None]:
        """The compressed token vectors of each row, None where there are none."""
        with self._lock:
            return [self._read(sql.CODE, self._place(row)) for row in rows]

    def piece_frequency(self, ids: I32) -> F32:
        """For each word piece, how many chunks hold it."""
        counts = self._loaded.pieces
        if not len(counts):
            return np.zeros(len(ids), np.float32)
        known = (ids >= 0) & (ids < len(counts))
        return np.where(known, counts[np.where(known, ids, 0)], 0).astype(np.float32)

    def chunk(self, row: int) -> StoredChunk:
        """The row with its words and its place. Raises StoreDamaged when the words are not those that were indexed."""
        document = self._loaded.documents[self.document_of[row]]
        start, end, _, _ = self._loaded.spans[row].tolist()
        _, ordinal = self._place(row)
        text, words = self._document(document.row), self._words(document.row)
        content = text.text[start:end]
        self._check(row, content)
        return StoredChunk(
            document_id=document.document_id,
            document_name=document.filterable.name,
            path=document.filterable.path,
            section=_at(words, ordinal).section,
            content=content,
            locator=text.locate(start, end),
        )

    def embedded_text(self, row: int) -> str:
        """What was embedded for the row: header, tail and content."""
        document = self._loaded.documents[self.document_of[row]]
        start, end, _, _ = self._loaded.spans[row].tolist()
        _, ordinal = self._place(row)
        return _at(self._words(document.row), ordinal).text(self._document(document.row).text[start:end])

    def document(self, document_id: str) -> Document:
        """A document of this commit as it was extracted. Raises StoreError when there is none with this id."""
        return self._document(self._loaded.documents[self._number(document_id)].row)

    def rows_of(self, document_id: str) -> range:
        """The rows of a document, in the order of its text. Raises StoreError when there is none with this id."""
        number = self._number(document_id)
        end = int(self._loaded.ends[number])
        return range(end - self._loaded.documents[number].chunks, end)

    def calibration(self) -> Calibration | None:
        """What this commit's generation was calibrated to; None when it was not."""
        with self._lock, explained(self._path):
            return calibration_of(self._connection, self._loaded.generation)

    def select(self, filters: Sequence[str]) -> NDArray[np.bool_] | None:
        """The rows that every filter lets through; None when there are no filters."""
        if not filters:
            return None
        passing = select_documents(filters, [document.filterable for document in self._loaded.documents])
        return passing[self.document_of]

    def _number(self, document_id: str) -> int:
        documents = self._loaded.documents
        place = bisect_left(documents, document_id, key=lambda document: document.document_id)
        if place == len(documents) or documents[place].document_id != document_id:
            raise StoreError(f"no indexed document has the id {document_id}: `pincite status` lists what is there")
        return place

    def _place(self, row: int) -> tuple[int, int]:
        """The document's row in the file and the chunk's number in it."""
        place = int(self.document_of[row])
        document = self._loaded.documents[place]
        return document.row, int(row) - int(self._loaded.ends[place]) + document.chunks

    def _check(self, row: int, content: str) -> None:
        found = blake2b(content.encode("utf-8", "surrogatepass"), digest_size=HASH_BYTES).digest()
        if found != self._loaded.hashes[row].tobytes():
            raise StoreDamaged(f"the quote of row {row} is not the one that was indexed: run `pincite doctor`")

    def _document(self, row: int) -> Document:
        with self._lock, explained(self._path):
            return self._caches.documents.get(row, lambda: text_of_row(self._connection, row))

    def _words(self, row: int) -> list[ChunkWords]:
        with self._lock:
            return self._caches.words.get(row, lambda: unpack_words(self._read(sql.CHUNKS_WORDS, (row,))))

    def _read(self, statement: str, values: tuple[int, ...]) -> Any:
        with explained(self._path):
            return self._connection.execute(statement, values).get

    @decoding("the postings of a term")
    def _read_postings(self, term: str) -> tuple[I32, F32]:
        found = [part for segment in self._loaded.segments if (part := self._in_segment(segment, term)) is not None]
        if not found:
            return np.zeros(0, np.int32), np.zeros(0, np.float32)
        rows = self._loaded.row_of[np.concatenate([chunks for chunks, _ in found])]
        times = np.concatenate([times for _, times in found]).astype(np.float32)
        order = np.argsort(rows, kind="stable")
        order = order[np.searchsorted(rows[order], 0) :]
        return rows[order], times[order]

    def _in_segment(self, segment: LoadedSegment, term: str) -> tuple[I32, I32] | None:
        at = bisect_right(segment.first_terms, term) - 1
        if at < 0:
            return None
        number = segment.blocks[at]
        block = self._caches.blocks.get((segment.number, segment.revision, number), lambda: self._block(number))
        place = block.places.get(term)
        return None if place is None else block.postings.of(place)

    def _block(self, number: int) -> Block:
        postings = unpack(self._read(sql.BLOCK, (number,)))
        return Block({term: place for place, term in enumerate(postings.terms)}, postings)


@decoding("the words of a chunk")
def _at(words: list[ChunkWords], ordinal: int) -> ChunkWords:
    return words[ordinal]
