"""The file that belongs to a service as a whole: `pincite.db` in its root, with jobs, uploads, users and keys."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from pincite.access.schema import MIGRATIONS
from pincite.errors import StoreError, UsageError
from pincite.store.connections import WriterLease, connect, explained
from pincite.store.founding import found, refuse_empty, refuse_foreign

FILE = "pincite.db"
LOCK = "pincite.lock"
APPLICATION_ID = 0x504E4353
"""Written into the file's head (`PNCS`)."""


def make_root(root: Path) -> None:
    """Make the folder of a service where there is none. Raises UsageError where it can't be made."""
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"--root {root} cannot become the folder of a service: {error.strerror}; name a folder that is there or can be made"
        ) from error


class Home:
    """The service's own file; any number of processes open it, and a lock keeps the threads of one apart."""

    def __init__(self, root: Path, busy_seconds: float = 30.0) -> None:
        self.path = root / FILE
        self._lock = threading.Lock()
        lease = WriterLease(root / LOCK, busy_seconds)
        with explained(self.path):
            # what the file keeps of keys and passwords is for nobody else on this machine; SQLite's side files follow it
            found(self.path, lease, self._migrate, mode=0o600)
            refuse_empty(self.path)
            self._connection = connect(self.path, busy_seconds)
            try:
                refuse_foreign(self._connection, self.path, APPLICATION_ID)
                self._migrate(self._connection)
            except BaseException:
                self._connection.close()
                raise

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

    def _migrate(self, connection: apsw.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        try:
            version = self._version(connection)
            for number, script in enumerate(MIGRATIONS[version:], version + 1):
                connection.execute(script)
                connection.pragma("user_version", number)
            connection.pragma("application_id", APPLICATION_ID)
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise

    def _version(self, connection: apsw.Connection) -> int:
        version = int(connection.pragma("user_version"))
        if version > len(MIGRATIONS):
            raise StoreError(f"{self.path} has version {version}, written by a newer Pincite: install that one")
        return version
