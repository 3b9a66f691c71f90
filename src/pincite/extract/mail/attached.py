"""The files that are attached to mails: what they are called, and the path that each has below its mail."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from mimetypes import guess_extension

from pincite.extract.frames import read_frame, write_frame

MAILS = frozenset({"eml", "mbox"})
"""The types of documents to which files may be attached."""
DEEPEST_MAIL = 5
MOST_ATTACHED = 5000
_LONGEST_NAME = 120
_LARGEST = 1 << 40


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that is attached: its path below the mail (one name; in a mailbox the message's number and a name) and its bytes."""

    name: str
    data: bytes

    @property
    def sha256(self) -> str:
        """The hash of the bytes, in hex."""
        return sha256(self.data).hexdigest()


@dataclass(slots=True)
class Attachments:
    """What one mail has attached, in order; in a mailbox `folder` is the number of the message that is read, with a `/`."""

    folder: str = ""
    found: list[Attached] = field(default_factory=list)
    _names: set[str] = field(default_factory=set)

    def add(self, name: str, kind: str, data: bytes) -> str | None:
        """Take a file under a name that is its own; its path below the mail, None where there are too many."""
        if len(self.found) >= MOST_ATTACHED:
            return None
        clean = clean_name(name) or f"attachment-{len(self.found) + 1}{guess_extension(kind) or ''}"
        path = self._own(clean)
        self.found.append(Attached(path, data))
        return path

    def _own(self, name: str) -> str:
        stem, dot, extension = name.rpartition(".")
        path, number = self.folder + name, 1
        while path.casefold() in self._names:
            number += 1
            path = self.folder + (f"{stem} ({number}){dot}{extension}" if stem else f"{name} ({number})")
        self._names.add(path.casefold())
        return path


def clean_name(name: str) -> str:
    r"""A file name from a mail as one name of a path: no folders, no leading dots, nothing that cannot be shown, not too long.

    >>> clean_name("../../etc/passwd"), clean_name("C:\\docs\\price\x1b[2J list.pdf"), clean_name("..")
    ('passwd', 'price[2J list.pdf', '')
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    shown = "".join(char if char.isprintable() else " " if char.isspace() else "" for char in last)
    clean = " ".join(shown.split()).lstrip(". ")
    stem, dot, extension = clean.rpartition(".")
    longest = _LONGEST_NAME - len(dot + extension)
    return f"{stem[:longest]}{dot}{extension}" if longest > 0 else clean[:_LONGEST_NAME]


def mail_of(path: str) -> str | None:
    """The file above `path` where there is no file at `path` itself: what is attached to a mail has a path below it.

    >>> mail_of(os.devnull + "/price-list.pdf"), mail_of("nowhere/price-list.pdf")
    (None, None)
    """
    if os.path.lexists(path):
        return None
    above, before = os.path.dirname(path), path  # noqa: PTH120 - a name may hold any bytes
    while above and above != before:
        if os.path.lexists(above):
            return above if os.path.isfile(above) else None  # noqa: PTH113 - as above
        above, before = os.path.dirname(above), above  # noqa: PTH120 - as above
    return None


def pack(files: list[Attached]) -> bytes:
    """The files as the bytes that `unpack` reads."""
    out = BytesIO()
    write_frame(out, json.dumps([file.name for file in files]).encode())
    for file in files:
        write_frame(out, file.data)
    return out.getvalue()


def unpack(payload: bytes) -> list[Attached]:
    """The files that `pack` wrote; raises ValueError where the bytes can't be that."""
    stream = BytesIO(payload)
    names = json.loads(read_frame(stream, _LARGEST) or b"")
    found = []
    for name in names:
        data = read_frame(stream, _LARGEST)
        if data is None:
            raise ValueError(f"the bytes of {name!r} are missing")
        found.append(Attached(name, data))
    return found
