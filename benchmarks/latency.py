"""Milliseconds per query of each stage of a search and of a whole hybrid search, at a given number of chunks.

The knowledge base is a real one, in a folder that is gone afterwards: Markdown files, the product's own `add`, shipped
settings and projection. Where the files make too few chunks, they are added again with other words left out, so that no
two chunks are the same. Every query is asked in turn; what counts is the median.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from pincite.config import Config
from pincite.embed.open import open_embedder
from pincite.knowledge_base.door import KnowledgeBase
from pincite.retrieve.dense import distances, rank_dense
from pincite.retrieve.lexical_rank import rank_lexical
from pincite.retrieve.ranking import Ranking
from pincite.retrieve.rerank import rerank_late
from pincite.store.open import Store
from pincite.weights.cache import cache_folder

ROUNDS = 10
AT_ONCE = 20
STRUCTURE = ("#", "-", "|", "`", ">", " ")


def measure(folder, files, queries, chunks):
    """Milliseconds by stage, and how many chunks there were."""
    config = Config(threads=1)
    embedder = open_embedder(config.embedder, folder=folder, threads=1, cache=cache_folder())
    with tempfile.TemporaryDirectory() as room:
        place = Path(room)
        with KnowledgeBase(place / "kb", config=config, embedder=embedder) as kb:
            fill(kb, place / "files", files, chunks)
            with Store.open(place / "kb") as store:
                view = store.view()
                timed = {name: timed_over(run, queries) for name, run in stages(view, embedder, config).items()}
                timed["whole"] = timed_over(kb.search, queries)
                return timed, len(view.lengths)


def stages(view, embedder, config):
    """Each stage as a function of the query; what it needs of the stages before it is computed once."""
    vectors, firsts = {}, {}

    def encoded(query):
        if query not in vectors:
            vectors[query] = embedder.query(query)
        return vectors[query]

    def first(query):
        if query not in firsts:
            ranked = rank_dense(distances(view.vectors, encoded(query).vector))
            firsts[query] = Ranking(ranked.rows[: config.pool], ranked.scores[: config.pool])
        return firsts[query]

    return {
        "encode": embedder.query,
        "BM25": lambda query: rank_lexical(view, query),
        "dense": lambda query: rank_dense(distances(view.vectors, encoded(query).vector)),
        "late": lambda query: rerank_late(view, encoded(query), first(query), config.pool),
    }


def timed_over(run, queries):
    """The median time of a call in milliseconds, after one for each query that warms up."""
    for query in queries:
        run(query)
    times = []
    for _ in range(ROUNDS):
        for query in queries:
            start = time.perf_counter()
            run(query)
            times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def fill(kb, into, files, chunks):
    """Add copies of the files, twenty at a time, until there are at least `chunks` chunks."""
    into.mkdir()
    held, copy = 0, 0
    while held < chunks:
        for start in range(0, len(files), AT_ONCE):
            written = [write_copy(file, into, copy) for file in files[start : start + AT_ONCE]]
            held += kb.add(*written).chunks
            if held >= chunks:
                break
        copy += 1


def write_copy(file, into, copy):
    written = into / f"{copy:03}-{file.name}"
    written.write_text(varied(file.read_text(encoding="utf-8"), copy), encoding="utf-8")
    return written


def varied(text, copy):
    """The text itself, or in a later copy without every so-manieth word of its plain lines."""
    if not copy:
        return text
    return "\n".join(line if line.startswith(STRUCTURE) else thinned(line, copy + 2) for line in text.split("\n"))


def thinned(line, step):
    return " ".join(word for place, word in enumerate(line.split(" "), 1) if place % step)
