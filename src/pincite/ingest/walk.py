"""Finding the files under the paths that a person names, each once, and naming them safely."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pincite.errors import UsageError
from pincite.extract.mail.attached import mail_of
from pincite.extract.media.beside import subtitles_beside
from pincite.store.connections import DATABASE

KNOWLEDGE_BASE = os.fsencode(DATABASE)
SKIPPED_FOLDERS = frozenset({b"__pycache__", b"node_modules"})
LEADS_OUT = "a link that leads out of the folder that was added: if what it leads to is meant, add that by its own name"


@dataclass(frozen=True, slots=True)
class FoundFile:
    """One path that was found: a file to read, or something in its place that cannot be read.

    `path` is absolute, in bytes, as the system gives it; `root` is the folder that was named (of a file: its folder).
    `modified` is an ISO 8601 date, empty when the file has none that a calendar has. `problem` is empty for a file, else
    why it cannot be one. `subtitles` is the file beside a recording that holds its words, empty where there is none.
    """

    path: bytes
    root: bytes
    size: int = 0
    modified: str = ""
    problem: str = ""
    subtitles: bytes = b""

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


def find_files(
    paths: Sequence[str | bytes | os.PathLike[str]], *, leave_out: Iterable[Path] = (), within: bytes | None = None
) -> list[FoundFile]:
    """Every file under `paths`, sorted by path, each once.

    Hidden names (a leading dot), `__pycache__` and `node_modules` are passed over inside a folder, and so is every folder of
    `leave_out` or that is itself a knowledge base. A folder that links lead to is walked once, under its own name where that lies below the same path. A
    link back to a folder above it, one that leads out of the folder that was named, a broken link and anything that is no
    regular file come as found with a `problem`. A link that is named itself is followed, unless it leads out of `within`.
    Subtitles that a found recording takes its words from are left out, unless they are named themselves.
    Raises UsageError when a named path does not exist.
    """
    out = {_identity(os.stat(path)) for path in leave_out if path.exists()}
    found: dict[bytes, FoundFile] = {}
    for top in absolute(paths):
        if not os.path.lexists(top):
            raise UsageError(f"there is no file or folder {shown(top)}")
        folder = os.path.isdir(top)
        for file in _below(top, out) if folder else [look(top, os.path.dirname(top), within)]:
            if (
                not folder or file.path not in found
            ):  # what is named itself may be a link that its folder must not follow
                found[file.path] = file
    folded = {file.subtitles for file in found.values()} - {*absolute(paths)}
    return [found[path] for path in sorted(found) if path not in folded]


def absolute(paths: Sequence[str | bytes | os.PathLike[str]]) -> list[bytes]:
    """The paths from the root on. Raises UsageError for an empty one, which would stand for the present folder.

    >>> absolute(["/docs/../kb"])
    [b'/kb']
    """
    names = [os.fsencode(path) for path in paths]
    if not all(names):
        raise UsageError("found an empty path: name a file or a folder, `.` for the present one")
    return [os.path.abspath(name) for name in names]


def is_gone(path: bytes) -> bool:
    """Whether there is surely no file at `path`; False when that cannot be told, as below a folder that cannot be read.

    What is attached to a mail is there as long as the mail is.
    """
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return mail_of(os.fsdecode(path)) is None
    except OSError:
        return False


def _below(root: bytes, out: set[tuple[int, int]]) -> Iterator[FoundFile]:
    """The files below `root`; folders wait in a list, not on the stack, for a path may be a thousand folders deep."""
    seen = set(out)
    folders, links = [root], list[bytes]()
    while folders or links:
        folder = folders.pop() if folders else links.pop(0)
        try:
            key, names = _identity(os.stat(folder)), os.listdir(folder)
        except OSError as error:
            yield FoundFile(folder, root, problem=f"the folder cannot be read: {error.strerror}")
            continue
        if key in seen or KNOWLEDGE_BASE in names:
            continue
        seen.add(key)
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.startswith(b".") or name in SKIPPED_FOLDERS:
                continue
            if not os.path.isdir(path):
                yield look(path, root, root if os.path.islink(path) else None)
            elif not os.path.islink(path):
                folders.append(path)
            elif _leads_back(path):
                yield FoundFile(path, root, problem="a link that leads back to a folder above it")
            elif _leads_out(path, root):
                yield FoundFile(path, root, problem=LEADS_OUT)
            else:
                links.append(path)


def _leads_back(link: bytes) -> bool:
    above = os.path.realpath(os.path.dirname(link)) + b"/"
    return above.startswith(os.path.realpath(link).rstrip(b"/") + b"/")


def _leads_out(path: bytes, folder: bytes) -> bool:
    real, top = os.path.realpath(path), os.path.realpath(folder)
    return real != top and not real.startswith(top.rstrip(b"/") + b"/")


def _identity(info: os.stat_result) -> tuple[int, int]:
    return info.st_dev, info.st_ino


def look(path: bytes, root: bytes, within: bytes | None = None) -> FoundFile:
    """One path as it is now: a file with its size and date, or what is wrong with it, such as that it lies outside of `within`."""
    try:
        info = os.stat(path)
    except OSError as error:
        return FoundFile(path, root, problem=_why_not(path, error))
    if within is not None and _leads_out(path, within):
        return FoundFile(path, root, problem=LEADS_OUT)
    if not stat.S_ISREG(info.st_mode):
        return FoundFile(path, root, problem="not a regular file (a pipe, a socket or a device)")
    beside = subtitles_beside(os.fsdecode(path))
    return FoundFile(path, root, info.st_size, _day(info.st_mtime), subtitles=os.fsencode(beside) if beside else b"")


def _why_not(path: bytes, error: OSError) -> str:
    if error.errno == errno.ELOOP:
        return "a link that leads in a circle"
    if error.errno in {errno.ENOENT, errno.ENOTDIR} and os.path.islink(path):
        return "a link to nothing"
    return f"cannot be read: {error.strerror}"


def _day(seconds: float) -> str:
    """The date as ISO 8601; empty where a file's clock says what no calendar has."""
    try:
        return datetime.fromtimestamp(seconds, tz=UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""
