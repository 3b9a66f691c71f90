"""`backup`: a whole copy of a knowledge base, taken while it is used; to restore it, open it."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.errors import UsageError
from pincite.knowledge_base.beside import BACKED_UP
from pincite.knowledge_base.door import KnowledgeBase
from pincite.lexical.terms import terms
from pincite.store.backup import back_up
from pincite.store.connections import DATABASE, make_folder
from pincite.store.open import BUSY_SECONDS, Store
from pincite.types.ingest import Progress, Watch


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy that was made and found clean: its folder, its bytes, and what its counters say."""

    folder: str
    bytes: int
    documents: int
    chunks: int
    beside: tuple[str, ...]
    """The names of files that were copied as well: settings and golden set, as far as there are any."""

    def to_json(self) -> dict[str, Any]:
        return {
            "folder": self.folder,
            "bytes": self.bytes,
            "documents": self.documents,
            "chunks": self.chunks,
            "beside": list(self.beside),
        }


def backup(kb: KnowledgeBase, folder: str | Path, *, force: bool = False, watch: Watch | None = None) -> Backup:
    """Copy the knowledge base into `folder`, as one commit of it, whoever reads and writes meanwhile.

    The copy is checked whole (structure, counters, quotes, vectors, postings) before it takes its name; with `force` it then
    takes the place of a backup that is there. The original documents are no part of it. Raises UsageError for a
    folder that is no place for it, StoreDamaged where the knowledge base itself is not clean.
    """
    out = Path(folder)
    with Store.open(kb.folder) as store:  # raises where there is none, and brings an older one to the present schema
        source = store.path
    _check_place(kb.folder, out, force=force)
    make_folder(out)

    def copied(done: int, pages: int) -> None:
        if watch:
            watch(Progress(str(out), "copying", done, pages))
            if done == pages:
                watch(Progress(str(out), "checking", done, pages))

    try:
        back_up(source, out, BUSY_SECONDS, terms=terms, copied=copied)
    except BaseException:
        with suppress(OSError):
            out.rmdir()  # only an empty one goes
        raise
    return _report(out, beside=_copy_beside(kb.folder, out))


def _check_place(source: Path, out: Path, *, force: bool) -> None:
    if out.exists() and not out.is_dir():
        raise UsageError(f"found the file {out}, expected a folder for the backup: name another")
    if out.resolve() == source.resolve():
        raise UsageError(f"{out} is the knowledge base itself, expected another folder for its backup: name another")
    if not force and (out / DATABASE).exists():
        raise UsageError(
            f"found a knowledge base in {out}, expected a new folder: name another, or replace it with --force"
        )


def _copy_beside(source: Path, out: Path) -> tuple[str, ...]:
    for name in BACKED_UP:
        if (source / name).is_file():
            shutil.copyfile(source / name, out / name)
        else:
            (out / name).unlink(missing_ok=True)  # of the backup that was replaced
    return tuple(name for name in BACKED_UP if (out / name).is_file())


def _report(out: Path, *, beside: tuple[str, ...]) -> Backup:
    with Store.open(out) as store:
        counters = store.counters()
    return Backup(str(out), (out / DATABASE).stat().st_size, counters["documents"], counters["chunks"], beside)
