"""What is attached to mails: each file a document of its own, which comes, changes and goes with its mail."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator

from pincite.extract.mail.attached import MAILS, mail_of
from pincite.extract.sandbox import Extractor
from pincite.ingest.walk import FoundFile, look
from pincite.store.open import Store
from pincite.types.document import Document
from pincite.types.index import DocumentRecord

WithHash = tuple[FoundFile, str]
"""A file and the sha256 of its bytes, empty where they were not read."""


def attached_files(extractor: Extractor, mail: FoundFile, document: Document) -> list[WithHash]:
    """The files that are attached to a mail, which was read as `document`; none for anything else.

    Their paths lie below the mail's, as if it were a folder; their date is the mail's. Raises ExtractError.
    """
    if document.type not in MAILS:
        return []
    day = document.metadata.get("date", "")[:10] or mail.modified
    return [
        (FoundFile(mail.path + b"/" + file.name.encode(), mail.root, len(file.data), day), file.sha256)
        for file in extractor.attachments(mail.path)
    ]


def found_again(record: DocumentRecord) -> FoundFile:
    """What stands at the path of a record now: a file, or what is attached to a mail as it was recorded."""
    root = os.fsencode(record.root)
    if mail_of(os.fsdecode(record.path_bytes)):
        return FoundFile(record.path_bytes, root, record.size, record.date)
    return look(record.path_bytes, root, root)


def no_longer_attached(store: Store, mail: bytes, attached: Collection[bytes]) -> list[str]:
    """The ids of the documents below a mail's path that are not of the files at `attached`, nor below one of these."""
    kept = set(attached)
    return [r.document_id for r in store.below(mail) if not any(path in kept for path in _up_to(r.path_bytes, mail))]


def with_attached(store: Store, records: Collection[DocumentRecord]) -> dict[str, DocumentRecord]:
    """The records, and those of all that is attached to them, by id."""
    below = (one for record in records for one in store.below(record.path_bytes))
    return {record.document_id: record for record in (*records, *below)}


def without_attached(records: Collection[DocumentRecord]) -> list[DocumentRecord]:
    """The records but those that are attached to one of them: these are read with their mail."""
    paths = {record.path_bytes for record in records}
    return [r for r in records if not any(above in paths for above in _up_to(r.path_bytes.rpartition(b"/")[0], b""))]


def _up_to(path: bytes, top: bytes) -> Iterator[bytes]:
    """The path and those above it, as long as they are longer than `top`."""
    while len(path) > len(top):
        yield path
        path = path.rpartition(b"/")[0]
