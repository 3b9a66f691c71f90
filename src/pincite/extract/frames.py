"""The form in which the two processes talk: a length in eight bytes, then that many bytes."""

from __future__ import annotations

import struct
from typing import BinaryIO

_LENGTH = struct.Struct(">Q")


def write_frame(stream: BinaryIO, *pieces: bytes) -> None:
    """Write one frame of these pieces."""
    stream.write(_LENGTH.pack(sum(map(len, pieces))))
    stream.writelines(pieces)
    stream.flush()


def read_frame(stream: BinaryIO, largest: int) -> bytes | None:
    r"""Read one frame; None where the stream ends before it does. Raises ValueError for one over `largest` bytes.

    >>> from io import BytesIO
    >>> read_frame(BytesIO(bytes(7) + b"\2ab"), 100)
    b'ab'
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > largest:
        raise ValueError(f"a frame of {length} bytes: expected at most {largest}")
    payload = stream.read(length)
    return payload if len(payload) == length else None
