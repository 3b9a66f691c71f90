"""What of a folder is out of step with the index, told from names and hashes; nothing is changed by looking."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from pincite.ingest.add import digest_of, document_id
from pincite.ingest.seal import built_with
from pincite.ingest.walk import FoundFile, is_gone
from pincite.store.open import Store
from pincite.types.index import DocumentRecord


class Difference(NamedTuple):
    """Paths of files that are to be added (new ones and changed ones), and of documents whose files are gone; both sorted."""

    changed: tuple[bytes, ...]
    gone: tuple[bytes, ...]


def compare(
    store: Store,
    folder: bytes,
    files: Sequence[FoundFile],
    *,
    target: int,
    max_bytes: int,
    among: Collection[bytes] | None = None,
) -> Difference:
    """How `files`, all that were found under `folder`, differ from what is indexed of it.

    With `among`, only files that are one of these paths, lie below one, or take their words from one are read; None: all.
    A file that failed counts as changed only when its bytes are others now.
    """
    files = [file for file in files if among is None or _touched(file, among)]
    pipeline = built_with(target)
    changed = [file.path for file in files if not _is_known(store, file, pipeline, max_bytes)]
    here = {file.path for file in files}
    below = [r for r in store.documents() if r.path_bytes.startswith(folder.rstrip(b"/") + b"/")]
    gone = {record.path_bytes for record in below if record.path_bytes not in here and is_gone(record.path_bytes)}
    return Difference(tuple(sorted(changed)), tuple(sorted(gone)))


def _touched(file: FoundFile, among: Collection[bytes]) -> bool:
    if file.path in among or (file.subtitles and file.subtitles in among):
        return True
    parts = file.path.split(b"/")
    return any(b"/".join(parts[:length]) in among for length in range(1, len(parts)))


def _is_known(store: Store, file: FoundFile, pipeline: str, max_bytes: int) -> bool:
    wanted = document_id(file.path, digest_of(file, max_bytes))
    return any(_stands(record, wanted, pipeline) for record in store.at_path(file.path))


def _stands(record: DocumentRecord, wanted: str, pipeline: str) -> bool:
    settled = record.state == "failed" or (record.state == "indexed" and record.pipeline == pipeline)
    return settled and record.document_id == wanted
