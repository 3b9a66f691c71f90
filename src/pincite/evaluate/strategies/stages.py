"""How long each stage takes on one thread: medians over a sample that is spread over all there is."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from time import perf_counter
from typing import TypeVar

from pincite.evaluate.runs.index import Cut
from pincite.evaluate.strategies.engines import Engine
from pincite.types.chunk import Chunk
from pincite.types.embedding import Embedder
from pincite.types.golden import Corpus

SAMPLE = 40

Item = TypeVar("Item")


def time_chunking(corpus: Corpus, cut: Cut) -> float:
    """The median seconds for one document."""
    took = []
    for document in spread(corpus.documents):
        started = perf_counter()
        cut(document)
        took.append(perf_counter() - started)
    return median(took)


def time_embedding(chunks: Sequence[Chunk], embedder: Embedder) -> float:
    """The median seconds for one chunk, encoded alone; 0 where there is none."""
    took = []
    for chunk in spread(chunks):
        started = perf_counter()
        embedder.passages([chunk.text])
        took.append(perf_counter() - started)
    return median(took) if took else 0.0


def time_queries(engine: Engine, questions: Sequence[str]) -> dict[str, float]:
    """The median seconds of each stage of a query, by stage; the first one is asked twice, to load what is loaded once."""
    sample = spread(questions)
    engine.times(sample[0])
    took = [engine.times(question) for question in sample]
    return {stage: median(one[stage] for one in took) for stage in took[0]}


def spread(items: Sequence[Item], count: int = SAMPLE) -> list[Item]:
    """At most `count` items at even steps.

    >>> spread(range(10), 5)
    [0, 2, 4, 6, 8]
    """
    return list(items) if len(items) <= count else [items[number * len(items) // count] for number in range(count)]
