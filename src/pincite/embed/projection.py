"""The shipped compression of token vectors: fewer dimensions, and a few bits for each.

A token vector is multiplied by a fixed matrix, scaled to length 1 and rounded, dimension by dimension, to one of
`2**bits` evenly spaced values between `-scale` and `scale`.

A code is laid out, little-endian, as: version (1 byte), bits (1 byte), dimensions (2 bytes), tokens n (4 bytes),
n vocabulary indices (4 bytes each), n rows of `dimensions * bits / 8` bytes (with 4 bits, two dimensions a byte, the
earlier one in the low half).
"""

from __future__ import annotations

import io
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from pincite.errors import EmbedderError
from pincite.types.embedding import F32, I32

VERSION = 1
HEAD = struct.Struct("<BBHI")


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """A fixed map from token vectors `(n, h)` to short codes: `matrix` is `(h, d)`, `scale` `(d,)` or one number.

    `bits` is 4 or 8. `expand(compress(...))` gives unit rows near `project(...)`.
    """

    name: str
    matrix: F32
    bits: int
    scale: F32
    _values: NDArray[np.floating] = field(init=False, repr=False)
    _columns: F32 = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if self.bits not in {4, 8} or self.matrix.ndim != 2 or self.dimensions * self.bits % 8:
            raise EmbedderError(
                f"the projection {self.name} has {self.bits} bits and a matrix of shape {self.matrix.shape}; "
                "expected 4 or 8 bits and two dimensions, the second even."
            )
        object.__setattr__(self, "_columns", np.ascontiguousarray(self.matrix.T))
        levels = np.linspace(-1.0, 1.0, 2**self.bits, dtype=np.float32)
        both = np.stack([np.tile(levels, 16), np.repeat(levels, 16)], axis=1) if self.bits == 4 else levels
        # two numbers of four bytes are looked up as one of eight: it is taken, never calculated with
        object.__setattr__(self, "_values", both.view(np.float64).ravel() if self.bits == 4 else both)

    @property
    def dimensions(self) -> int:
        return int(self.matrix.shape[1])

    def project(self, tokens: F32) -> F32:
        """`(n, h)` token vectors as `(n, d)` unit rows, not rounded: for the tokens of a query."""
        # one product for each number, for the sums of a matrix product change with the number of threads it is given
        return _unit(np.vecdot(tokens[:, None], self._columns))

    def compress(self, tokens: F32, ids: I32) -> bytes:
        """One text's token vectors `(n, h)` and vocabulary indices `(n,)` as a code."""
        if len(tokens) != len(ids):
            raise EmbedderError(f"found {len(tokens)} token vectors and {len(ids)} indices, expected as many.")
        steps = 2**self.bits - 1
        places = (self.project(tokens) / self.scale + 1.0) * (steps / 2)
        codes = np.clip(np.rint(places), 0, steps).astype(np.uint8)
        if self.bits == 4:
            codes = codes[:, 0::2] | (codes[:, 1::2] << 4)
        head: bytes = HEAD.pack(VERSION, self.bits, self.dimensions, len(ids))
        return b"".join((head, np.asarray(ids, "<i4").tobytes(), codes.tobytes()))

    def expand(self, code: bytes) -> tuple[F32, I32]:
        """The `(n, d)` unit rows and `(n,)` vocabulary indices of a code."""
        return self.expand_many([code])[0]

    def expand_many(self, codes: Sequence[bytes]) -> list[tuple[F32, I32]]:
        """`expand` for each code, several times faster than one by one; the arrays are views of one.

        Raises EmbedderError for a code that this projection did not write.
        """
        counts = [self._count(code) for code in codes]
        if not counts:
            return []
        rows = b"".join(memoryview(code)[HEAD.size + 4 * n :] for code, n in zip(codes, counts, strict=True))
        values = self._values.take(np.frombuffer(rows, np.uint8)).view(np.float32).reshape(-1, self.dimensions)
        values *= self.scale
        values /= _lengths(values)
        ends = np.cumsum(counts)
        return [
            (values[end - n : end], np.frombuffer(code, "<i4", n, HEAD.size))
            for code, n, end in zip(codes, counts, ends, strict=True)
        ]

    def _count(self, code: bytes) -> int:
        version, bits, dimensions, n = HEAD.unpack_from(code) if len(code) >= HEAD.size else (0, 0, 0, 0)
        length = HEAD.size + 4 * n + n * self.dimensions * self.bits // 8
        if (version, bits, dimensions, len(code)) != (VERSION, self.bits, self.dimensions, length):
            raise EmbedderError(
                f"found a code of version {version} with {dimensions} dimensions of {bits} bits in {len(code)} bytes; "
                f"the projection {self.name} writes version {VERSION} with {self.dimensions} dimensions of {self.bits} bits. "
                "Run `pincite reindex`."
            )
        return int(n)


@cache
def load_projection(name: str) -> Projection:
    """A projection that ships with Pincite; raises EmbedderError when there is none of this name."""
    shipped = files("pincite.embed") / "projections"
    names = sorted(entry.name.removesuffix(".npz") for entry in shipped.iterdir()) if shipped.is_dir() else []
    if name not in names:
        raise EmbedderError(
            f"there is no projection {name!r}; this version of Pincite has: {', '.join(names) or 'none'}."
        )
    with np.load(io.BytesIO((shipped / f"{name}.npz").read_bytes()), allow_pickle=False) as stored:
        return Projection(name, _f32(stored["matrix"]), int(stored["bits"]), _f32(stored["scale"]))


def _f32(array: NDArray[np.generic]) -> F32:
    return np.ascontiguousarray(array, np.float32)


def _unit(rows: F32) -> F32:
    return np.asarray(rows / _lengths(rows), np.float32)


def _lengths(rows: F32) -> F32:
    return np.asarray(np.sqrt(np.maximum(np.einsum("ij,ij->i", rows, rows), 1e-24))[:, None], np.float32)
