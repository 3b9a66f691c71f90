"""One document after the other: queued, extracting, embedding, indexed or failed; each alone, each whole."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pincite.embed.projection import Projection
from pincite.errors import EmbedderError, ExtractError, PinciteError, StoreDamaged, what_to_do
from pincite.extract.mail.attached import MAILS
from pincite.extract.sandbox import Extractor
from pincite.extract.source import joint_sha256
from pincite.ingest.attached import WithHash, attached_files, found_again, no_longer_attached
from pincite.ingest.build import Built, build
from pincite.ingest.languages import Languages
from pincite.ingest.seal import built_with
from pincite.ingest.walk import LEADS_OUT, FoundFile, shown
from pincite.store.open import Store
from pincite.types.document import Document
from pincite.types.embedding import Embedder
from pincite.types.index import DateSource, DocumentRecord, Seal
from pincite.types.ingest import AddReport, Failure, Progress, Stage, Watch

_PIECE = 1 << 20
_ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True, slots=True)
class Tools:
    """What every document goes through, opened once for a whole batch."""

    store: Store
    seal: Seal
    extractor: Extractor
    embedder: Embedder
    projection: Projection | None
    target: int
    max_bytes: int


@dataclass(slots=True)
class Tally:
    """What happened so far; it becomes the report."""

    total: int
    watch: Watch | None
    done: int = 0
    added: int = 0
    replaced: int = 0
    unchanged: int = 0
    failed: list[Failure] = field(default_factory=list)
    same: list[tuple[str, str]] = field(default_factory=list)
    chunks: int = 0
    tokens: int = 0
    header_tokens: int = 0
    over_window: int = 0
    languages: Languages = field(default_factory=Languages)
    started: float = field(default_factory=time.monotonic)

    def tell(self, path: str, stage: Stage, chunks: int = 0) -> None:
        """Tell whoever watches that a document reached a stage."""
        if self.watch:
            self.watch(Progress(path, stage, self.done, self.total, chunks))

    def count(self, stored: DocumentRecord | None) -> None:
        """Add what the store counted of one document (None: another process has removed it meanwhile)."""
        if stored is None:
            return
        self.chunks += stored.chunks
        self.tokens += stored.tokens
        self.header_tokens += stored.header_tokens
        self.over_window += stored.over_window

    def finish(self, path: str, stage: Stage) -> None:
        """Count one document as finished."""
        self.done += 1
        self.tell(path, stage)

    def report(self, *, removed: int = 0, notes: Sequence[str] = ()) -> AddReport:
        """The counts as a record."""
        return AddReport(
            added=self.added,
            replaced=self.replaced,
            unchanged=self.unchanged,
            removed=removed,
            failed=tuple(self.failed),
            same=tuple(self.same),
            chunks=self.chunks,
            tokens=self.tokens,
            header_tokens=self.header_tokens,
            over_window=self.over_window,
            seconds=time.monotonic() - self.started,
            notes=tuple(notes),
        )


def add_files(tools: Tools, files: Sequence[FoundFile], tags: Sequence[str], watch: Watch | None) -> Tally:
    """Bring the index in step with `files`: new ones are added, changed ones replaced, the same ones left alone."""
    tally = Tally(len(files), watch)
    for file, record in to_index(tools, ((file, digest_of(file, tools.max_bytes)) for file in files), tags, tally):
        if _is_unchanged(tools.store, record, tools.store.at_path(file.path)):  # another process was faster
            tally.unchanged += 1
            tally.finish(record.path, "unchanged")
        else:
            index_file(tools, file, record, tally)
    return tally


def to_index(
    tools: Tools, files: Iterable[WithHash], tags: Sequence[str], tally: Tally
) -> list[tuple[FoundFile, DocumentRecord]]:
    """Those of the files that are new or have changed, queued; the others are counted as unchanged."""
    waiting, unfinished = [], []
    for file, digest in files:
        others = tools.store.at_path(file.path)
        kept = {tag for other in others for tag in _kept_tags(tools.store, other, digest)}
        record = new_record(file, digest, [*tags, *kept], built_with(tools.target))
        if _is_unchanged(tools.store, record, others):
            tally.unchanged += 1
            tally.finish(record.path, "unchanged")
            unfinished += _unfinished_below(tools.store, others[0], tally)
        else:
            waiting.append((file, record))
    tools.store.queue(*(record for _, record in waiting))
    return waiting + unfinished


def _unfinished_below(store: Store, mail: DocumentRecord, tally: Tally) -> list[tuple[FoundFile, DocumentRecord]]:
    """What is attached to an unchanged mail and failed or was interrupted; the rest is counted as unchanged."""
    if mail.type not in MAILS:
        return []
    records = store.below(mail.path_bytes)
    unfinished = [record for record in records if record.state != "indexed"]
    again = {record.path_bytes for record in unfinished}
    tally.total += len({record.path_bytes for record in records})
    for record in records:
        if record.path_bytes not in again:
            tally.unchanged += 1
            tally.finish(record.path, "unchanged")
    return [(found_again(record), record) for record in unfinished]


def new_record(file: FoundFile, digest: str, tags: Sequence[str], pipeline: str) -> DocumentRecord:
    """The record of a file that is about to be read; `digest` is the sha256 of its bytes, empty when it was not read."""
    return DocumentRecord(
        document_id=document_id(file.path, digest),
        path=shown(file.path),
        path_bytes=file.path,
        root=shown(file.root),
        name=file.name,
        state="queued",
        date=file.modified,
        tags=tuple(sorted(set(tags))),
        size=file.size,
        source_sha256=digest,
        pipeline=pipeline,
    )


def document_id(path: bytes, digest: str) -> str:
    """The id of a document: a hash of its path and content, so that the same file always has the same id."""
    return hashlib.sha256(path + b"\0" + digest.encode()).hexdigest()[:32]


def index_file(tools: Tools, file: FoundFile, record: DocumentRecord, tally: Tally) -> None:
    """Take one file through all stages, and then what is attached to it; whatever goes wrong with one stays with it."""
    try:
        _step(tools.store, record, "extracting", tally)
        document = _read(tools.extractor, file)
        attached = attached_files(tools.extractor, file, document)
        _step(tools.store, record, "embedding", tally)
        built = build_document(tools, record, document, tally)
    except ExtractError as error:
        _fail(tools.store, record, Failure(record.path, error.code, error.told, error.retryable, error.hint), tally)
    except EmbedderError as error:
        failed = Failure(record.path, "embedder", str(error), retryable=True, hint=what_to_do("embedder"))
        _fail(tools.store, record, failed, tally)
    except PinciteError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever one document brings up, the others go on
        _fail(tools.store, record, _crashed(record, f"{type(error).__name__}: {error}"), tally)
    else:
        tally.total += len(attached)
        waiting = to_index(tools, attached, record.tags, tally)  # queued before the mail is done: none is forgotten
        if _put(tools, record, document, built, tally):
            if gone := no_longer_attached(tools.store, file.path, [one.path for one, _ in attached]):
                tools.store.remove(gone)
            for one, its in waiting:
                index_file(tools, one, its, tally)


def build_document(tools: Tools, record: DocumentRecord, document: Document, tally: Tally) -> Built:
    """All that the index keeps of `document`; whoever watches is told how many chunks are done."""
    return build(
        document,
        tools.embedder,
        tools.projection,
        target=tools.target,
        watch=lambda chunks: tally.tell(record.path, "embedding", chunks),
    )


def _crashed(record: DocumentRecord, found: str) -> Failure:
    return Failure(record.path, "crashed", found[:500], retryable=True, hint=what_to_do("crashed"))


def _read(extractor: Extractor, file: FoundFile) -> Document:
    if file.problem:
        raise ExtractError("unreadable", file.problem, retryable=False if file.problem == LEADS_OUT else None)
    if not file.size:  # nor is it opened: a file of the system says 0 bytes and may keep a reader waiting for ever
        raise ExtractError("empty", "the file has 0 bytes and no words")
    return extractor.extract(file.path)


def _kept_tags(store: Store, other: DocumentRecord, digest: str) -> set[str]:
    """The tags that a changed document keeps: those it was given, not those that its old text named."""
    if other.state != "indexed" or other.source_sha256 == digest:
        return set(other.tags)
    return set(other.tags) - set(_own_tags(store.text(other.document_id)))


def _own_tags(document: Document) -> list[str]:
    return [tag.strip() for tag in document.metadata.get("tags", "").split(",") if tag.strip()]


def finished_record(record: DocumentRecord, document: Document, target: int) -> DocumentRecord:
    """The record completed by what the document says of itself; its id follows the bytes that were really read."""
    date, source = _date(document, record)
    return replace(
        record,
        document_id=document_id(record.path_bytes, document.source_sha256),
        state="indexed",
        type=document.type,
        title=document.title,
        date=date,
        date_source=source,
        tags=tuple(sorted({*record.tags, *_own_tags(document)})),
        source_sha256=document.source_sha256,
        text_sha256=document.text_sha256,
        extractor=document.extractor,
        pipeline=built_with(target),
        characters=len(document.text),
    )


def _date(document: Document, record: DocumentRecord) -> tuple[str, DateSource]:
    found = _ISO_DATE.match(document.metadata.get("date", ""))
    return (found.group(), "document") if found else (record.date, "file")


def _put(tools: Tools, queued: DocumentRecord, document: Document, built: Built, tally: Tally) -> bool:
    """Whether the store took it."""
    store, record = tools.store, finished_record(queued, document, tools.target)
    twin = next(
        (other for other in store.twins(source_sha256=record.source_sha256) if other.path_bytes != record.path_bytes),
        None,
    )
    before = store.at_path(record.path_bytes)
    try:
        store.put(
            record, document, built.chunks, built.vectors, built.codes, built.pieces, built.terms, seal=tools.seal
        )
    except StoreDamaged as error:
        _fail(store, queued, _crashed(queued, str(error)), tally)
        return False
    if record.document_id != queued.document_id:
        store.unqueue(queued.document_id)
    if any(other.state == "indexed" for other in before):
        tally.replaced += 1
    else:
        tally.added += 1
    if twin:
        tally.same.append((record.path, twin.path))
    tally.count(store.document(record.document_id))
    tally.languages.add(record.name, document.text)
    tally.finish(record.path, "indexed")
    return True


def _step(store: Store, record: DocumentRecord, stage: Literal["extracting", "embedding"], tally: Tally) -> None:
    store.set_state(record.document_id, stage)
    tally.tell(record.path, stage)


def _fail(store: Store, record: DocumentRecord, failure: Failure, tally: Tally) -> None:
    store.set_state(record.document_id, "failed", failure.code, failure.reason, retryable=failure.retryable)
    tally.failed.append(failure)
    tally.finish(record.path, "failed")


def _is_unchanged(store: Store, record: DocumentRecord, others: Sequence[DocumentRecord]) -> bool:
    same = next((other for other in others if other.document_id == record.document_id), None)
    if same is None or same.state != "indexed" or same.pipeline != record.pipeline:
        return False
    if not set(record.tags) <= set(same.tags):
        return False
    for other in others:
        if other is not same:
            store.unqueue(other.document_id)
    return True


def digest_of(file: FoundFile, max_bytes: int) -> str:
    """The sha256 of the file; empty when it cannot be read, holds nothing or is larger than it may be.

    Of a recording with subtitles it is that of both, as the extractor reads them: not beyond `max_bytes`.
    """
    if file.problem or not file.size or (file.size > max_bytes and not file.subtitles):
        return ""
    try:
        own = _sha256(file.path, max_bytes)
        return joint_sha256(own, _sha256(file.subtitles, max_bytes)) if file.subtitles else own
    except OSError:
        return ""


def _sha256(path: bytes, most: int) -> str:
    """The sha256 of the first `most` bytes of the file."""
    digest = hashlib.sha256()
    with open(path, "rb") as stream:  # noqa: PTH123 (the name is bytes, which pathlib does not take)
        while most > 0 and (piece := stream.read(min(most, _PIECE))):
            digest.update(piece)
            most -= len(piece)
    return digest.hexdigest()
