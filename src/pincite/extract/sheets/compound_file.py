"""One stream out of a compound file, the container of Office documents before 2007 (MS-CFB)."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Sequence

_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER = 512
_LAST_SECTOR = 0xFFFFFFFA
_ENTRY = 128
_STREAM, _ROOT = 2, 5


class Loop(ValueError):
    """A chain of sectors that comes back to itself: a reader that does not look follows it until its memory ends."""


def refuse_loops(data: bytes) -> None:
    """Raise `Loop` where the chain of a stream, of the directory or of the tables comes back to itself; nothing of other faults."""
    with contextlib.suppress(struct.error):
        shift, _, directory, cutoff, small_table, more = _layout(data)
        size = 1 << min(shift, 12)
        table = _table(data, size, more, struct.unpack_from("<109I", data, 76))
        links = _numbers(b"".join(_sector(data, sector, size, size) for sector in _chain(table, small_table)))
        listed = b"".join(_sector(data, sector, size, size) for sector in _chain(table, directory))
        for at in range(0, len(listed) - _ENTRY + 1, _ENTRY):
            start, length = struct.unpack_from("<II", listed, at + 116)
            kind = listed[at + 66]
            if kind in {_STREAM, _ROOT}:
                _chain(table if length >= cutoff or kind == _ROOT else links, start)


def _layout(data: bytes) -> tuple[int, int, int, int, int, int]:
    shift, small_shift = struct.unpack_from("<HH", data, 30)
    directory, _, cutoff, small_table, _, more = struct.unpack_from("<6I", data, 48)
    return shift, small_shift, directory, cutoff, small_table, more


def _chain(table: Sequence[int], sector: int) -> list[int]:
    """The sectors of a chain, up to its end or to where it leaves the file."""
    found: dict[int, None] = {}
    while sector < len(table):
        if sector in found:
            raise Loop(f"sector {sector} follows itself")
        found[sector] = None
        sector = table[sector]
    return list(found)


def read_stream(data: bytes, *names: str) -> bytes:
    """The first stream of these names; raises ValueError where there is none, or where the tables lead nowhere."""
    if len(data) < _HEADER or not data.startswith(_MAGIC):
        raise ValueError("not a compound file")
    shift, small_shift, directory, cutoff, small_table, more = _layout(data)
    if shift not in {9, 12} or small_shift >= shift:
        raise ValueError(f"sectors of 2^{shift} bytes, expected 512 or 4096")
    size = 1 << shift
    table = _table(data, size, more, struct.unpack_from("<109I", data, 76))
    entries = _entries(_chained(data, table, directory, size, size))
    name = next((name for name in names if name in entries), None)
    if name is None:
        raise ValueError(f"no stream {' or '.join(names)}")
    start, length = entries[name]
    if length >= cutoff:
        return _chained(data, table, start, size, size)[:length]
    small = _chained(data, table, entries.get("Root Entry", (_LAST_SECTOR, 0))[0], size, size)
    links = _numbers(_chained(data, table, small_table, size, size))
    return _chained(small, links, start, 1 << small_shift, 0)[:length]


def _table(data: bytes, size: int, more: int, listed: Sequence[int]) -> Sequence[int]:
    """Where each sector goes on: the sectors that the header lists, and those of the lists that follow it."""
    sectors = [sector for sector in listed if sector < _LAST_SECTOR]
    seen: set[int] = set()
    while more < _LAST_SECTOR and size + more * size + 4 <= len(data):
        if more in seen:
            raise Loop(f"sector {more} follows itself")
        seen.add(more)
        *further, more = _numbers(_sector(data, more, size, size))
        sectors.extend(sector for sector in further if sector < _LAST_SECTOR)
    return _numbers(b"".join(_sector(data, sector, size, size) for sector in dict.fromkeys(sectors)))


def _chained(data: bytes, table: Sequence[int], sector: int, size: int, offset: int) -> bytes:
    parts, seen = [], set[int]()
    while sector < _LAST_SECTOR:
        if sector in seen or sector >= len(table):
            raise ValueError(f"sector {sector} leads nowhere")
        seen.add(sector)
        parts.append(_sector(data, sector, size, offset))
        sector = table[sector]
    return b"".join(parts)


def _sector(data: bytes, sector: int, size: int, offset: int) -> bytes:
    start = offset + sector * size
    return data[start : start + size]


def _numbers(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4])


def _entries(directory: bytes) -> dict[str, tuple[int, int]]:
    """The first sector and the length of each entry, by its name; the first of two of one name counts."""
    found: dict[str, tuple[int, int]] = {}
    for at in range(0, len(directory) - _ENTRY + 1, _ENTRY):
        length = int.from_bytes(directory[at + 64 : at + 66], "little")
        name = directory[at : at + max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
        found.setdefault(name, struct.unpack_from("<II", directory, at + 116))
    return found
