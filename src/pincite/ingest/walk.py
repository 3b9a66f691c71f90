"""Finding the files under the paths that a person names, each once, and naming them safely."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pincite.errors import UsageError

SKIPPED_FOLDERS = frozenset({b"__pycache__", b"node_modules"})


@dataclass(frozen=True, slots=True)
class FoundFile:
    """One path that was found: a file to read, or something in its place that cannot be read.

    `path` is absolute, in bytes, as the system gives it; `root` is the folder that was named (of a file: its folder).
    `modified` is an ISO 8601 date. `problem` is empty for a file, else why it cannot be one.
    """

    path: bytes
    root: bytes
    size: int = 0
    modified: str = ""
    problem: str = ""

    @property
    def name(self) -> str:
        """The file's own name, shown."""
        return shown(os.path.basename(self.path))


def shown(path: bytes) -> str:
    r"""A path as text that is safe to print: bytes that are not UTF-8 and control characters are escaped.

    >>> shown(b"caf\xc3\xa9/a\nb\xff.txt")
    'café/a\\nb\\xff.txt'
    """
    text = path.decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def find_files(paths: Sequence[str | bytes | os.PathLike[str]], *, leave_out: Iterable[Path] = ()) -> list[FoundFile]:
    """Every file under `paths`, sorted by path, each once.

    Hidden names (a leading dot), `__pycache__` and `node_modules` are passed over inside a folder, and so is every folder of
    `leave_out`. A link back to a folder above it, a broken link and anything that is no regular file come as found
    with a `problem`. Raises UsageError when a named path does not exist.
    """
    out = {os.fsencode(path.resolve()) for path in leave_out}
    found: dict[bytes, FoundFile] = {}
    for path in paths:
        top = os.path.abspath(os.fsencode(path))
        if not os.path.lexists(top):
            raise UsageError(f"there is no file or folder {shown(top)}")
        folder = os.path.isdir(top)
        for file in _below(top, top, out, ()) if folder else [look(top, os.path.dirname(top))]:
            found.setdefault(file.path, file)
    return [found[path] for path in sorted(found)]


def _below(folder: bytes, root: bytes, out: set[bytes], above: tuple[tuple[int, int], ...]) -> Iterator[FoundFile]:
    real = os.path.realpath(folder)
    if real in out:
        return
    try:
        info = os.stat(folder)
        names = sorted(os.listdir(folder))
    except OSError as error:
        yield FoundFile(folder, root, problem=f"the folder cannot be read: {error.strerror}")
        return
    key = (info.st_dev, info.st_ino)
    if key in above:
        yield FoundFile(folder, root, problem="a link that leads back to a folder above it")
        return
    for name in names:
        path = os.path.join(folder, name)
        if name.startswith(b".") or name in SKIPPED_FOLDERS:
            continue
        if os.path.isdir(path):
            yield from _below(path, root, out, (*above, key))
        else:
            yield look(path, root)


def look(path: bytes, root: bytes) -> FoundFile:
    """One path as it is now: a file with its size and date, or what is wrong with it."""
    try:
        info = os.stat(path)
    except OSError as error:
        broken = os.path.islink(path)
        return FoundFile(path, root, problem="a link to nothing" if broken else f"cannot be read: {error.strerror}")
    if not stat.S_ISREG(info.st_mode):
        return FoundFile(path, root, problem="not a regular file (a pipe, a socket or a device)")
    modified = datetime.fromtimestamp(info.st_mtime, tz=UTC).date().isoformat()
    return FoundFile(path, root, info.st_size, modified)
