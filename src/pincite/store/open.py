"""The store: one file that holds a knowledge base, opened by any number of threads and processes."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import apsw
import numpy as np

from pincite.errors import NotAKnowledgeBase, NotReady, StoreError
from pincite.store import check, generations, read, schema, segments, sql, write
from pincite.store.connections import DATABASE, LOCK, Readers, WriterLease, connect, explained, make_folder
from pincite.store.decoding import decoding
from pincite.store.founding import found, refuse_empty
from pincite.store.loaded import Loaded, load
from pincite.store.records import calibration_to_text, plain
from pincite.store.view import Caches, View
from pincite.store.write import Indexed
from pincite.types.calibration import Calibration
from pincite.types.chunk import Chunk
from pincite.types.document import Document
from pincite.types.embedding import F32, I32
from pincite.types.index import DocumentRecord, Seal, State
from pincite.types.ingest import Problem

BUSY_SECONDS = 30.0


class Store:
    """A knowledge base on disk: `knowledge_base.db` and, beside it, `writer.lock`.

    One object serves many threads; many processes may open one folder. Readers never wait for a writer nor a writer for
    them; writers take turns, one transaction a document. What a call has written when it returns survives a loss of
    power. Where a method takes a `generation`, None means the current one.
    """

    def __init__(self, path: Path, writer: apsw.Connection, lease: WriterLease, busy_seconds: float) -> None:
        self.path = path
        self._writer = writer
        self._writing = threading.RLock()
        self._busy_seconds = busy_seconds
        self._log_to_empty = False
        self._lease = lease
        self._readers = Readers(path, busy_seconds)
        self._loading = threading.Lock()
        self._loaded: Loaded | None = None
        self._caches = Caches()

    @classmethod
    def open(cls, folder: Path, *, create: bool = False, busy_seconds: float = BUSY_SECONDS) -> Self:
        """Open the knowledge base in `folder`, or make an empty one where `create` allows it.

        `busy_seconds` is how long a write waits for other processes. Raises NotAKnowledgeBase when there is none,
        StoreError when a newer Pincite wrote it, StoreDamaged when the file is empty or not readable as a database.
        """
        path = folder / DATABASE
        if plain(str(path)) != str(path):
            raise NotAKnowledgeBase(
                f"{plain(str(folder))} is no name in UTF-8, which a database needs: rename the folder"
            )
        lease = WriterLease(path.with_name(LOCK), busy_seconds)
        if create:
            make_folder(folder)
            with explained(path):
                found(path, lease, partial(schema.migrate, path=path))
        elif not os.path.isfile(path):  # noqa: PTH113 - false, not an error, for a name that is too long
            raise NotAKnowledgeBase(
                f"there is no knowledge base in {folder} (no {DATABASE}): "
                f"name a folder that holds one, or make it with `pincite add PATH --kb {folder}`"
            )
        refuse_empty(path)
        with explained(path):
            writer = connect(path, busy_seconds)
            try:
                schema.prepare(writer, path, lease)
            except BaseException:
                writer.close()
                raise
        return cls(path, writer, lease, busy_seconds)

    def close(self) -> None:
        """Close the connections; views that are still held keep theirs until they go."""
        self._readers.close()
        with self._writing:
            if self._log_to_empty:
                self.checkpoint(0)
            self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the store for a long piece of work: other processes' writes wait, then raise StoreBusy; reads go on.

        The hold ends with the block or with the process, however that ends. Raises StoreBusy when another has it.
        """
        with self._lease.alone():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[apsw.Connection]:
        with self._writing, self._lease.shared(), explained(self.path):
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
                self._writer.execute("COMMIT")
                if self._log_to_empty:
                    self.checkpoint(0)
            except BaseException:
                if self._writer.in_transaction:
                    self._writer.execute("ROLLBACK")
                raise

    def seal(self) -> Seal | None:
        """What the current generation is sealed with; None before the first document."""
        with self._readers.reading() as connection:
            found = generations.current(connection)
        return None if found is None else found[1]

    def start(self, seal: Seal, *, canaries: F32 | None = None) -> None:
        """Seal an empty knowledge base; `canaries` `(m, d)` are kept with the seal. Raises SealError when sealed otherwise."""
        with self._transaction() as connection:
            generations.start(connection, seal, _bytes(canaries))

    def canaries(self) -> F32:
        """The canaries that came with the current seal, `(m, d)`; m is 0 when there were none."""
        with self._readers.reading() as connection:
            found, body = generations.current(connection), connection.execute(sql.GENERATION_CANARIES).get
        with decoding("the canaries of the index"):
            return np.frombuffer(body or b"", np.float32).reshape(-1, found[1].dimensions if found else 1)

    def set_calibration(self, calibration: Calibration | None) -> None:
        """Keep a calibration with the current seal, in place of the one before; None takes it away."""
        text = "" if calibration is None else calibration_to_text(calibration)
        with self._transaction() as connection:
            connection.execute(sql.GENERATION_CALIBRATE, (text, _chosen(connection, None)))

    def calibration(self) -> Calibration | None:
        """What the current generation was calibrated to; None when it was not."""
        with self._readers.reading() as connection:
            return read.calibration(connection, read.generation_or_current(connection, None))

    def contents(self) -> str:
        """A hash of what is indexed now: which documents, their texts, and what cut them."""
        with self._readers.reading() as connection:
            return read.contents(connection, read.generation_or_current(connection, None))

    @property
    def folder(self) -> Path:
        """The folder of the knowledge base."""
        return self.path.parent

    def size(self) -> int:
        """Bytes on disk, log included."""
        return sum(file.stat().st_size for file in self.folder.glob(f"{self.path.name}*"))

    def queue(self, *records: DocumentRecord, generation: int | None = None) -> None:
        """Note documents that wait or have failed, each in place of the one that waited at its path."""
        with self._transaction() as connection:
            write.queue(connection, _chosen(connection, generation), records)

    def set_state(
        self,
        document_id: str,
        state: State,
        code: str = "",
        message: str = "",
        *,
        retryable: bool = False,
        generation: int | None = None,
    ) -> None:
        """Move a document that is not indexed on to `state`; `code` and `message` say why it failed."""
        with self._transaction() as connection:
            write.set_state(connection, _chosen(connection, generation), document_id, state, (code, message, retryable))

    def put(  # noqa: PLR0917 -- the seven things a document consists of, in the order of the pipeline
        self,
        record: DocumentRecord,
        document: Document,
        chunks: Sequence[Chunk],
        vectors: F32,
        codes: Sequence[bytes | None],
        pieces: Sequence[I32 | None],
        terms: Sequence[Sequence[str]],
        *,
        seal: Seal | None = None,
        generation: int | None = None,
    ) -> None:
        """Index one document: all of it in one transaction, in place of what was indexed at its path.

        `vectors` is `(n, d)` with unit rows; the other sequences have one item a chunk. Type, title, hashes, extractor
        and every count of the record are taken from what is written. Raises StoreDamaged when a quote is not the text at
        its offsets or a vector has not length 1, SealError for vectors of another size, or when the generation has
        another `seal` than the vectors were made under (None: not compared); nothing is written then.
        """
        given = Indexed(record, document, chunks, vectors, codes, pieces, terms)
        with self._transaction() as connection:
            number = _chosen(connection, generation)
            generations.check_seal(connection, number, seal)
            write.put(connection, number, given)
            building = generations.building(connection)
            if building and building[0] != number:  # what a reindex had built of it before is out of date
                write.forget_before(connection, building[0], record)

    def remove(self, document_ids: Iterable[str]) -> int:
        """Remove documents, in whatever state and generation; how many records went.

        Their words are overwritten in the file and in its log, the latter as soon as no one reads an older commit.
        """
        with self._transaction() as connection:
            alive = [found[0] for found in (generations.current(connection), generations.building(connection)) if found]
            gone = write.remove(connection, alive, document_ids)
        self._delete_retired()
        self.checkpoint()
        return gone

    def unqueue(self, document_id: str) -> None:
        """Forget what waits or has failed under this id; what is indexed stays."""
        with self._transaction() as connection:
            write.unqueue(connection, _chosen(connection, None), document_id)

    def purge(self) -> None:
        """Take what was removed or replaced out of the posting segments, and out of the log."""
        self._delete_retired()
        with self._transaction() as connection:
            found = generations.current(connection)
            if found:
                segments.purge_all(connection, found[0])
            connection.execute(sql.COMMIT_NEXT)
        self.checkpoint()

    def checkpoint(self, wait_seconds: float = 1.0) -> bool:
        """Move the log into the file and empty it; False when someone still read an older commit after the wait.

        It is tried again, without waiting, after each write and at `close`, until it has worked.
        """
        with self._writing, explained(self.path):
            self._writer.set_busy_timeout(int(wait_seconds * 1000))
            try:
                self._writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
            except apsw.BusyError:
                self._log_to_empty = True
            else:
                self._log_to_empty = False
            finally:
                self._writer.set_busy_timeout(int(self._busy_seconds * 1000))
        return not self._log_to_empty

    def documents(
        self, states: Collection[State] | None = None, *, generation: int | None = None
    ) -> list[DocumentRecord]:
        """Records in these states (None: all), by path; of one path the indexed one first."""
        with self._readers.reading() as connection:
            return read.documents(connection, read.generation_or_current(connection, generation), states)

    def document(self, document_id: str, *, generation: int | None = None) -> DocumentRecord | None:
        """One record; None when there is none."""
        with self._readers.reading() as connection:
            return read.document(connection, read.generation_or_current(connection, generation), document_id)

    def at_path(self, path_bytes: bytes, *, generation: int | None = None) -> list[DocumentRecord]:
        """The records of one path: the indexed one, then the one that waits or failed; at most two."""
        with self._readers.reading() as connection:
            return read.at_path(connection, read.generation_or_current(connection, generation), path_bytes)

    def below(self, path_bytes: bytes) -> list[DocumentRecord]:
        """The records of all paths below this one: of a mail, what is attached to it."""
        with self._readers.reading() as connection:
            return read.below(connection, read.generation_or_current(connection, None), path_bytes)

    def twins(
        self, *, source_sha256: str = "", text_sha256: str = "", generation: int | None = None
    ) -> list[DocumentRecord]:
        """Indexed documents with the same bytes, then those with the same text."""
        with self._readers.reading() as connection:
            number = read.generation_or_current(connection, generation)
            return read.twins(connection, number, source_sha256, text_sha256)

    def text(self, document_id: str, *, generation: int | None = None) -> Document:
        """An indexed document as it was extracted. Raises StoreError when there is none with this id."""
        with self._readers.reading() as connection:
            number = read.generation_or_current(connection, generation)
            found = read.text(connection, number, document_id)
        if found is None:
            raise StoreError(
                f"no indexed document has the id {document_id}: `pincite status --documents` lists what is there"
            )
        return found

    def counters(self, *, generation: int | None = None) -> dict[str, int]:
        """Counted as they were written: documents, chunks, characters, tokens, header_tokens, over_window."""
        with self._readers.reading() as connection:
            return read.counters(connection, read.generation_or_current(connection, generation))

    def states(self) -> dict[str, int]:
        """How many records of the current generation are in each state that occurs."""
        with self._readers.reading() as connection:
            return read.states(connection, read.generation_or_current(connection, None))

    def begin_generation(self, seal: Seal, *, canaries: F32 | None = None) -> int:
        """Begin to build beside the current generation, or go on with one begun under the same seal."""
        with self._transaction() as connection:
            number = generations.begin(connection, seal, _bytes(canaries))
        self._delete_retired()
        return number

    def building(self) -> tuple[int, Seal] | None:
        """The generation that is being built and its seal; None when there is none."""
        with self._readers.reading() as connection:
            return generations.building(connection)

    def missing(self, generation: int) -> list[tuple[str, str]]:
        """(document id, path) of what is indexed now and neither built nor failed in `generation`."""
        with self._readers.reading() as connection:
            return generations.missing(connection, generation)

    def switch(self, generation: int) -> None:
        """Make a built generation the current one, in one step for every reader; the old one is deleted after.

        What was removed or replaced since it was built is left out, what is queued or failed is taken over.
        Raises StoreError when documents are missing from it.
        """
        with self._transaction() as connection:
            write.drop(connection, generation, generations.vanished(connection, generation), at_once=False)
            generations.make_current(connection, generation)
        self._delete_retired()
        self.checkpoint()

    def _delete_retired(self) -> None:
        with self._readers.reading() as connection:
            more = generations.retired(connection)
        while more:
            with self._transaction() as connection:
                more = generations.delete_some(connection)

    def check(self, terms: Callable[[str], list[str]] | None = None) -> list[Problem]:
        """Every way in which the file does not hold what it says, for `doctor`; empty when all is well.

        `terms` is the function that gave the terms of each chunk's embedded text; without it postings aren't compared.
        """
        with self._readers.reading() as connection:
            return check.check(connection, terms)

    def view(self) -> View:
        """The present commit; the arrays are shared with earlier views until something is written by any process.

        Raises NotReady before the first document is queued or put.
        """
        with explained(self.path):
            connection = self._readers.begin()
            try:
                loaded = self._load(connection)
            except BaseException:
                self._readers.end(connection)
                raise
        return View(loaded, connection, self._readers, self._caches)

    def _load(self, connection: apsw.Connection) -> Loaded:
        commit = connection.execute(sql.COMMIT).get
        known = self._loaded
        if known is not None and known.commit == commit:
            return known
        with self._loading:
            known = self._loaded
            if known is not None and known.commit == commit:
                return known
            found = generations.current(connection)
            if found is None:
                raise NotReady("nothing is indexed yet: add documents with `pincite add PATH --kb DIR`")
            loaded = load(connection, commit, *found, known)
            if known is None or known.commit < commit:
                self._loaded = loaded
            return loaded


def _chosen(connection: apsw.Connection, generation: int | None) -> int:
    return generations.current_id(connection) if generation is None else generation


def _bytes(vectors: F32 | None) -> bytes:
    return b"" if vectors is None else np.ascontiguousarray(vectors, np.float32).tobytes()
