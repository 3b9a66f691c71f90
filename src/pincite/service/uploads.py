"""Uploads in parts: a large file comes in pieces, and goes on where it was cut off."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pincite.access.home import Home
from pincite.errors import UsageError
from pincite.service.bases import FILES
from pincite.service.problems import Conflict, NotFound
from pincite.service.uploaded import PARTIAL, clean_path, place, settle

KEPT_SECONDS = 7 * 24 * 3600
"""After which an upload that did not go on is forgotten."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that comes in parts: `offset` of `size` bytes are here."""

    id: str
    base: str
    path: str
    size: int
    tags: tuple[str, ...]
    offset: int = 0

    def to_json(self) -> dict[str, Any]:
        """What a client sees."""
        return {"id": self.id, "path": self.path, "size": self.size, "offset": self.offset}


class Uploads:
    """The uploads under way in `root`; what has come lies in a file of the knowledge base, its length is the offset."""

    def __init__(self, home: Home, root: Path) -> None:
        self._home = home
        self._root = root

    def begin(self, base: str, path: str, size: int, tags: Sequence[str], most: int) -> Upload:
        """Expect a file of `size` bytes. Raises UsageError for one that is too large or has no path."""
        if size > most:
            raise UsageError(f"{path!r} has {size} bytes: expected at most {most} (`--max-upload`)")
        self._forget_old()
        upload = Upload(secrets.token_hex(16), base, clean_path(path), size, tuple(tags))
        part = self._part(upload)
        part.parent.mkdir(parents=True, exist_ok=True)
        part.touch(exist_ok=False)
        with self._home.writing() as connection:
            connection.execute(
                "INSERT INTO uploads VALUES (?, ?, ?, ?, ?, ?)",
                (upload.id, base, upload.path, size, json.dumps(upload.tags), time.time()),
            )
        return upload

    def get(self, base: str, upload_id: str) -> Upload:
        """An upload as far as it has come. Raises NotFound."""
        with self._home.reading() as connection:
            row = connection.execute(
                "SELECT id, base, path, size, tags FROM uploads WHERE base = ? AND id = ?", (base, upload_id)
            ).fetchone()
        if row is None:
            raise NotFound(_none(upload_id))
        upload_id, base, path, size, tags = row
        known = Upload(str(upload_id), str(base), str(path), int(str(size)), tuple(json.loads(str(tags))))
        part = self._part(known)
        offset = part.stat().st_size if part.is_file() else 0
        return Upload(known.id, known.base, known.path, known.size, known.tags, offset)

    async def go_on(self, upload: Upload, offset: int, pieces: AsyncIterator[bytes]) -> int:
        """Add a part that begins at `offset`; the new offset. What has come before a connection breaks is kept.

        Raises Conflict where the upload stands elsewhere or another part comes at the same time, UsageError for more bytes than it
        was to have, NotFound where it was given up meanwhile.
        """
        if offset != upload.offset:
            raise Conflict(f"the part begins at byte {offset}, the upload stands at {upload.offset}: go on there")
        try:
            stream = self._part(upload).open("r+b")
        except FileNotFoundError as error:
            raise NotFound(_none(upload.id)) from error
        with stream:
            stream.seek(offset)
            async for piece in pieces:
                if os.fstat(stream.fileno()).st_size != offset:
                    raise Conflict("another part came meanwhile: ask where the upload stands, and go on there")
                offset += len(piece)
                if offset > upload.size:
                    raise UsageError(f"the upload was to have {upload.size} bytes, and more come: begin it anew")
                stream.write(piece)
                stream.flush()
        return offset

    def finish(self, upload: Upload) -> Path:
        """Move a whole upload to its place.

        Raises UsageError where a file stands in the way of a folder, NotFound where it was given up or finished meanwhile.
        """
        target = place(self._root / upload.base, upload.path)
        try:
            with self._part(upload).open("rb") as stream:
                os.fsync(stream.fileno())
            settle(self._part(upload), target)
        except FileNotFoundError as error:
            raise NotFound(_none(upload.id)) from error
        self._delete(upload.id)
        return target

    def give_up(self, upload: Upload) -> None:
        """Forget an upload and what has come of it."""
        self._part(upload).unlink(missing_ok=True)
        self._delete(upload.id)

    def forget(self, base: str) -> None:
        """Forget all uploads to a knowledge base, which is about to be deleted with what has come of them."""
        with self._home.writing() as connection:
            connection.execute("DELETE FROM uploads WHERE base = ?", (base,))

    def _part(self, upload: Upload) -> Path:
        return self._root / upload.base / FILES / PARTIAL / upload.id

    def _delete(self, upload_id: str) -> None:
        with self._home.writing() as connection:
            connection.execute("DELETE FROM uploads WHERE id = ?", (upload_id,))

    def _forget_old(self) -> None:
        with self._home.reading() as connection:
            old = connection.execute(
                "SELECT base, id FROM uploads WHERE created < ?", (time.time() - KEPT_SECONDS,)
            ).fetchall()
        for base, upload_id in old:
            self.give_up(self.get(str(base), str(upload_id)))


def _none(upload_id: str) -> str:
    return f"there is no upload {upload_id!r} here: it is whole, was given up, or never began"
