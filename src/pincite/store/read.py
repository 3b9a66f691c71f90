"""What is known of documents: records, texts, counters."""

from __future__ import annotations

import json
from collections.abc import Collection
from hashlib import sha256

import apsw

from pincite.errors import StoreDamaged
from pincite.store import sql
from pincite.store.generations import current
from pincite.store.records import calibration_from_text, from_row
from pincite.types.calibration import Calibration
from pincite.types.document import Document
from pincite.types.document_codec import decode_document
from pincite.types.index import DocumentRecord

COUNTERS = ("documents", "chunks", "characters", "tokens", "header_tokens", "over_window")


def generation_or_current(connection: apsw.Connection, generation: int | None) -> int:
    """`generation`, or the current one; 0, which no generation has, before the first."""
    if generation is not None:
        return generation
    found = current(connection)
    return found[0] if found else 0


def documents(connection: apsw.Connection, generation: int, states: Collection[str] | None) -> list[DocumentRecord]:
    """Records in the order of their paths, the indexed one of a path before the other."""
    records = map(from_row, connection.execute(sql.DOCUMENTS, (generation,)))
    return [record for record in records if states is None or record.state in states]


def document(connection: apsw.Connection, generation: int, document_id: str) -> DocumentRecord | None:
    """The record with this id, the indexed one first; None when there is none."""
    row = connection.execute(sql.DOCUMENT, (generation, document_id)).fetchone()
    return None if row is None else from_row(row)


def at_path(connection: apsw.Connection, generation: int, path_bytes: bytes) -> list[DocumentRecord]:
    """At most two records: the indexed one, and one that is queued, at work or failed."""
    return [from_row(row) for row in connection.execute(sql.DOCUMENTS_AT_PATH, (generation, path_bytes))]


def below(connection: apsw.Connection, generation: int, path_bytes: bytes) -> list[DocumentRecord]:
    """The records of all paths below one, as if it were a folder, by path."""
    bounds = {"first": path_bytes + b"/", "after": path_bytes + b"0"}  # what follows the slash
    return [from_row(row) for row in connection.execute(sql.DOCUMENTS_BELOW, bounds | {"generation": generation})]


def twins(connection: apsw.Connection, generation: int, source_sha256: str, text_sha256: str) -> list[DocumentRecord]:
    """Indexed documents with these bytes, then those with this text; an empty hash finds nothing."""
    found: dict[bytes, DocumentRecord] = {}
    for statement, value in ((sql.DOCUMENTS_OF_SOURCE, source_sha256), (sql.DOCUMENTS_OF_TEXT, text_sha256)):
        for row in connection.execute(statement, (generation, value)) if value else ():
            record = from_row(row)
            found.setdefault(record.path_bytes, record)
    return list(found.values())


def text(connection: apsw.Connection, generation: int, document_id: str) -> Document | None:
    """The document as it was indexed, None when it is not."""
    row = connection.execute(sql.DOCUMENT_ROWID, (generation, document_id)).fetchone()
    return None if row is None else text_of_row(connection, row[0])


def text_of_row(connection: apsw.Connection, row: int) -> Document:
    try:
        return decode_document(connection.execute(sql.TEXT, (row,)).get)
    except (ValueError, TypeError, AttributeError) as error:
        raise StoreDamaged(f"the text of document row {row} cannot be read ({error}): run `pincite doctor`") from error


def counters(connection: apsw.Connection, generation: int) -> dict[str, int]:
    """What the store counted as it wrote: indexed documents and what they hold."""
    kept = dict(connection.execute(sql.COUNTERS, (generation,)))
    return {name: kept.get(name, 0) for name in COUNTERS}


def recount(connection: apsw.Connection, generation: int) -> dict[str, int]:
    """The same numbers, counted again from the records."""
    row = connection.execute(sql.RECOUNT, (generation,)).fetchone()
    return {name: int(value) for name, value in zip(COUNTERS, row or (), strict=True)}


def states(connection: apsw.Connection, generation: int) -> dict[str, int]:
    """How many records are in each state that occurs."""
    return dict(connection.execute(sql.COUNT_STATES, (generation,)))


def calibration(connection: apsw.Connection, generation: int) -> Calibration | None:
    """What the generation was calibrated to; None when it was not."""
    return calibration_from_text(connection.execute(sql.GENERATION_CALIBRATION, (generation,)).get or "")


def contents(connection: apsw.Connection, generation: int) -> str:
    """A hash of what is indexed: which documents, their texts, and what cut them."""
    rows = connection.execute(sql.CONTENTS, (generation,)).fetchall()
    return sha256(json.dumps(rows).encode()).hexdigest()
