"""The knowledge bases of a service: each a folder under its root, opened once and shared by all threads."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pincite.config import Config, load_config
from pincite.errors import UsageError
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.models import load_embedder
from pincite.service.problems import Conflict, NotFound
from pincite.store.connections import DATABASE
from pincite.store.open import Store
from pincite.types.embedding import Embedder
from pincite.types.ingest import Status

FILES = "files"
"""The folder of a knowledge base that holds what was uploaded."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class _Opened(NamedTuple):
    """A knowledge base with the identity of the file that it has open."""

    file: tuple[int, int]
    kb: KnowledgeBase


class Bases:
    """The knowledge bases under `root`; models are loaded once for all that name the same ones."""

    def __init__(self, root: Path, load: Callable[[Config], Embedder] = load_embedder) -> None:
        self.root = root
        self._load = load
        self._open: dict[str, _Opened] = {}
        self._embedders: dict[tuple[object, ...], Embedder] = {}
        self._lock = threading.RLock()
        self._counted: dict[str, tuple[int, Status]] = {}
        self._counting = threading.Lock()

    def names(self) -> list[str]:
        """The names of the knowledge bases, sorted: every folder under the root that holds one."""
        return sorted(entry.name for entry in self.root.iterdir() if self._is_base(entry.name))

    def get(self, name: str) -> KnowledgeBase:
        """The knowledge base with this name. Raises NotFound."""
        info = (self.folder(name) / DATABASE).stat()
        with self._lock:
            known = self._open.get(name)
            if known is None or known.file != (info.st_dev, info.st_ino):  # deleted and made anew by another process
                if known:
                    known.kb.close()
                known = self._open[name] = _Opened((info.st_dev, info.st_ino), self._opened(name))
            return known.kb

    def status_at(self, name: str, moment: int) -> Status:
        """Its status, counted once for all who follow it; `moment` is a number that is another after each change. Raises NotFound."""
        with self._counting:
            known = self._counted.get(name)
            if known is None or known[0] != moment:
                known = self._counted[name] = (moment, self.get(name).status())
            return known[1]

    def folder(self, name: str) -> Path:
        """The folder of the knowledge base. Raises NotFound."""
        if not self._is_base(name):
            raise NotFound(f"there is no knowledge base {name!r}: the list of them is at /api/v1/bases")
        return self.root / name

    def create(self, name: str) -> None:
        """Make an empty one. Raises UsageError for a name that can't be one, Conflict for one that is taken."""
        if not _NAME.fullmatch(name):
            raise UsageError(
                f"{name!r} is no name for a knowledge base: expected 1 to 64 of A-Z, a-z, 0-9, dot, hyphen and underscore, "
                "a letter or figure first"
            )
        taken = [other for other in self.names() if other.casefold() == name.casefold()]
        if taken:
            raise Conflict(f"there is a knowledge base {taken[0]!r} already: choose another name")
        try:
            (self.root / name / FILES).mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError) as error:
            raise Conflict(
                f"{name!r} is the name of a file in the folder of the service: choose another name"
            ) from error
        Store.open(self.root / name, create=True).close()

    def delete(self, name: str) -> None:
        """Remove it with all that was uploaded to it. Raises NotFound."""
        folder = self.folder(name)
        with self._lock:
            opened = self._open.pop(name, None)
            if opened:
                opened.kb.close()
            shutil.rmtree(folder)

    def close(self) -> None:
        """Let go of all files."""
        with self._lock:
            for opened in self._open.values():
                opened.kb.close()
            self._open.clear()

    def _is_base(self, name: str) -> bool:
        return bool(_NAME.fullmatch(name)) and (self.root / name / DATABASE).is_file()

    def _opened(self, name: str) -> KnowledgeBase:
        config = load_config(self.root / name)
        return KnowledgeBase(self.root / name, config=config, embedder=self._embedder(config))

    def _embedder(self, config: Config) -> Embedder:
        key = (config.embedder, config.weights, config.embedder_url, config.embedder_model, config.threads)
        if key not in self._embedders:
            self._embedders[key] = self._load(config)
        return self._embedders[key]
