"""Folders that a service keeps in step with: what changes in them becomes jobs."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from watchfiles import watch

from pincite.errors import PinciteError, UsageError
from pincite.ingest.walk import shown
from pincite.service.bases import Bases
from pincite.service.jobs.job import Job, Kind
from pincite.service.jobs.queue import Queue
from pincite.service.jobs.sqlite_queue import new_job
from pincite.store.connections import DATABASE

QUIET_MILLISECONDS = 400
"""Changes that come closer together are looked at together."""

LOOK_AGAIN_SECONDS = 600.0
"""After which the whole folder is compared again: a system may forget to tell of a change when very many come at once."""

Changes = Callable[[Path, threading.Event], Iterator[set[str]]]
"""Yields the paths under a folder that changed, until the event is set; an empty set: nothing for a long time."""

_LOG = logging.getLogger("pincite.service")


class Watch(NamedTuple):
    """A knowledge base, and a folder that it is to be in step with."""

    base: str
    folder: Path


def read_watch(text: str) -> Watch:
    """`BASE=FOLDER` as it is written on the command line. Raises UsageError.

    >>> read_watch("papers=/home/me/papers")
    Watch(base='papers', folder=PosixPath('/home/me/papers'))
    """
    base, equals, folder = text.partition("=")
    if not (base and equals and folder):
        raise UsageError(f"found --watch {text!r}, expected BASE=FOLDER, such as papers=/home/me/papers")
    return Watch(base, Path(os.path.abspath(folder)))  # noqa: PTH100 - `..` goes, links stay: as `add` names files


def check_watch(watched: Watch, root: Path) -> None:
    """Raise UsageError for a folder that is not there, or that holds the service's own files or lies among them."""
    folder, own = watched.folder.resolve(), root.resolve()
    if not folder.is_dir():
        raise UsageError(f"there is no folder {watched.folder}, which {watched.base} is to be in step with")
    if folder == own or own in folder.parents or folder in own.parents:
        raise UsageError(
            f"{watched.folder} and the service's own folder {root} must not lie in each other: watch another folder"
        )
    if (folder / DATABASE).is_file():
        raise UsageError(f"{watched.folder} is a knowledge base itself: watch the folder with the documents")


def changes_under(folder: Path, over: threading.Event) -> Iterator[set[str]]:
    """What the system tells of a folder."""
    for found in watch(
        folder,
        watch_filter=None,
        debounce=4 * QUIET_MILLISECONDS,
        step=QUIET_MILLISECONDS,
        stop_event=over,
        rust_timeout=int(LOOK_AGAIN_SECONDS * 1000),
        yield_on_timeout=True,
        raise_interrupt=False,
    ):
        yield {path for _, path in found}


class Watcher:
    """Keeps one knowledge base in step with one folder: one look at everything when it starts, then at what changes."""

    def __init__(self, watched: Watch, bases: Bases, queue: Queue, changes: Changes = changes_under) -> None:
        self._watched = watched
        self._bases = bases
        self._queue = queue
        self._changes = changes
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True, name=f"watch {watched.base}")

    def start(self) -> None:
        """Make the knowledge base where there is none yet, and begin. Raises UsageError for a name that is none."""
        if self._watched.base not in self._bases.names():
            self._bases.create(self._watched.base)
        self._thread.start()

    def stop(self) -> None:
        """Follow no longer."""
        self._over.set()
        self._thread.join()

    def look(self, among: Iterable[str] | None = None) -> int:
        """Put jobs for what is out of step, at or below the paths `among` (None: anywhere); how many."""
        kb = self._bases.get(self._watched.base)
        found = kb.compare(self._watched.folder, among=None if among is None else list(among))
        jobs = [self._job("add", path) for path in found.changed] + [self._job("remove", path) for path in found.gone]
        if jobs:
            self._queue.put(jobs)
        return len(jobs)

    def _job(self, kind: Kind, path: bytes) -> Job:
        return new_job(self._watched.base, kind, shown(path), path, options={"within": str(self._watched.folder)})

    def _follow(self) -> None:
        self._try(None)
        with suppress(FileNotFoundError):  # the folder itself was deleted
            for found in self._changes(self._watched.folder, self._over):
                self._try(found or None)
        if not self._over.is_set():
            _LOG.error("%s is watched no longer: the folder is gone", self._watched.folder)

    def _try(self, among: set[str] | None) -> None:
        try:
            self.look(among)
        except PinciteError as error:  # the next change or the next look at everything may do better
            _LOG.warning("%s is not in step with its folder: %s", self._watched.base, error)
