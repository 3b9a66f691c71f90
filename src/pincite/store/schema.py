"""The shape of the file, and how an older shape becomes the present one."""

from __future__ import annotations

from pathlib import Path

import apsw

from pincite.errors import StoreError
from pincite.store import sql
from pincite.store.connections import WriterLease
from pincite.store.founding import refuse_foreign

APPLICATION_ID = 0x504E4354
"""Written into the file's head (`PNCT`): tells our files from other SQLite files."""

MIGRATIONS: tuple[str, ...] = (sql.V1, sql.V2, sql.V3)
"""Script number i leads from version i to version i + 1; published ones are never changed."""

VERSION = len(MIGRATIONS)


def version_of(connection: apsw.Connection, path: Path) -> int:
    """The version of an open file; 0 when it is new. Raises StoreError for one that a newer Pincite wrote."""
    version = int(connection.pragma("user_version"))
    if version > VERSION:
        raise StoreError(
            f"{path} has schema version {version}, written by a newer Pincite; this one reads versions up to {VERSION}: "
            "install the newer Pincite, or open the knowledge base where it was written"
        )
    return version


def prepare(connection: apsw.Connection, path: Path, lease: WriterLease) -> None:
    """Bring a file that was just opened to the present version; two processes may do so at once.

    Raises NotAKnowledgeBase for a file of another program, StoreDamaged for one that holds nothing.
    """
    refuse_foreign(connection, path, APPLICATION_ID)
    if version_of(connection, path) < VERSION:
        with lease.alone():
            migrate(connection, path)


def migrate(connection: apsw.Connection, path: Path, migrations: tuple[str, ...] = MIGRATIONS) -> None:
    """Bring the file to the present version, all or nothing; does nothing when it is there."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        for number, script in enumerate(migrations[version_of(connection, path) :], version_of(connection, path) + 1):
            connection.execute(script)
            connection.pragma("user_version", number)
        connection.pragma("application_id", APPLICATION_ID)
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
