"""Columns of whole numbers in little room: a book has a million words, and of each it is known where it stands."""

from __future__ import annotations

import sys
import zlib
from array import array
from itertools import accumulate, chain
from operator import sub

BLOCK = 2048
"""So many numbers are packed at once: what has to be unpacked to read one of them."""

_RANKS = 8  # bytes of a difference: that of two numbers of four bytes may need five
_LEVEL = 3


def pack(numbers: array[int]) -> bytes:
    """The numbers as bytes that `unpack` reads: their differences, all lowest bytes first, deflated.

    What stands on one line shares its top and bottom, so most differences are small, and a number takes 0 to 2 bytes.

    >>> numbers = array("I", range(0, 1_000_000, 500))
    >>> len(pack(numbers)) < len(numbers) / 10, unpack(pack(numbers), "I") == numbers
    (True, True)
    """
    differences = array("q", map(sub, numbers, chain((0,), numbers)))
    raw = little_endian(differences)
    return zlib.compress(b"".join(raw[rank::_RANKS] for rank in range(_RANKS)), _LEVEL)


def unpack(packed: bytes, code: str) -> array[int]:
    """The numbers that `pack` was given, as an array of this type code."""
    ranks = zlib.decompress(packed)
    count = len(ranks) // _RANKS
    raw = bytearray(len(ranks))
    for rank in range(_RANKS):
        raw[rank::_RANKS] = ranks[rank * count : (rank + 1) * count]
    return array(code, accumulate(from_little_endian("q", raw)))


def little_endian(numbers: array[int]) -> bytes:
    """The numbers as bytes, the same on every machine."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers.tobytes()


def from_little_endian(code: str, raw: bytes | bytearray | memoryview) -> array[int]:
    """The numbers that `little_endian` gave as bytes."""
    numbers = array(code)
    numbers.frombytes(raw)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
