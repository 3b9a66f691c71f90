"""Whatever was added, replaced and removed: the index is that of what is left."""

from __future__ import annotations

import math
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.lexical.bm25 import bm25
from pincite.lexical.terms import terms
from pincite.store import segments
from pincite.store.open import Store
from store_documents import SEAL, Made

WORDS = ["ada", "bug", "cat", "dog", "eel", "RULE-A002", "Zürich", "승인"]
lines = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join), min_size=1, max_size=4)
steps = st.lists(st.tuples(st.sampled_from("abcdef"), st.one_of(st.none(), lines)), min_size=1, max_size=30)


def reference(texts: list[str], query: list[str]) -> list[float]:
    """BM25 from its definition, one text after the other."""
    bags = [Counter(terms(text)) for text in texts]
    sizes = [sum(bag.values()) for bag in bags]
    mean = sum(sizes) / len(sizes)
    scores = []
    for bag, size in zip(bags, sizes, strict=True):
        score = 0.0
        for word in query:
            held = sum(word in other for other in bags)
            idf = math.log(1 + (len(bags) - held + 0.5) / (held + 0.5))
            score += idf * bag[word] * 2.2 / (bag[word] + 1.2 * (0.25 + 0.75 * size / mean)) if bag[word] else 0
        scores.append(score)
    return scores


@given(steps, st.sampled_from([(512, 8), (0, 8), (0, 2), (512, 2)]))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_scores_counters_and_rows_are_those_of_a_fresh_index(sequence, sizes):
    """`sizes` makes small stores live through late purges and many merges."""
    before = segments.SMALL, segments.FANOUT
    segments.SMALL, segments.FANOUT = sizes
    try:
        with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder), create=True) as store:
            store.start(SEAL)
            _run(store, sequence)
    finally:
        segments.SMALL, segments.FANOUT = before


def _run(store, sequence):
    alive = {}
    for name, content in sequence:
        path = f"/kb/docs/{name}.txt"
        if content is not None:
            alive[path] = Made(path, content)
            alive[path].into(store)
        elif path in alive:
            store.remove([alive.pop(path).document_id])
        _agree(store, alive)
    assert store.check(terms) == []
    store.purge()
    _agree(store, alive)
    assert store.check(terms) == []


def _agree(store, alive):
    view = store.view()
    wanted = [
        chunk
        for _, made in sorted(((m.document_id, m) for m in alive.values()), key=lambda pair: pair[0])
        for chunk in made.chunks
    ]
    assert [view.chunk(row).content for row in range(len(view.lengths))] == [chunk.content for chunk in wanted]
    assert view.lengths.tolist() == [len(terms(chunk.text)) for chunk in wanted]
    counters = store.counters()
    assert counters["chunks"] == len(wanted)
    assert counters["documents"] == len(alive)
    assert counters["characters"] == sum(len(made.text) for made in alive.values())
    sizes = Counter(size for chunk in wanted for size in {len(word) for word in chunk.content.split()})
    assert view.piece_frequency(np.arange(12, dtype=np.int32)).tolist() == [sizes[size] for size in range(12)]
    if wanted:
        query = terms("dog RULE-A002 cat dog zurich 승인 absent")
        expected = reference([chunk.text for chunk in wanted], query)
        assert np.allclose(bm25(query, view.postings, view.lengths), expected, rtol=1e-6, atol=1e-7)
