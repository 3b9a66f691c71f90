"""The file that belongs to a service as a whole: `pincite.db` in its root, with jobs, uploads, users and keys."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from pincite.access.schema import MIGRATIONS
from pincite.errors import StoreError
from pincite.store.connections import explained

FILE = "pincite.db"
APPLICATION_ID = 0x504E4353
"""Written into the file's head (`PNCS`)."""


class Home:
    """The service's own file; any number of processes open it, and a lock keeps the threads of one apart."""

    def __init__(self, root: Path, busy_seconds: float = 30.0) -> None:
        self.path = root / FILE
        self._lock = threading.Lock()
        with explained(self.path):
            self._only_ours()
            self._connection = apsw.Connection(str(self.path))
            self._connection.set_busy_timeout(int(busy_seconds * 1000))
            self._connection.pragma("journal_mode", "wal")
            self._connection.pragma("synchronous", "FULL")
            self._connection.pragma("foreign_keys", True)
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

    def _only_ours(self) -> None:
        """What the file keeps of keys and passwords is for nobody else on this machine; SQLite's side files follow it."""
        try:
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            raise StoreError(
                f"{self.path} cannot be opened ({error.strerror}): check that the folder may be written"
            ) from error

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
