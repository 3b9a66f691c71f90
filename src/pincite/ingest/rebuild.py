"""Building the index anew beside the old one, then switching at once."""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace

from pincite.errors import ExtractError
from pincite.extract.formats import current_extractor
from pincite.extract.mail.attached import MAILS
from pincite.extract.ocr.ocr import was_read
from pincite.ingest.add import Tally, Tools, build_document, digest_of, finished_record, index_file, to_index
from pincite.ingest.attached import attached_files
from pincite.ingest.seal import why_stale
from pincite.ingest.walk import FoundFile, look
from pincite.types.document import Document
from pincite.types.embedding import F32
from pincite.types.index import DocumentRecord
from pincite.types.ingest import AddReport, Failure, Watch

RECORDINGS = frozenset({"audio", "video"})
"""To listen again to what was heard may take hours, so today's extractor keeps the words that it gave."""


def rebuild(tools: Tools, canaries: F32, watch: Watch | None) -> AddReport:
    """Build every indexed document under the tools' seal and switch.

    What an interrupted run has built under the same settings is kept.

    Nobody else writes meanwhile; searches go on in the old index until the switch. A document is read again from its
    file, but for recordings; where the file is gone, has changed or no longer reads as
    well, the kept text is used, and a note says how often.
    """
    with tools.store.writing():
        generation = tools.store.begin_generation(tools.seal, canaries=canaries)
        built = {
            record.document_id for record in tools.store.documents(generation=generation) if _is_current(record, tools)
        }
        todo = [record for record in tools.store.documents(["indexed"]) if record.document_id not in built]
        tally = Tally(len(todo), watch)
        kept = sum(_rebuild_one(tools, generation, record, tally) for record in todo)
        waiting = _queue_attached(tools, tally)
        tools.store.switch(generation)
    for file, record in waiting:
        index_file(tools, file, record, tally)
    notes = (f"{kept} documents were built from the kept text: their files are gone or have changed",) if kept else ()
    return tally.report(notes=notes)


def _queue_attached(tools: Tools, tally: Tally) -> list[tuple[FoundFile, DocumentRecord]]:
    """Queue what is attached to mails that an older extractor read: it had the words of it in the mail's own text."""
    waiting = []
    for record in tools.store.documents(["indexed"]):
        if record.type not in MAILS or record.extractor == current_extractor(record.type):
            continue
        mail = look(record.path_bytes, os.fsencode(record.root))
        with contextlib.suppress(ExtractError):  # then its text was kept, with the words of what is attached
            if digest_of(mail, tools.max_bytes) == record.source_sha256:
                attached = attached_files(tools.extractor, mail, tools.store.text(record.document_id))
                tally.total += len(attached)
                waiting += to_index(tools, attached, record.tags, tally)
    return waiting


def _is_current(record: DocumentRecord, tools: Tools) -> bool:
    return not why_stale(record, tools.target, tools.extractor.ocr_name)


def _rebuild_one(tools: Tools, generation: int, record: DocumentRecord, tally: Tally) -> bool:
    """Build one document into `generation`; whether its text had to come from the store."""
    tally.tell(record.path, "extracting")
    fresh = _read_again(tools, record)
    document = fresh or tools.store.text(record.document_id)
    try:
        built = build_document(tools, record, document, tally)
    except ExtractError as error:
        _fail(tools, generation, record, error, tally)
        return False
    tools.store.put(
        finished_record(record, document, tools.target),
        document,
        built.chunks,
        built.vectors,
        built.codes,
        built.pieces,
        built.terms,
        seal=tools.seal,
        generation=generation,
    )
    tally.replaced += 1
    tally.count(tools.store.document(record.document_id, generation=generation))
    tally.finish(record.path, "indexed")
    return fresh is None


def _fail(tools: Tools, generation: int, record: DocumentRecord, error: ExtractError, tally: Tally) -> None:
    """One document that can no longer be indexed fails alone, in the new generation as well."""
    failed = replace(
        record, state="failed", error_code=error.code, error=error.told, retryable=error.retryable, chunks=0
    )
    tools.store.queue(failed, generation=generation)
    tally.failed.append(Failure(record.path, error.code, error.told, error.retryable, error.hint))
    tally.finish(record.path, "failed")


def _read_again(tools: Tools, record: DocumentRecord) -> Document | None:
    if record.type in RECORDINGS and record.extractor == current_extractor(record.type):
        return tools.store.text(record.document_id)
    try:
        document = tools.extractor.extract(record.path_bytes)
    except ExtractError:
        return None
    if was_read(record.extractor) and not was_read(document.extractor):
        return None  # the engine that read its pictures is gone, and with it half of the text would be
    return document if document.source_sha256 == record.source_sha256 else None
