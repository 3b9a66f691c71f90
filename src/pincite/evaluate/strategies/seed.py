"""The seed's profile: the retrievers that the published tables were measured with, apart from the product's own.

Terms are runs of ASCII letters and digits; BM25 and dense lists of 100 are fused by reciprocal ranks (k = 60); late
interaction reads the first 25 with whole token vectors and lets the rest follow.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite.chunk.report import counted
from pincite.evaluate.runs.index import Cut, IndexedDocument, MemoryIndex, portable_id
from pincite.evaluate.strategies.engines import RETRIEVERS, timed
from pincite.ingest.build import BATCH, Built
from pincite.ingest.seal import make_seal
from pincite.lexical.bm25 import bm25
from pincite.lexical.seed_terms import seed_terms
from pincite.retrieve.dense import distances, rank_dense
from pincite.retrieve.fuse import fuse
from pincite.retrieve.hits import build_hits
from pincite.retrieve.late import idf, late_scores
from pincite.retrieve.ranking import Ranking, best_first
from pincite.types.chunk import Chunk
from pincite.types.embedding import F32, Embedder, Encoded
from pincite.types.golden import Corpus
from pincite.types.ingest import Progress, Watch
from pincite.types.search import SearchResult

LIST = 100
"""Rows of each list that are fused."""
POOL = 25
"""Rows of the fused list that late interaction reads."""


class SeedEngine:
    """Documents cut, encoded and searched by the seed's profile; whole token vectors of every chunk stay in memory."""

    def __init__(self, corpus: Corpus, cut: Cut, embedder: Embedder, watch: Watch | None = None) -> None:
        self.embedder = embedder
        encoded: dict[str, list[Encoded]] = {}
        documents = []
        for done, document in enumerate(corpus.documents):
            if watch:
                watch(Progress(document.name, "embedding", done, len(corpus.documents)))
            encoded[document.name] = []
            built = _built(counted(cut(document), embedder.count), encoded[document.name], embedder)
            documents.append(IndexedDocument(portable_id(document), document, built))
        self.index = MemoryIndex(make_seal(embedder.profile), corpus, documents)
        self.tokens = [one.tokens for document in self.index.documents for one in encoded[document.source.name]]

    def search(self, retriever: str, query: str, depth: int) -> SearchResult:
        """The first `depth` hits by one of the four retrievers; chunks of one wording stand each for itself."""
        mode, rerank = RETRIEVERS[retriever]
        encoded = self.embedder.query(query)
        far = distances(self.index.vectors, encoded.vector)
        ranking = self._ranking(mode, query, far)
        if rerank == "late":
            ranking = self._late(encoded, ranking)
        best = Ranking(ranking.rows[:depth], ranking.scores[:depth])
        return SearchResult(query, build_hits(self.index, best, far), mode, rerank)

    def times(self, query: str) -> dict[str, float]:
        """Seconds that each stage of one query takes."""
        told: dict[str, float] = {}
        encoded = timed(told, "query", lambda: self.embedder.query(query))
        dense = timed(told, "dense", lambda: rank_dense(distances(self.index.vectors, encoded.vector)))
        timed(told, "lexical", lambda: self._lexical(query))
        timed(told, "late", lambda: self._late(encoded, dense))
        return told

    def _ranking(self, mode: str, query: str, far: F32) -> Ranking:
        if mode == "dense":
            return rank_dense(far)
        if mode == "lexical":
            return self._lexical(query)
        return fuse([rank_dense(far).rows[:LIST], self._lexical(query).rows[:LIST]])

    def _lexical(self, query: str) -> Ranking:
        scores = bm25(seed_terms(query), self.index.postings, self.index.lengths)
        rows = np.flatnonzero(scores > 0)
        return best_first(rows, scores[rows].astype(np.float64))

    def _late(self, query: Encoded, ranking: Ranking) -> Ranking:
        """The head by late interaction, then the rest as it was."""
        rows = ranking.rows[:POOL]
        if query.tokens is None or query.ids is None or not len(rows):
            return ranking
        weights = idf(self.index.piece_frequency(query.ids), len(self.index.chunks))
        passages = [tokens for row in rows.tolist() if (tokens := self.tokens[row]) is not None]
        head = best_first(rows, late_scores(query.tokens, weights, passages))
        return Ranking(
            np.concatenate([head.rows, ranking.rows[POOL:]]), np.concatenate([head.scores, ranking.scores[POOL:]])
        )


def _built(chunks: Sequence[Chunk], encoded: list[Encoded], embedder: Embedder) -> Built:
    """What the index needs of the chunks; what the encoder gave is kept in `encoded`, row by row."""
    texts = [chunk.text for chunk in chunks]
    for start in range(0, len(texts), BATCH):
        encoded.extend(embedder.passages(texts[start : start + BATCH]))
    vectors = np.array([one.vector for one in encoded], np.float32).reshape(-1, embedder.profile.dimensions)
    return Built(
        chunks=chunks,
        vectors=vectors,
        codes=[None] * len(chunks),
        pieces=[None if one.ids is None else np.unique(one.ids).astype(np.int32) for one in encoded],
        terms=[seed_terms(text) for text in texts],
    )
