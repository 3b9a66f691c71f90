"""The embedders whose settings we know, so that their folder needs nothing but weights and tokenizer."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pincite.embed.bert import BertShape

Pooling = Literal["mean", "cls"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model is run: its shape, its pooling, its window in tokens and the words it wants before a text.

    `projection` and `threshold` are measured for this very model (see `EmbedderProfile`).
    """

    shape: BertShape
    pooling: Pooling
    window: int
    query_prefix: str = ""
    passage_prefix: str = ""
    languages: tuple[str, ...] | None = None
    projection: str | None = None
    threshold: float | None = None


SETTINGS: dict[str, Settings] = {
    "all-minilm-l6-v2": Settings(
        BertShape("bert", layers=6, heads=12),
        "mean",
        256,
        languages=("en",),
        projection="minilm-192x4",
        threshold=0.6,
    ),
}
"""By name; the files themselves are known to the room `weights`."""


def fingerprint(hashes: Mapping[str, str], settings: Settings, dimensions: int) -> str:
    """A sha256 of everything that changes a vector: files, shape, pooling, prefixes, window and dimensions.

    The runtime is left out on purpose: one fingerprint gives the same vectors (within 0.001) on any of them.
    """
    told: dict[str, Any] = {
        "files": dict(sorted(hashes.items())),
        "shape": asdict(settings.shape),
        "pooling": settings.pooling,
        "prefixes": [settings.query_prefix, settings.passage_prefix],
        "window": settings.window,
        "dimensions": dimensions,
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
