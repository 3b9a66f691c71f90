"""The records that the parts of an .xlsb are made of (MS-XLSB 2.1.4)."""

from __future__ import annotations

from collections.abc import Iterator


def wide_records(part: bytes) -> Iterator[tuple[int, bytes]]:
    """The kind and the content of each record; the last one is shorter than it says where the part was cut off.

    >>> list(wide_records(bytes([0x9C, 1, 2, 65, 66])))
    [(156, b'AB')]
    """
    at = 0
    while at < len(part):
        kind, at = _varying(part, at, 2)
        length, at = _varying(part, at, 4)
        yield kind, part[at : at + length]
        at += length


def _varying(part: bytes, at: int, most: int) -> tuple[int, int]:
    """A number of up to `most` bytes, seven bits in each while the eighth is set, and where it ends."""
    value = 0
    for shift in range(0, 7 * most, 7):
        if at >= len(part):
            break
        byte = part[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            break
    return value, at
