"""The file that belongs to the service as a whole: `pincite.db` in its root, with jobs and uploads."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from pincite.errors import StoreError
from pincite.store.connections import explained

FILE = "pincite.db"
APPLICATION_ID = 0x504E4353
"""Written into the file's head (`PNCS`)."""

V1 = """
CREATE TABLE jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    base TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('add', 'retry', 'reindex')),
    path TEXT NOT NULL,
    target BLOB NOT NULL,
    tags TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'working', 'done', 'failed')),
    stage TEXT NOT NULL,
    chunks INTEGER NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    code TEXT NOT NULL,
    reason TEXT NOT NULL,
    hint TEXT NOT NULL,
    retryable INTEGER NOT NULL,
    created REAL NOT NULL,
    updated REAL NOT NULL,
    worker TEXT NOT NULL DEFAULT '',
    leased_until REAL NOT NULL DEFAULT 0,
    change INTEGER NOT NULL
);
CREATE UNIQUE INDEX one_at_work ON jobs (base, target) WHERE state = 'working';
CREATE UNIQUE INDEX one_waiting ON jobs (base, target, kind) WHERE state = 'waiting';
CREATE INDEX jobs_by_state ON jobs (state, base, number);
CREATE INDEX jobs_by_change ON jobs (base, change);
CREATE TABLE turns (base TEXT PRIMARY KEY, turn INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE changes (only INTEGER PRIMARY KEY CHECK (only = 1), number INTEGER NOT NULL);
INSERT INTO changes VALUES (1, 0);
CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    base TEXT NOT NULL,
    path TEXT NOT NULL,
    size INTEGER NOT NULL,
    tags TEXT NOT NULL,
    created REAL NOT NULL
);
"""

MIGRATIONS = (V1,)
"""Script number i leads from version i to version i + 1; published ones are never changed."""


class Home:
    """The service's own file; any number of processes open it, and a lock keeps the threads of one apart."""

    def __init__(self, root: Path, busy_seconds: float = 30.0) -> None:
        self.path = root / FILE
        self._lock = threading.Lock()
        with explained(self.path):
            self._connection = apsw.Connection(str(self.path))
            self._connection.set_busy_timeout(int(busy_seconds * 1000))
            self._connection.pragma("journal_mode", "wal")
            self._connection.pragma("synchronous", "FULL")
            self._connection.pragma("secure_delete", True)
            self._connection.pragma("trusted_schema", False)
            self._migrate()

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """The connection, for statements that change nothing."""
        with self._lock, explained(self.path):
            yield self._connection

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """The connection in a transaction, all of which is kept or nothing."""
        with self._lock, explained(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _migrate(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            version = self._version()
            for number, script in enumerate(MIGRATIONS[version:], version + 1):
                self._connection.execute(script)
                self._connection.pragma("user_version", number)
            self._connection.pragma("application_id", APPLICATION_ID)
            self._connection.execute("COMMIT")
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise

    def _version(self) -> int:
        version = int(self._connection.pragma("user_version"))
        if version > len(MIGRATIONS):
            raise StoreError(f"{self.path} has version {version}, written by a newer Pincite: install that one")
        return version
