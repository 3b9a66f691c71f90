"""Milliseconds per query, on one thread, of each stage of a search and of a whole hybrid search.

    python benchmarks/latency.py [--weights FOLDER] [--chunks 1000]

The index is made up but has the shape of a real one: words by Zipf's law, chunks of about 80 words, 130 token
vectors a chunk, compressed as shipped. With `--weights` (a folder that holds all-MiniLM-L6-v2) the query is encoded by
the real model; without, encoding is left out of the whole search, and the table says so. The goals are those
of 1,000 chunks.
"""

# ruff: noqa: E402 - numpy reads the number of threads when it is imported, so that comes first

from __future__ import annotations

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import statistics
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np

from pincite.embed.open import open_embedder
from pincite.embed.projection import Projection
from pincite.lexical.terms import terms
from pincite.retrieve import rerank
from pincite.retrieve.dense import distances, rank_dense
from pincite.retrieve.lexical_rank import rank_lexical
from pincite.retrieve.ranking import Ranking
from pincite.retrieve.search import search
from pincite.types.embedding import EmbedderProfile, Encoded
from pincite.types.index import Seal, StoredChunk
from pincite.types.locator import Locator

NAME = "all-minilm-l6-v2"
WIDTH, PROJECTED, BITS = 384, 192, 4
WORDS, CHUNK_WORDS, TOKENS, QUERY_TOKENS, POOL = 8000, 80, 130, 12, 50
GOALS = {"BM25": 0.1, "dense scan": 0.1, "late rerank": 5.0, "whole hybrid search": 15.0}


class MadeUpIndex:
    """Random chunks in memory, with all that a search reads of them."""

    def __init__(self, chunks: int, projection: Projection, profile: EmbedderProfile, rng: np.random.Generator) -> None:
        chance = 1.0 / np.arange(1, WORDS + 1)
        chosen = rng.choice(WORDS, size=(chunks, CHUNK_WORDS), p=chance / chance.sum())
        self.texts = [" ".join(f"word{number}" for number in row) for row in chosen]
        self.vectors = unit(rng.normal(size=(chunks, profile.dimensions)))
        self.lengths = np.full(chunks, CHUNK_WORDS, np.float32)
        self.document_of = np.arange(chunks, dtype=np.int32) // 10
        self.content_of = np.arange(chunks, dtype=np.int32)
        self._postings = postings(self.texts)
        ids = rng.integers(1000, 30000, size=(chunks, TOKENS), dtype=np.int32)
        self._codes = [projection.compress(unit(rng.normal(size=(TOKENS, WIDTH))), row) for row in ids]
        p = profile
        self.seal = Seal(p.name, p.fingerprint, p.dimensions, p.window, p.pooling, p.projection, "bench")

    def postings(self, term):
        return self._postings.get(term, (np.zeros(0, np.int32), np.zeros(0, np.float32)))

    def token_codes(self, rows):
        return [self._codes[row] for row in rows]

    def piece_frequency(self, ids):
        return np.ones(len(ids), np.float32)

    def chunk(self, row):
        text = self.texts[row]
        return StoredChunk(f"d{row // 10:05}", "made up", "made-up.md", "", text, Locator(0, len(text)))

    def select(self, _filters):
        return None


class Answered:
    """An embedder whose query vectors are known before: its time is nothing."""

    def __init__(self, profile: EmbedderProfile, encoded: Encoded) -> None:
        self.profile = profile
        self._encoded = encoded

    def query(self, _text):
        return self._encoded


def unit(rows):
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def postings(texts):
    found: dict[str, list[tuple[int, int]]] = {}
    for row, text in enumerate(texts):
        for term, count in Counter(terms(text)).items():
            found.setdefault(term, []).append((row, count))
    return {
        term: (np.array([row for row, _ in pairs], np.int32), np.array([count for _, count in pairs], np.float32))
        for term, pairs in found.items()
    }


def milliseconds(run, rounds=200):
    """The median time of one call, after ten that warm up."""
    for _ in range(10):
        run()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def made_up_projection(rng):
    """The shape of a shipped projection; which numbers it holds costs nothing."""
    matrix, _ = np.linalg.qr(rng.normal(size=(WIDTH, PROJECTED)))
    return Projection("bench", matrix.astype(np.float32), BITS, np.full(PROJECTED, 0.3, np.float32))


def made_up_embedder(rng):
    profile = EmbedderProfile("made up", "made up", WIDTH, 256)
    tokens = unit(rng.normal(size=(QUERY_TOKENS, WIDTH)))
    return Answered(profile, Encoded(tokens[0], tokens, np.arange(QUERY_TOKENS, dtype=np.int32)))


def with_projection(embedder, rng):
    """The projection that ships for this embedder, or one of the same shape where none does."""
    if embedder.profile.projection is not None:
        return rerank.load_projection(embedder.profile.projection)
    embedder.profile = replace(embedder.profile, projection="bench")
    projection = made_up_projection(rng)
    rerank.load_projection = lambda _: projection
    return projection


def measure(folder, chunks):
    rng = np.random.default_rng(0)
    embedder = made_up_embedder(rng) if folder is None else open_embedder(NAME, folder=folder, threads=1)
    projection = with_projection(embedder, rng)
    index = MadeUpIndex(chunks, projection, embedder.profile, rng)
    query = "how does word17 change the word230 of a word1042 in word5"
    encoded = embedder.query(query)
    first = Ranking(np.arange(min(POOL, chunks)), np.zeros(min(POOL, chunks)))
    rows = {
        "BM25": lambda: rank_lexical(index, query),
        "dense scan": lambda: rank_dense(distances(index.vectors, encoded.vector)),
        "late rerank": lambda: rerank.rerank_late(index, encoded, first, POOL),
        "whole hybrid search": lambda: search(index, embedder, query),
    }
    if folder is not None:
        rows["encoding the query"] = lambda: embedder.query(query)
    return {name: milliseconds(run) for name, run in rows.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", type=Path, help="a folder that holds all-MiniLM-L6-v2")
    parser.add_argument("--chunks", type=int, default=1000)
    given = parser.parse_args()
    encoding = "query encoded by the model" if given.weights else "without encoding the query"
    print(f"{given.chunks} chunks of {TOKENS} tokens, one thread, {encoding}; median of 200")
    print(f"{'':24}{'ms':>8}{'goal':>8}")
    for name, found in measure(given.weights, given.chunks).items():
        print(f"{name:24}{found:8.3f}{GOALS.get(name, ''):>8}")


if __name__ == "__main__":
    main()
