"""What changes a knowledge base: add, retry, remove and reindex."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pincite.config import Config
from pincite.errors import UsageError
from pincite.ingest.add import Tally, Tools, add_files, index_file
from pincite.ingest.attached import found_again, with_attached, without_attached
from pincite.ingest.canaries import encode_canaries
from pincite.ingest.rebuild import rebuild
from pincite.ingest.seal import check_seal, make_seal
from pincite.ingest.walk import FoundFile, absolute, find_files, is_gone, shown
from pincite.knowledge_base.beside import forget_quotes
from pincite.knowledge_base.models import Say, open_extractor, projection_of
from pincite.store.open import Store
from pincite.types.embedding import Embedder
from pincite.types.index import DocumentRecord, Seal, State
from pincite.types.ingest import AddReport, Watch

AnyPath = str | bytes | os.PathLike[str]
SHOWN_OF_ID = 12
INTERRUPTED: tuple[State, ...] = ("queued", "extracting", "embedding")


def files_under(paths: Sequence[AnyPath], folder: Path, within: AnyPath | None = None) -> list[FoundFile]:
    """The files to add. Raises UsageError for a path that is not there or is the knowledge base's own folder."""
    if os.fsencode(folder.resolve()) in {os.path.realpath(path) for path in absolute(paths)}:
        raise UsageError(f"{folder} would hold the documents and the knowledge base: name another folder with --kb")
    return find_files(paths, leave_out=[folder], within=None if within is None else os.fsencode(within))


def add(
    store: Store,
    config: Config,
    embedder: Embedder,
    paths: Sequence[AnyPath],
    files: Sequence[FoundFile],
    *,
    tags: Sequence[str],
    sync: bool,
    watch: Watch | None,
    say: Say | None,
) -> AddReport:
    """Bring the index in step with `files`, which were found under `paths`."""
    seal = begin(store, embedder)
    with _tools(store, config, embedder, seal, say) as tools:
        tally = add_files(tools, files, tags, watch)
    removed = _remove_folded_in(store, files)
    if tally.replaced or removed:
        store.purge()
    removed += _remove_vanished(store, paths, files) if sync else 0
    if tally.replaced or removed:
        forget_quotes(store.path.parent)
    return tally.report(removed=removed, notes=tally.languages.notes(embedder.profile))


def retry(
    store: Store,
    config: Config,
    embedder: Embedder,
    paths: Sequence[AnyPath],
    *,
    watch: Watch | None,
    say: Say | None,
) -> AddReport:
    """Try failed and interrupted documents again; with `paths`, whatever they failed with."""
    unfinished = store.documents(("failed", *INTERRUPTED))
    if paths:
        chosen = [record for record in unfinished if _is_named(record, paths)]
    else:
        chosen = [record for record in unfinished if record.retryable or record.state in INTERRUPTED]
    if not chosen:
        return AddReport()
    chosen = without_attached(chosen)
    seal = begin(store, embedder)
    with _tools(store, config, embedder, seal, say) as tools:
        tally = Tally(len(chosen), watch)
        for record in chosen:
            index_file(tools, found_again(record), record, tally)
    if tally.replaced:
        store.purge()
        forget_quotes(store.path.parent)
    return tally.report()


def remove(store: Store, paths: Sequence[AnyPath]) -> AddReport:
    """Take out every document that a path or an id names, and what is attached to it."""
    records = store.documents()
    gone: dict[str, DocumentRecord] = {}
    for path in paths:
        named = {r.document_id: r for r in records if _has_id(r, path) or _is_named(r, [path])}
        if not named:
            raise UsageError(
                f"no document is {shown(os.fsencode(path))}: `pincite status --documents` lists what is there"
            )
        gone.update(named)
    gone = with_attached(store, gone.values())
    store.remove(list(gone))
    forget_quotes(store.path.parent)
    return AddReport(removed=len(gone))


def reindex(store: Store, config: Config, embedder: Embedder, *, watch: Watch | None, say: Say | None) -> AddReport:
    """Build everything anew beside what is there, then switch."""
    with _tools(store, config, embedder, make_seal(embedder.profile), say) as tools:
        return rebuild(tools, encode_canaries(embedder), watch)


def begin(store: Store, embedder: Embedder) -> Seal:
    """The seal under which this embedder may write; every document is put under it or not at all."""
    seal = store.seal()
    if seal is None:
        seal = make_seal(embedder.profile)
        store.start(seal, canaries=encode_canaries(embedder))
    else:
        check_seal(seal, embedder.profile)
    return seal


@contextmanager
def _tools(store: Store, config: Config, embedder: Embedder, seal: Seal, say: Say | None) -> Iterator[Tools]:
    with open_extractor(config, say) as extractor:
        yield Tools(store, seal, extractor, embedder, projection_of(embedder), config.target, config.max_bytes)


def _remove_folded_in(store: Store, files: Sequence[FoundFile]) -> int:
    """Take out subtitles that were documents of their own before a recording took them as its words."""
    named = {file.path for file in files}
    folded = {file.subtitles for file in files if file.subtitles} - named
    gone = [record.document_id for path in sorted(folded) for record in store.at_path(path)]
    if gone:
        store.remove(gone)
    return len(gone)


def _remove_vanished(store: Store, paths: Sequence[AnyPath], files: Sequence[FoundFile]) -> int:
    here = {file.path for file in files}
    unseen = [r for r in store.documents() if r.path_bytes not in here and _is_named(r, paths)]
    gone = [r.document_id for r in unseen if is_gone(r.path_bytes)]
    if gone:
        store.remove(gone)
    return len(gone)


def _has_id(record: DocumentRecord, text: AnyPath) -> bool:
    """Whether `text` is the id, or the beginning of it that `status --documents` shows."""
    return isinstance(text, str) and len(text) >= SHOWN_OF_ID and record.document_id.startswith(text)


def _is_named(record: DocumentRecord, paths: Sequence[AnyPath]) -> bool:
    tops = absolute(paths)
    return any(record.path_bytes == top or record.path_bytes.startswith(top.rstrip(b"/") + b"/") for top in tops)
