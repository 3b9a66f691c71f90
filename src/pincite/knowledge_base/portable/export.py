"""`export`: everything that is indexed, in an open form that other tools can read.

JSON Lines in UTF-8. The first line is the head, then come each document and behind it its chunks, and at last a line that counts
them, without which the file was cut off. `export.schema.json` beside this file describes a line.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from pincite import __version__
from pincite.errors import UsageError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.portable.chunk_form import chunk_to_json
from pincite.knowledge_base.portable.document_form import document_to_json
from pincite.knowledge_base.portable.lines import is_zip, lines_out, write_line
from pincite.store.kept import Contents, Kept, read_contents
from pincite.store.open import BUSY_SECONDS, Store
from pincite.types.ingest import Progress, Watch

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Export:
    """A file that was written; `left_out` counts documents that wait or have failed, of which there is no text."""

    file: str
    bytes: int
    documents: int
    chunks: int
    vectors: bool
    left_out: int

    def to_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "bytes": self.bytes,
            "documents": self.documents,
            "chunks": self.chunks,
            "vectors": self.vectors,
            "left_out": self.left_out,
        }


def export(
    kb: KnowledgeBase, path: str | Path, *, vectors: bool = False, force: bool = False, watch: Watch | None = None
) -> Export:
    """Write one commit of the knowledge base to `path`, which ends in `.jsonl` or `.zip`.

    The same contents give the same bytes. Without `vectors` the file is small and of no model; with them, `import` need not embed
    anew under the same seal. Raises UsageError for a name that says neither or is taken (without `force`), NotReady for an empty one.
    """
    out = Path(path)
    is_zip(out)
    if not out.parent.is_dir() or out.is_dir():
        raise UsageError(f"{out} cannot be written, expected a file in a folder that is there: name another")
    if out.exists() and not force:
        raise UsageError(f"found {out} already there, expected a new name: choose another, or replace it with --force")
    with Store.open(kb.folder) as store:
        states = store.states()
        contents = read_contents(store.path, BUSY_SECONDS)
        try:
            with lines_out(out) as file:
                chunks = _write(file, contents, watch, vectors=vectors)
        finally:
            contents.documents.close()
    indexed = contents.counters["documents"]
    return Export(
        str(out), out.stat().st_size, indexed, chunks, vectors, sum(states.values()) - states.get("indexed", 0)
    )


def _write(file: IO[bytes], contents: Contents, watch: Watch | None, *, vectors: bool) -> int:
    total = contents.counters["documents"]
    write_line(file, _head(contents, vectors=vectors))
    chunks = 0
    for done, kept in enumerate(contents.documents, 1):
        _write_document(file, kept, vectors=vectors)
        chunks += len(kept.chunks)
        if watch:
            watch(Progress(kept.record.path, "writing", done, total, len(kept.chunks)))
    write_line(file, {"end": {"documents": total, "chunks": chunks}})
    return chunks


def _head(contents: Contents, *, vectors: bool) -> dict[str, Any]:
    return {
        "pincite_export": FORMAT,
        "pincite": __version__,
        "documents": contents.counters["documents"],
        "chunks": contents.counters["chunks"],
        "vectors": vectors,
        "seal": contents.seal.to_json(),
        "calibration": None if contents.calibration is None else contents.calibration.to_json(),
    }


def _write_document(file: IO[bytes], kept: Kept, *, vectors: bool) -> None:
    write_line(file, {"document": document_to_json(kept.record, kept.document)})
    for chunk, vector, code in zip(kept.chunks, kept.vectors, kept.codes, strict=True):
        told = chunk_to_json(chunk, vector if vectors else None, code if vectors else None)
        write_line(file, {"chunk": told})
