"""Postings in memory and in blocks: which chunks hold a term, and how often."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.store.decoding import decoding
from pincite.types.embedding import I32

BLOCK_POSTINGS = 4096
"""A block is closed when it holds this many: few enough to decode for one term, enough to compress well."""

_HEAD = struct.Struct("<III")


@dataclass(frozen=True, slots=True)
class Postings:
    """Terms in ascending order; the postings of `terms[i]` are `chunks` and `times` from `ends[i - 1]` to `ends[i]`."""

    terms: list[str]
    ends: NDArray[np.int64]
    chunks: I32
    times: I32

    def of(self, place: int) -> tuple[I32, I32]:
        """The chunks that hold `terms[place]`, ascending, and how often each does."""
        start = int(self.ends[place - 1]) if place else 0
        end = int(self.ends[place])
        return self.chunks[start:end], self.times[start:end]


def count_terms(first_chunk: int, terms: Sequence[Sequence[str]]) -> Postings:
    """The postings of chunks numbered from `first_chunk`, given the terms of each."""
    codes: dict[str, int] = {}
    code: list[int] = []
    chunk: list[int] = []
    times: list[int] = []
    for number, words in enumerate(terms, first_chunk):
        counted = Counter(words)
        code.extend([codes.setdefault(term, len(codes)) for term in counted])
        chunk.extend([number] * len(counted))
        times.extend(counted.values())
    return _arrange(list(codes), np.array(code, np.int64), np.array(chunk, np.int32), np.array(times, np.int32))


def merge(parts: Sequence[Postings], live: NDArray[np.bool_]) -> Postings:
    """One set of postings from several, without those of chunks that `live[chunk]` denies."""
    codes: dict[str, int] = {}
    if not parts:
        return Postings([], np.zeros(0, np.int64), np.zeros(0, np.int32), np.zeros(0, np.int32))
    code = [_codes(part, codes) for part in parts]
    chunks = np.concatenate([part.chunks for part in parts])
    times = np.concatenate([part.times for part in parts])
    kept = live[chunks]
    return _arrange(list(codes), np.concatenate(code)[kept], chunks[kept], times[kept])


def keep(part: Postings, live: NDArray[np.bool_]) -> Postings | None:
    """`part` without the chunks that `live` denies; None when that changes nothing."""
    return None if live[part.chunks].all() else merge([part], live)


def _codes(part: Postings, codes: dict[str, int]) -> NDArray[np.int64]:
    own = np.array([codes.setdefault(term, len(codes)) for term in part.terms], np.int64)
    return np.repeat(own, np.diff(part.ends, prepend=0))


def _arrange(terms: list[str], code: NDArray[np.int64], chunks: I32, times: I32) -> Postings:
    """Sort postings by term, then chunk; terms that occur nowhere are left out."""
    order = sorted(range(len(terms)), key=terms.__getitem__)
    rank = np.empty(len(terms), np.int64)
    rank[order] = np.arange(len(terms))
    code = rank[code]
    by_term = np.lexsort((chunks, code))
    counts = np.bincount(code, minlength=len(terms))
    found = [terms[place] for place, count in zip(order, counts.tolist(), strict=True) if count]
    return Postings(found, np.cumsum(counts[counts > 0]), chunks[by_term], times[by_term])


def blocks(postings: Postings) -> Iterator[Postings]:
    """Cut into blocks of whole terms."""
    start = 0
    while start < len(postings.terms):
        base = int(postings.ends[start - 1]) if start else 0
        end = int(np.searchsorted(postings.ends, base + BLOCK_POSTINGS)) + 1
        top = int(postings.ends[min(end, len(postings.terms)) - 1])
        terms, ends = postings.terms[start:end], postings.ends[start:end] - base
        yield Postings(terms, ends, postings.chunks[base:top], postings.times[base:top])
        start = end


def pack(block: Postings) -> bytes:
    """Terms by line feeds, counts, differences of chunk numbers, times; int32, in zlib."""
    terms = "\n".join(block.terms).encode()
    numbers = [np.diff(block.ends, prepend=0), np.diff(block.chunks, prepend=0), block.times]
    body = b"".join(part.astype(np.int32).tobytes() for part in numbers)
    return zlib.compress(_HEAD.pack(len(terms), len(block.terms), len(block.chunks)) + terms + body, 1)


@decoding("a block of postings")
def unpack(blob: bytes) -> Postings:
    raw = zlib.decompress(blob)
    size, count, total = _HEAD.unpack_from(raw)
    at = _HEAD.size + size
    terms = raw[_HEAD.size : at].decode().split("\n")
    numbers = np.frombuffer(raw[at:], np.int32)
    chunks = np.cumsum(numbers[count : count + total], dtype=np.int32)
    return Postings(terms, np.cumsum(numbers[:count], dtype=np.int64), chunks, numbers[count + total :])
