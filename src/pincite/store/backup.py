"""A copy of the file while it is in use: SQLite's own online backup of one commit, checked before it gets its name."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw

from pincite.errors import StoreDamaged, StoreError
from pincite.store import sql
from pincite.store.check import Terms, check
from pincite.store.connections import DATABASE, LOCK, WriterLease, connect, explained

PAGES = 256
"""Pages copied between two reports: a megabyte."""
_PART = f"{DATABASE}.part"
_BESIDE = ("", "-wal", "-shm", "-journal")

Copied = Callable[[int, int], None]
"""Told how many pages of how many are copied."""


def back_up(source: Path, folder: Path, busy_seconds: float, *, terms: Terms | None, copied: Copied | None) -> None:
    """Copy the file `source` to the knowledge base `folder`, which must exist; what is there of one is replaced at the end.

    One read transaction lasts for the whole copy, so that it is one commit however much is written meanwhile and nothing starts
    it anew. The copy is checked as `doctor` checks (with `terms` its postings too), and only a clean one takes the name.
    Raises StoreDamaged where it is not clean, StoreBusy where another process writes to what would be replaced.
    """
    part = folder / _PART
    _forget(part)
    try:
        with explained(source):
            _copy(source, part, busy_seconds, copied)
        with explained(part):
            _check(part, busy_seconds, terms)
        _sync(part)
        with WriterLease(folder / LOCK, 0.0).alone():
            _replace(part, folder / DATABASE)
    finally:
        _forget(part)


def _copy(source: Path, part: Path, busy_seconds: float, copied: Copied | None) -> None:
    with closing(connect(source, busy_seconds)) as one, closing(connect(part, busy_seconds, create=True)) as other:
        one.execute("BEGIN")
        one.execute(sql.COMMIT)  # reading fixes the commit
        with other.backup("main", one, "main") as work:
            while not work.done:
                work.step(PAGES)
                if copied:
                    copied(work.page_count - work.remaining, work.page_count)
        one.execute("ROLLBACK")


def _check(part: Path, busy_seconds: float, terms: Terms | None) -> None:
    with closing(connect(part, busy_seconds)) as connection:
        found = check(connection, terms)
        if connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)[0] > 0:
            raise StoreError(f"{part} is in use by another process: name another folder")
    if found:
        first = found[0]
        raise StoreDamaged(
            f"the copy is not clean ({len(found)} problems, the first: {first.check}, {first.where}: {first.message}), "
            "and was not kept: run `pincite doctor` on the knowledge base itself"
        )


def _replace(part: Path, database: Path) -> None:
    """Give the copy its name. A log that an older file left would be read as part of it, so it goes first."""
    for suffix in _BESIDE[1:]:
        database.with_name(database.name + suffix).unlink(missing_ok=True)
    part.replace(database)
    _sync(database.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _forget(part: Path) -> None:
    for suffix in _BESIDE:
        part.with_name(part.name + suffix).unlink(missing_ok=True)
