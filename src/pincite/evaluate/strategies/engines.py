"""What an index is searched with: the product's own search, or the seed's profile beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Protocol, TypeVar

from pincite.config import Config
from pincite.evaluate.runs.index import MemoryIndex
from pincite.retrieve.dense import distances, rank_dense
from pincite.retrieve.lexical_rank import rank_lexical
from pincite.retrieve.rerank import rerank_late
from pincite.retrieve.search import search
from pincite.types.embedding import Embedder
from pincite.types.search import Mode, Rerank, SearchResult

RETRIEVERS: Mapping[str, tuple[Mode, Rerank]] = {
    "dense": ("dense", "none"),
    "lexical": ("lexical", "none"),
    "hybrid": ("hybrid", "none"),
    "hybrid+late": ("hybrid", "late"),
}

Result = TypeVar("Result")


class Engine(Protocol):
    """One index and a way to search it."""

    index: MemoryIndex

    def search(self, retriever: str, query: str, depth: int) -> SearchResult:
        """The first `depth` hits by one of `RETRIEVERS`."""
        ...

    def times(self, query: str) -> dict[str, float]:
        """Seconds that each stage of one query takes: `query` (encoding it), `dense`, `lexical`, `late`."""
        ...


class ProductEngine:
    """The product's own search, under the settings given."""

    def __init__(self, index: MemoryIndex, embedder: Embedder, config: Config) -> None:
        self.index = index
        self.embedder = embedder
        self.config = config

    def search(self, retriever: str, query: str, depth: int) -> SearchResult:
        """The first `depth` hits."""
        mode, rerank = RETRIEVERS[retriever]
        return search(self.index, self.embedder, query, k=depth, mode=mode, rerank=rerank, pool=self.config.pool)

    def times(self, query: str) -> dict[str, float]:
        """Seconds that each stage of one query takes."""
        told: dict[str, float] = {}
        encoded = timed(told, "query", lambda: self.embedder.query(query))
        dense = timed(told, "dense", lambda: rank_dense(distances(self.index.vectors, encoded.vector)))
        timed(told, "lexical", lambda: rank_lexical(self.index, query))
        timed(told, "late", lambda: rerank_late(self.index, encoded, dense, self.config.pool))
        return told


def timed(told: dict[str, float], stage: str, work: Callable[[], Result]) -> Result:
    """Do the work, and note its seconds under the stage."""
    started = perf_counter()
    result = work()
    told[stage] = perf_counter() - started
    return result
