"""Where uploads lie: relative paths that came from elsewhere, made safe, below the folder of a knowledge base."""

from __future__ import annotations

import os
import tempfile
import unicodedata
from pathlib import Path
from typing import BinaryIO

from pincite.errors import UsageError
from pincite.extract.mail.attached import mail_of
from pincite.extract.media.beside import recording_of, subtitles_beside
from pincite.service.bases import FILES
from pincite.service.problems import Conflict

LONGEST_PART = 255
LONGEST_PATH = 1000
PARTIAL = ".uploads"
"""The folder of what has not come whole yet, beside the files."""


def clean_path(path: str) -> str:
    r"""A relative path with `/` that leads to no other place. Raises UsageError.

    >>> clean_path("reports\\2024/q1.pdf"), clean_path("./a//b.md")
    ('reports/2024/q1.pdf', 'a/b.md')
    """
    parts = [part for part in path.replace("\\", "/").split("/") if part not in {"", "."}]
    bad = [part for part in parts if part == ".." or any(unicodedata.category(c) in {"Cc", "Cs"} for c in part)]
    if not parts or bad or path.startswith(("/", "\\")):
        raise UsageError(
            f"{path!r} is no path for an upload: expected a relative one without '..' and control characters"
        )
    long = max(len(part.encode()) for part in parts) > LONGEST_PART or len("/".join(parts).encode()) > LONGEST_PATH
    if long:
        raise UsageError(
            f"the path {path[:60]!r}... is too long: expected at most {LONGEST_PART} bytes a name, {LONGEST_PATH} in all"
        )
    if parts[0] == PARTIAL:
        raise UsageError(f"{PARTIAL!r} is where unfinished uploads lie: choose another folder")
    return "/".join(parts)


def place(folder: Path, path: str) -> Path:
    """Where the upload `path` (clean) of the knowledge base in `folder` lies."""
    return folder / FILES / path


def receive(folder: Path, path: str, source: BinaryIO, most: int) -> Path:
    """Write an upload whole, in place of one that was there; what is cut off leaves nothing.

    Raises UsageError for one of more than `most` bytes, or where a file stands in the way of a folder.
    """
    target, waiting = place(folder, path), folder / FILES / PARTIAL
    waiting.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=waiting)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            _copy(source, stream, most)
        settle(Path(name), target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return target


def settle(whole: Path, target: Path) -> None:
    """Move a file that has come whole to its place. Raises Conflict where a file stands in the way of a folder."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        whole.replace(target)
    except (NotADirectoryError, FileExistsError, IsADirectoryError) as error:
        raise Conflict(f"{target.name!r} cannot be stored: a file and a folder would have the same name") from error


def document_at(upload: Path) -> bytes:
    """The absolute path of the document that an upload belongs to: of subtitles beside a recording that is the recording."""
    return os.fsencode(recording_of(str(upload.absolute())))


def forget(folder: Path, target: Path) -> None:
    """Delete an upload with the subtitles beside it, and the folders that are empty without them.

    A file elsewhere is left alone, and so is the mail that one is attached to.
    """
    top = (folder / FILES).resolve()
    if top not in target.resolve().parents or mail_of(str(target)):
        return
    beside = subtitles_beside(str(target))
    for file in [target, *([Path(beside)] if beside else [])]:
        file.unlink(missing_ok=True)
    for above in target.parents:
        if above.resolve() == top or any(above.iterdir()):
            break
        above.rmdir()


def _copy(source: BinaryIO, target: BinaryIO, most: int) -> None:
    size = 0
    while piece := source.read(1 << 20):
        size += len(piece)
        if size > most:
            raise UsageError(f"the upload has more than {most} bytes: expected at most that (`--max-upload`)")
        target.write(piece)
