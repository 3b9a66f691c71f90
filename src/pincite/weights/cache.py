"""The folder on this machine where downloaded models are kept, and how a file gets into it whole."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

PARTIAL = ".partial-"


def cache_folder(cache: Path | None = None) -> Path:
    """`cache` if given, else `$PINCITE_CACHE`, else the user's cache folder of this platform; it may not exist yet.

    >>> cache_folder(Path("here")).as_posix()
    'here'
    """
    if cache is not None:
        return cache
    if told := os.environ.get("PINCITE_CACHE"):
        return Path(told)
    return _platform_caches() / "pincite"


def model_folder(name: str, cache: Path | None = None) -> Path:
    """Where the files of the model `name` are kept once they have been downloaded."""
    return cache_folder(cache) / "models" / name


@contextlib.contextmanager
def workroom(cache: Path | None = None) -> Iterator[Path]:
    """A folder for half-done work on the cache's own disk, gone afterwards; moving a file out of it is atomic."""
    root = cache_folder(cache)
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=PARTIAL, dir=root, ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def keep(files: Mapping[str, Path], name: str, cache: Path | None = None) -> Path:
    """Move whole files from a workroom of the same cache into the model's folder, each in one step."""
    folder = model_folder(name, cache)
    folder.mkdir(parents=True, exist_ok=True)
    for file, path in files.items():
        path.replace(folder / file)
    return folder


def _platform_caches() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
