"""What an embedder is, what it says of itself and what it returns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

F32 = NDArray[np.float32]
I32 = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Encoded:
    """One text through the encoder: its pooled unit vector `(d,)` and, where the model gives them, its token vectors.

    `tokens` is `(n, h)` with unit rows in the order of the text, `ids` `(n,)` the vocabulary index of each;
    special tokens are left out. Both are None for an embedder without token vectors.
    """

    vector: F32
    tokens: F32 | None = None
    ids: I32 | None = None


@dataclass(frozen=True, slots=True)
class EmbedderProfile:
    """All that makes vectors comparable, and what the model can do.

    `fingerprint` is a hash of weights, tokenizer, pooling, prefixes, window and dimensions: two embedders with one
    fingerprint give the same vectors on any runtime. `window` counts tokens, special ones included. `languages` is
    a tuple of ISO 639-1 codes, None when unknown. `projection` names the shipped compression of token vectors
    (None: no late interaction). `threshold` is the measured cosine-distance cut (None: uncalibrated).
    """

    name: str
    fingerprint: str
    dimensions: int
    window: int
    pooling: str = "mean"
    query_prefix: str = ""
    passage_prefix: str = ""
    languages: tuple[str, ...] | None = None
    projection: str | None = None
    threshold: float | None = None
    remote: bool = False


class Embedder(Protocol):
    """Turns texts into unit vectors; one object holds one loaded model."""

    @property
    def profile(self) -> EmbedderProfile:
        """What the index is sealed with."""
        ...

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each passage as the encoder sees it, special ones and the passage prefix included, not truncated."""
        ...

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        """Encode passages, in the order given."""
        ...

    def query(self, text: str) -> Encoded:
        """Encode one query."""
        ...
