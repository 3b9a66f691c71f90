"""`import`: a knowledge base out of an export: cut anew, and embedded anew unless the vectors are this embedder's."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from pincite.chunk.default import chunk_document
from pincite.embed.projection import Projection
from pincite.errors import EmbedderError, ExportError, PinciteError, StoreDamaged, UsageError
from pincite.ingest.add import digest_of, document_id
from pincite.ingest.build import Built, encode
from pincite.ingest.canaries import TOLERANCE
from pincite.ingest.languages import Languages
from pincite.ingest.seal import built_with
from pincite.ingest.walk import absolute, look, shown
from pincite.knowledge_base.change import begin
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.models import projection_of
from pincite.knowledge_base.portable.chunk_form import Exported
from pincite.knowledge_base.portable.read import Entry, ExportFile, Head
from pincite.lexical.terms import terms
from pincite.store.open import Store
from pincite.types.chunk import Chunk
from pincite.types.index import DocumentRecord, Seal
from pincite.types.ingest import Progress, Stage, Watch

What = Literal["added", "unchanged", "kept", "failed"]
"""`kept`: another version stands at this path, and is left as it is."""
MOST_PIECE = 1 << 21
"""No vocabulary has more word pieces."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document of an export, and why where it was not added."""

    path: str
    document_id: str
    outcome: What
    reason: str = ""
    vectors: bool = False
    """Whether the vectors of the export were taken over."""

    def to_json(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "document_id": self.document_id,
            "outcome": self.outcome,
            "reason": self.reason,
            "vectors": self.vectors,
        }


@dataclass(frozen=True, slots=True)
class Imported:
    """The outcome of every document, in the order of the export, and sentences for a person."""

    documents: tuple[Outcome, ...]
    chunks: int
    notes: tuple[str, ...] = ()

    def count(self, what: What) -> int:
        """How many documents came to this."""
        return sum(one.outcome == what for one in self.documents)

    def to_json(self) -> dict[str, Any]:
        return {
            "added": self.count("added"),
            "unchanged": self.count("unchanged"),
            "kept": self.count("kept"),
            "failed": self.count("failed"),
            "chunks": self.chunks,
            "documents": [one.to_json() for one in self.documents],
            "notes": list(self.notes),
        }


@dataclass(slots=True)
class _Taking:
    """What every document of one export goes through, and what was counted."""

    kb: KnowledgeBase
    store: Store
    seal: Seal
    projection: Projection | None
    same: bool
    """Whether the export has vectors of this very seal."""
    chunks: int = 0
    languages: Languages = field(default_factory=Languages)


def import_file(
    kb: KnowledgeBase, path: str | Path, *, moved: tuple[str, str] | None = None, watch: Watch | None = None
) -> Imported:
    """Index the documents of an export; the knowledge base is made where there is none.

    The whole file is checked before anything is written. Then each document is one transaction; what is there already is left
    alone, so that an import that was interrupted goes on when it is called again. `moved` names a folder and the one that stands for it
    here. Raises ExportError for a file that is not sound or has nothing in the folder that `moved` names, SealError where another embedder built the knowledge base.
    """
    source, swap = Path(path), _swap(moved)
    head = _check(source, swap, watch)
    with Store.open(kb.folder, create=True) as store:
        fresh = store.seal() is None
        seal = begin(store, kb.embedder)
        taking = _Taking(kb, store, seal, projection_of(kb.embedder), same=head.vectors and head.seal == seal)
        outcomes = _take_all(taking, source, swap, head, watch)
        notes = [*taking.languages.notes(kb.embedder.profile), *_anew(outcomes, head)]
        if fresh and head.calibration is not None:
            notes.append(_calibrate(store, head, seal))
    return Imported(tuple(outcomes), taking.chunks, tuple(notes))


def _swap(moved: tuple[str, str] | None) -> tuple[bytes, bytes] | None:
    if moved is None:
        return None
    old, new = absolute(moved)
    return old, new


def _check(source: Path, swap: tuple[bytes, bytes] | None, watch: Watch | None) -> Head:
    roots: set[str] = set()
    moves = swap is None
    with closing(ExportFile(source)) as file:
        for done, entry in enumerate(file.entries(), 1):
            _tell(watch, entry.record.path, "checking", done, file.head)
            roots.add(entry.record.root)
            moves = moves or (swap is not None and _lies_under(entry.record.path_bytes, swap[0]))
        if swap is not None and roots and not moves:
            folders = ", ".join(sorted(roots)[:3])
            raise ExportError(
                f"no document of {source} lies below {shown(swap[0])}: name as OLD one of its folders ({folders})"
            )
        return file.head


def _take_all(
    taking: _Taking, source: Path, swap: tuple[bytes, bytes] | None, head: Head, watch: Watch | None
) -> list[Outcome]:
    outcomes = []
    with closing(ExportFile(source)) as file:
        if file.head != head:
            raise ExportError(f"{source} has changed while it was read: import it again")
        for done, entry in enumerate(file.entries(), 1):
            _tell(watch, entry.record.path, "embedding", done - 1, head)
            outcomes.append(_take(taking, replace(entry, record=_moved(entry.record, swap))))
            _tell(watch, entry.record.path, "indexed", done, head)
    return outcomes


