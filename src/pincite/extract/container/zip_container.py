"""The one way into files that are zip archives: every member is checked before and while it is inflated."""

from __future__ import annotations

import io
import zipfile
import zlib

from pincite.errors import ExtractError

_MOST_MEMBERS = 20_000
_LARGEST_MEMBER = 200_000_000
_LARGEST_TOTAL = 400_000_000
_MOST_RATIO = 200
_FREE_OF_RATIO = 5_000_000  # a small member may be as regular as it likes
_ENTRY, _LOCAL = b"PK\x01\x02", b"PK\x03\x04"
_ENCRYPTED = 0x1
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}  # all that Office, OpenDocument and EPUB allow


class Container:
    r"""The members of one archive, by their names; a name is a key and never a path.

    Names are looked up as they stand, then without regard to case, with `/` for `\` and no leading `/`. Inflated sizes
    are bounded for each member (200 MB, and 200 times its packed size) and for all that is read (400 MB).

    Raises ExtractError `truncated` where the archive's table of contents is cut off, `malformed` where it makes no
    sense, `too_large` where it lists more than 20,000 members.
    """

    def __init__(self, data: bytes) -> None:
        if data.count(_ENTRY) > _MOST_MEMBERS:
            raise ExtractError("too_large", f"the archive lists more than {_MOST_MEMBERS} members")
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, OSError) as error:
            raise _unreadable(data, error) from None
        self._members: dict[str, list[zipfile.ZipInfo]] = {}
        for member in self._archive.infolist():
            self._members.setdefault(_plain(member.filename), []).append(member)
        self._folded = {name.casefold(): name for name in reversed(self._members)}
        self._inflated = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names in the order of the archive, folders and doubles left out."""
        return tuple(name for name in self._members if not name.endswith("/"))

    def __contains__(self, name: str) -> bool:
        return self._found(name) is not None

    def read(self, name: str) -> bytes:
        """The bytes of one member.

        Raises ExtractError `malformed` where it is missing, damaged or there twice, `encrypted` where it is, and
        `too_large` where it inflates beyond the bounds.
        """
        found = self._found(name)
        if found is None:
            raise ExtractError("malformed", f"the archive has no {name!r}", name)
        members = self._members[found]
        if len(members) > 1:
            raise ExtractError(
                "malformed", f"the archive has {len(members)} members named {name!r}: expected one", name
            )
        self.admit(name)
        try:
            content = self._archive.read(members[0])
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
            raise ExtractError("malformed", f"{name!r} cannot be unpacked: {error}", name) from None
        self._inflated += len(content)
        return content

    def admit(self, name: str) -> None:
        """Raise what `read` would for the declared sizes, without unpacking: for parsers that unpack by themselves."""
        found = self._found(name)
        for member in self._members[found] if found is not None else ():
            self._check(member, name)

    def _check(self, member: zipfile.ZipInfo, name: str) -> None:
        size, packed = member.file_size, max(member.compress_size, 1)
        if member.flag_bits & _ENCRYPTED:
            raise ExtractError("encrypted", f"{name!r} is encrypted", name)
        if member.compress_type not in _METHODS:
            raise ExtractError(
                "malformed", f"{name!r} is packed by method {member.compress_type}: expected 0 or 8", name
            )
        if size > _LARGEST_MEMBER:
            raise ExtractError(
                "too_large", f"{name!r} inflates to {size} bytes: expected {_LARGEST_MEMBER} at most", name
            )
        if size > _FREE_OF_RATIO and size > _MOST_RATIO * packed:
            raise ExtractError("too_large", f"{name!r} inflates to {size // packed} times its size: a zip bomb", name)
        if self._inflated + size > _LARGEST_TOTAL:
            raise ExtractError("too_large", f"the archive inflates to more than {_LARGEST_TOTAL} bytes", name)

    def _found(self, name: str) -> str | None:
        plain = _plain(name)
        return plain if plain in self._members else self._folded.get(plain.casefold())


def zip_names(data: bytes) -> list[str]:
    r"""The names in the local headers of an archive that may be cut off, in order; for sniffing only.

    >>> zip_names(b"PK\x03\x04" + bytes(22) + b"\x05\0\0\0a.txt and no more")
    ['a.txt']
    """
    names: list[str] = []
    at = data.find(_LOCAL)
    while at >= 0 and len(names) < _MOST_MEMBERS:
        length = int.from_bytes(data[at + 26 : at + 28], "little")
        names.append(_plain(data[at + 30 : at + 30 + length].decode("utf-8", "replace")))
        at = data.find(_LOCAL, at + 30)
    return names


def _plain(name: str) -> str:
    return name.replace("\\", "/").lstrip("/")


def is_cut_off(data: bytes) -> bool:
    r"""Whether bytes begin as an archive and have no end record.

    >>> is_cut_off(b"PK\x03\x04"), is_cut_off(b"cut off")
    (True, False)
    """
    return data.startswith(_LOCAL) and b"PK\x05\x06" not in data[-65_557:]


def _unreadable(data: bytes, error: Exception) -> ExtractError:
    """Cut off, where it begins as an archive and has no end record; else malformed."""
    if is_cut_off(data):
        return ExtractError("truncated", "the archive ends before its table of contents", f"byte {len(data)}")
    return ExtractError("malformed", f"not a zip archive that can be read: {error}")
