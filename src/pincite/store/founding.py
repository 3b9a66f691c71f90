"""How a file of ours comes to be: whole or not at all, so that an empty one is always one whose content was lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import apsw

from pincite.errors import NotAKnowledgeBase, StoreDamaged
from pincite.store import sql
from pincite.store.connections import WriterLease

NEW = ".new"


def found(path: Path, lease: WriterLease, build: Callable[[apsw.Connection], None], *, mode: int = 0o644) -> None:
    """Make the file where there is none: built beside its place under the lease, then put there in one step.

    What a process that was killed in the middle had built is thrown away by the next.
    """
    if path.exists():
        return
    with lease.alone():
        if path.exists():
            return
        new = path.with_name(path.name + NEW)
        for end in ("", "-wal", "-shm", "-journal"):
            new.with_name(new.name + end).unlink(missing_ok=True)
        os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode))
        connection = apsw.Connection(str(new))
        try:
            connection.pragma("synchronous", "FULL")
            connection.pragma("journal_mode", "wal")
            build(connection)
        finally:
            connection.close()  # the log goes into the file, which then holds everything
        new.replace(path)
        _keep_name(path.parent)


def _keep_name(folder: Path) -> None:
    """Without this a loss of power could take the new name with it; not every file system lets a folder be written out."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def refuse_empty(path: Path) -> None:
    """Raise StoreDamaged for a file of 0 bytes, before SQLite takes it for a new database and writes into it."""
    if path.is_file() and not path.stat().st_size:
        raise _emptied(path, "a file of 0 bytes")


def refuse_foreign(connection: apsw.Connection, path: Path, application_id: int) -> None:
    """Raise NotAKnowledgeBase for a database of another program, StoreDamaged for one that holds nothing."""
    if connection.pragma("application_id") == application_id:
        return
    if connection.pragma("user_version") or connection.execute(sql.TABLES).get:
        raise NotAKnowledgeBase(
            f"{path} is a database of another program, expected one of Pincite: name another folder"
        )
    raise _emptied(path, "a database without tables")


def _emptied(path: Path, what: str) -> StoreDamaged:
    return StoreDamaged(
        f"{path} is damaged: found {what}, expected a database of Pincite; restore a backup of it, or delete the file to "
        "begin anew"
    )