def _tell(watch: Watch | None, path: str, stage: Stage, done: int, head: Head) -> None:
    if watch:
        watch(Progress(path, stage, done, head.documents))


def _moved(record: DocumentRecord, swap: tuple[bytes, bytes] | None) -> DocumentRecord:
    """The record at its new place; its id follows the path."""
    if swap is None:
        return record
    path, root = (_put_under(one, *swap) for one in (record.path_bytes, os.fsencode(record.root)))
    digest = record.source_sha256
    return replace(record, path=shown(path), path_bytes=path, root=shown(root), document_id=document_id(path, digest))


def _put_under(path: bytes, old: bytes, new: bytes) -> bytes:
    if path == old:
        return new
    return new.rstrip(b"/") + path[len(old.rstrip(b"/")) :] if _lies_under(path, old) else path


def _lies_under(path: bytes, old: bytes) -> bool:
    return path == old or path.startswith(old.rstrip(b"/") + b"/")


def _take(taking: _Taking, entry: Entry) -> Outcome:
    record = entry.record
    there = [one for one in taking.store.at_path(record.path_bytes) if one.state == "indexed"]
    if any(one.document_id == record.document_id and one.text_sha256 == record.text_sha256 for one in there):
        return Outcome(record.path, record.document_id, "unchanged")
    if there:
        return Outcome(record.path, record.document_id, "kept", "another version of it is there already")
    if _is_of_another(record, taking.kb.config.max_bytes):
        why = "another file stands at its path here: add that one, or import with --moved OLD NEW"
        return Outcome(record.path, record.document_id, "failed", why)
    try:
        built, reused = _build(taking, entry)
        taking.store.put(
            replace(record, pipeline=built_with(taking.kb.config.target)),
            entry.document,
            built.chunks,
            built.vectors,
            built.codes,
            built.pieces,
            built.terms,
            seal=taking.seal,
        )
    except (EmbedderError, StoreDamaged, UsageError) as error:
        return Outcome(record.path, record.document_id, "failed", str(error))
    taking.chunks += len(built.chunks)
    taking.languages.add(record.name, entry.document.text)
    return Outcome(record.path, record.document_id, "added", vectors=reused)


def _is_of_another(record: DocumentRecord, max_bytes: int) -> bool:
    """Whether the path leads to something here that the document is not of: to show that as its source would be a lie, or a leak."""
    path = record.path_bytes
    return os.path.lexists(path) and digest_of(look(path, os.fsencode(record.root)), max_bytes) != record.source_sha256


def _build(taking: _Taking, entry: Entry) -> tuple[Built, bool]:
    """What the index keeps of a document, and whether the vectors are those of the export.

    Chunks are always cut here. Vectors are taken over where they are of the very texts that were cut, and the first of them is what
    the embedder gives.
    """
    embedder, config = taking.kb.embedder, taking.kb.config
    chunks = chunk_document(entry.document, embedder.count, window=embedder.profile.window, target=config.target)
    if not chunks:
        raise UsageError("it has front matter and no text below it")
    if taking.same and (reused := _reused(taking, chunks, entry.chunks)):
        return reused, True
    return encode(chunks, embedder, taking.projection), False


def _reused(taking: _Taking, chunks: list[Chunk], exported: tuple[Exported, ...]) -> Built | None:
    """The exported vectors for these chunks; None where they are of other texts or of another model."""
    if [(one.start, one.end, one.text) for one in chunks] != [(one.start, one.end, one.text) for one in exported]:
        return None
    vectors = [one.vector for one in exported if one.vector is not None and len(one.vector) == taking.seal.dimensions]
    codes = [one.code for one in exported]
    pieces = _pieces(codes, taking.projection)
    if len(vectors) < len(chunks) or pieces is None:
        return None
    today = taking.kb.embedder.passages([chunks[0].text])[0].vector
    if not 1.0 - float(today @ vectors[0]) <= TOLERANCE:
        return None
    return Built(chunks, np.stack(vectors), codes, pieces, [terms(one.text) for one in chunks])


def _pieces(codes: list[bytes | None], projection: Projection | None) -> list[Any] | None:
    """The word pieces that the codes name; None where a code is missing, or is none of this projection."""
    if projection is None:
        return [None] * len(codes)
    held = [code for code in codes if code is not None]
    if len(held) < len(codes):
        return None
    try:
        found = [np.unique(ids).astype(np.int32) for _, ids in projection.expand_many(held)]
    except PinciteError:
        return None
    sound = all(not len(ids) or (ids[0] >= 0 and ids[-1] < MOST_PIECE) for ids in found)
    return list(found) if sound else None


def _anew(outcomes: list[Outcome], head: Head) -> list[str]:
    anew = sum(one.outcome == "added" and not one.vectors for one in outcomes)
    if not head.vectors or not anew:
        return []
    return [f"{anew} documents were embedded anew: their vectors are of another seal or of other chunks"]


def _calibrate(store: Store, head: Head, seal: Seal) -> str:
    """Take the calibration over where it is of just this: the same seal and the same documents; what was done, in words."""
    kept = head.calibration
    if kept is not None and head.seal == seal and kept.contents in {"", store.contents()}:
        store.set_calibration(kept)
        return f"the calibration of {kept.date} was taken over (gate {kept.method}, cut {kept.cut:g}): see `pincite status`"
    return "the calibration of the export is of another index and was left out: run `pincite calibrate`"
