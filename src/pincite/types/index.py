"""What is kept of a document, and what a search may read of an index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from pincite.types.embedding import F32, I32
from pincite.types.locator import Locator

State = Literal["queued", "extracting", "embedding", "indexed", "failed"]
DateSource = Literal["document", "file"]


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """One document of a knowledge base: what it is, what built it and how far it got.

    `path` is shown (escaped where the file name is not text); `path_bytes` opens the file. `date` is ISO 8601
    (`2024-01-31`), the document's own where it has one, else the file's; `date_source` says which. `chunks` and the
    token counts are written by the store together with the chunks.
    """

    document_id: str
    path: str
    path_bytes: bytes
    root: str
    name: str
    state: State
    type: str = ""
    title: str = ""
    date: str = ""
    date_source: DateSource = "file"
    tags: tuple[str, ...] = ()
    size: int = 0
    source_sha256: str = ""
    text_sha256: str = ""
    extractor: str = ""
    pipeline: str = ""
    characters: int = 0
    chunks: int = 0
    tokens: int = 0
    header_tokens: int = 0
    over_window: int = 0
    error_code: str = ""
    error: str = ""
    retryable: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "document_id": self.document_id,
            "path": self.path,
            "name": self.name,
            "state": self.state,
            "type": self.type,
            "title": self.title,
            "date": self.date,
            "date_source": self.date_source,
            "tags": list(self.tags),
            "size": self.size,
            "characters": self.characters,
            "chunks": self.chunks,
            "tokens": self.tokens,
            "header_tokens": self.header_tokens,
            "over_window": self.over_window,
            "extractor": self.extractor,
            "pipeline": self.pipeline,
            "source_sha256": self.source_sha256,
        }


@dataclass(frozen=True, slots=True)
class Seal:
    """What built an index; vectors under two seals are never compared.

    `fingerprint` and `embedder` name the model, `pipeline` the version of chunking, tokens and projection.
    """

    embedder: str
    fingerprint: str
    dimensions: int
    window: int
    pooling: str
    projection: str | None
    pipeline: str

    def to_json(self) -> dict[str, Any]:
        return {
            "embedder": self.embedder,
            "fingerprint": self.fingerprint,
            "dimensions": self.dimensions,
            "window": self.window,
            "pooling": self.pooling,
            "projection": self.projection,
            "pipeline": self.pipeline,
        }


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """One row of the index as a search reads it; `content` was sliced from the canonical text, not stored beside it."""

    document_id: str
    document_name: str
    path: str
    section: str
    content: str
    locator: Locator


class IndexView(Protocol):
    """One commit of an index, read as a whole: rows count from 0 in the order of (document id, start).

    Sorting by score with ties broken by row is therefore the same everywhere and always.
    `vectors` is `(n, d)`, unit rows. `lengths` `(n,)` counts lexical tokens of each row.
    """

    seal: Seal
    vectors: F32
    lengths: NDArray[np.float32]
    document_of: I32
    """`(n,)`: the index of each row's document, 0-based, in the order of document ids."""
    content_of: I32
    """`(n,)`: rows with one number have the same content, character for character."""

    def postings(self, term: str) -> tuple[I32, NDArray[np.float32]]:
        """The rows that hold `term` (ascending) and how often each does; both empty when none does."""
        ...

    def token_codes(self, rows: Sequence[int]) -> list[bytes | None]:
        """The compressed token vectors of each row, None where the embedder gives none."""
        ...

    def piece_frequency(self, ids: I32) -> NDArray[np.float32]:
        """For each word piece: how many chunks hold it."""
        ...

    def chunk(self, row: int) -> StoredChunk:
        """The row with its words and its place."""
        ...

    def select(self, filters: Sequence[str]) -> NDArray[np.bool_] | None:
        """`(n,)`: the rows that every filter lets through; None when there are no filters."""
        ...
