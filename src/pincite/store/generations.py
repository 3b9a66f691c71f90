"""Generations: everything under one seal. A reindex builds the next one beside the current one, then switches."""

from __future__ import annotations

import apsw

from pincite.errors import NotReady, SealError, StoreError
from pincite.store import sql
from pincite.store.records import from_row, seal_from_text, seal_to_text, to_row
from pincite.types.index import Seal

DELETED_AT_ONCE = 16
"""Documents of a retired generation that one transaction deletes, so that other writers get their turn."""


def current(connection: apsw.Connection) -> tuple[int, Seal] | None:
    """The generation that searches read, None before the first."""
    return _in_state(connection, "current")


def building(connection: apsw.Connection) -> tuple[int, Seal] | None:
    """The generation that a reindex has begun and not finished, None when there is none."""
    return _in_state(connection, "building")


def retired(connection: apsw.Connection) -> bool:
    """Whether something is left of a generation that was given up."""
    return _in_state(connection, "retired") is not None


def current_id(connection: apsw.Connection) -> int:
    found = current(connection)
    if found is None:
        raise NotReady("this knowledge base is empty: add documents with `pincite add PATH --kb DIR`")
    return found[0]


def seal_of(connection: apsw.Connection, generation: int) -> Seal:
    text = connection.execute(sql.GENERATION_SEAL, (generation,)).get
    if text is None:
        raise StoreError(f"there is no generation {generation} in this knowledge base: begin one with `reindex`")
    return seal_from_text(text)


def check_seal(connection: apsw.Connection, generation: int, seal: Seal | None) -> None:
    """Raise SealError when vectors made under `seal` may not go into `generation`; None is not compared."""
    found = seal_of(connection, generation)
    if seal is not None and found != seal:
        raise SealError(
            f"the index was built anew by {found.embedder} ({found.fingerprint[:12]}, pipeline {found.pipeline}) "
            f"while {seal.embedder} ({seal.fingerprint[:12]}, pipeline {seal.pipeline}) was at work: "
            "nothing of this document was written; run the same command again with the embedder of the index"
        )


def start(connection: apsw.Connection, seal: Seal, canaries: bytes) -> int:
    """Make the first generation; one that is there already must have this very seal."""
    found = current(connection)
    if found is None:
        return int(connection.execute(sql.GENERATION_ADD, (seal_to_text(seal), "current", canaries)).get)
    if found[1] != seal:
        raise SealError(
            f"the index was built by {found[1].embedder} (pipeline {found[1].pipeline}), "
            f"what is used now is {seal.embedder} (pipeline {seal.pipeline}): run `pincite reindex`"
        )
    return found[0]


def begin(connection: apsw.Connection, seal: Seal, canaries: bytes) -> int:
    """The generation to build: the one begun before if its seal is the same, else a new one."""
    found = building(connection)
    if found is not None and found[1] == seal:
        return found[0]
    if found is not None:
        connection.execute(sql.GENERATION_SET_STATE, ("retired", found[0]))
    return int(connection.execute(sql.GENERATION_ADD, (seal_to_text(seal), "building", canaries)).get)


def missing(connection: apsw.Connection, generation: int) -> list[tuple[str, str]]:
    """Documents indexed now and not yet tried in `generation`: (document id, path)."""
    rows = connection.execute(sql.INDEXED_NOT_IN, {"generation": current_id(connection), "other": generation})
    return [(document_id, path) for _, document_id, path in rows]


def vanished(connection: apsw.Connection, generation: int) -> list[int]:
    """Rows indexed in `generation` whose documents were removed or replaced since."""
    rows = connection.execute(sql.INDEXED_NOT_IN, {"generation": generation, "other": current_id(connection)})
    return [row for row, _, _ in rows]


def make_current(connection: apsw.Connection, generation: int) -> None:
    """Retire the current generation in favour of `generation`, which takes over what is queued or failed.

    A calibration is taken over under the same seal only: distances of another embedder are other numbers.

    Raises StoreError when documents are missing from it.
    """
    left = missing(connection, generation)
    if left:
        raise StoreError(
            f"{len(left)} documents are not built yet, the first is {left[0][1]}: run `pincite reindex` again"
        )
    old = current_id(connection)
    for row in connection.execute(sql.PENDING, (old,)).fetchall():
        record = from_row(row)
        known = map(from_row, connection.execute(sql.DOCUMENTS_AT_PATH, (generation, record.path_bytes)))
        if all(one.state == "indexed" and one.document_id != record.document_id for one in known):
            connection.execute(sql.DOCUMENT_ADD, (generation, None, None, *to_row(record)))
    connection.execute(sql.GENERATION_INHERIT, {"old": old, "new": generation})
    connection.execute(sql.GENERATION_SET_STATE, ("retired", old))
    connection.execute(sql.GENERATION_SET_STATE, ("current", generation))
    connection.execute(sql.COMMIT_NEXT)


def delete_some(connection: apsw.Connection) -> bool:
    """Delete a few documents of a retired generation, at last the generation; whether there is more to do."""
    found = _in_state(connection, "retired")
    if found is None:
        return False
    rows = connection.execute(sql.INDEXED_FEW, (found[0], DELETED_AT_ONCE)).fetchall()
    connection.executemany(sql.DOCUMENT_DELETE, rows)
    if not rows:
        connection.execute(sql.GENERATION_DELETE, (found[0],))
    return True


def _in_state(connection: apsw.Connection, state: str) -> tuple[int, Seal] | None:
    row = connection.execute(sql.GENERATION_IN_STATE, (state,)).fetchone()
    return None if row is None else (row[0], seal_from_text(row[1]))
