"""Connections to the file: how they are set, the readers that are kept open, and who may write."""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from pincite.errors import NotAKnowledgeBase, PinciteError, StoreBusy, StoreDamaged, StoreError

DATABASE = "knowledge_base.db"
LOCK = "writer.lock"
IDLE_READERS = 8
_POLL_SECONDS = 0.02


def make_folder(folder: Path) -> None:
    """Make the folder of a knowledge base; raises NotAKnowledgeBase where it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotAKnowledgeBase(
            f"{folder} cannot become a knowledge base: {error.strerror}; name a folder that is one or can be made"
        ) from error


def connect(path: Path, busy_seconds: float, *, create: bool = False) -> apsw.Connection:
    """Open the file with every guarantee switched on: full sync, foreign keys, erased space overwritten."""
    flags = apsw.SQLITE_OPEN_READWRITE | (apsw.SQLITE_OPEN_CREATE if create else 0)
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_timeout(int(busy_seconds * 1000))
    connection.pragma("foreign_keys", True)
    connection.pragma("synchronous", "FULL")
    connection.pragma("secure_delete", True)
    connection.pragma("trusted_schema", False)
    return connection


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn what SQLite raises into our errors, with the file's name and what to do."""
    try:
        yield
    except PinciteError:
        raise
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreBusy(f"{path} is being written by another process: wait for it to finish, then try again") from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise StoreDamaged(
            f"{path} cannot be read as a database ({error}): restore a backup, or index again"
        ) from error
    except apsw.FullError as error:
        raise StoreError(f"the disk that holds {path} is full: free some space, then try again") from error
    except apsw.Error as error:
        if not path.exists():
            raise NotAKnowledgeBase(f"{path} is gone: it was deleted while it was in use") from error
        raise StoreError(
            f"{path}: the database says {error}: check that the folder exists and may be written"
        ) from error


class Readers:
    """Connections for reading; each serves one snapshot at a time, and a few are kept open between uses.

    Without a lock on purpose: a snapshot may be given back by the garbage collector at any moment.
    """

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self.path = path
        self._busy_seconds = busy_seconds
        self._idle: deque[apsw.Connection] = deque()
        self._closed = False

    def begin(self) -> apsw.Connection:
        """A connection inside a read transaction."""
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = connect(self.path, self._busy_seconds)
            connection.pragma("query_only", True)
        connection.execute("BEGIN")
        return connection

    def end(self, connection: apsw.Connection) -> None:
        """Let go of the snapshot, and of the connection if enough are idle."""
        connection.execute("ROLLBACK")
        if self._closed or len(self._idle) >= IDLE_READERS:
            connection.close()
        else:
            self._idle.append(connection)

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        with explained(self.path):
            connection = self.begin()
            try:
                yield connection
            finally:
                self.end(connection)

    def close(self) -> None:
        self._closed = True
        while self._idle:
            self._idle.pop().close()


class WriterLease:
    """Says that one process is at a long piece of work, such as a reindex: others then refuse to write.

    An advisory lock on a file of its own, which the system lets go of when the process ends, however it ends.
    Each transaction shares the lock for its own time; the long work holds it alone. Threads that write through the
    same store as the holder belong to it.
    """

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self._path = path
        self._busy_seconds = busy_seconds
        self._gate = threading.RLock()
        self._depth = 0

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the lock alone until the block ends; may be nested in one thread.

        Raises StoreBusy when another process writes for longer than the store waits.
        """
        with self._gate:
            if self._depth:
                yield
                return
            with self._locked(fcntl.LOCK_EX):
                self._depth = 1
                try:
                    yield
                finally:
                    self._depth = 0

    @contextmanager
    def shared(self) -> Iterator[None]:
        """Share the lock for one transaction."""
        if self._depth:
            yield
        else:
            with self._locked(fcntl.LOCK_SH):
                yield

    @contextmanager
    def _locked(self, how: int) -> Iterator[None]:
        try:
            descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise StoreError(f"{self._path} cannot be written: {error.strerror}; searching needs no writing") from error
        try:
            self._wait(descriptor, how)
            yield
        finally:
            os.close(descriptor)

    def _wait(self, descriptor: int, how: int) -> None:
        deadline = time.monotonic() + self._busy_seconds
        while True:
            try:
                fcntl.flock(descriptor, how | fcntl.LOCK_NB)
            except BlockingIOError:
                if how == fcntl.LOCK_SH and self._depth:
                    return
                if time.monotonic() >= deadline:
                    raise StoreBusy(
                        f"another process is at a long piece of work on {self._path.parent} (a reindex, an import): "
                        f"waited {self._busy_seconds:g} seconds; searching goes on, try to write again when it is done"
                    ) from None
                time.sleep(_POLL_SECONDS)
            else:
                return
