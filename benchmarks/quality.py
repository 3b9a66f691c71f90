"""How well the product finds, on whole sets and through its own doors: add a folder, search, look at the quotes.

    python benchmarks/quality.py ../shared/data [--weights FOLDER] [--embedder multilingual] [--set course/en ...]

For every set: a needle is found at rank k when the k-th hit's quote, or another place of it, holds the whole needle.
Recalls have Wilson intervals, MRR a bootstrap over needles (95%). "destroyed" needles lie in no chunk. Where a set has
headings, R@4 is compared with strategy E and plain RRF by an exact two-sided sign test, one needle one vote. Every quote
of every hit is cut out of its document again; one that differs is an error, and the script ends with 1.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from math import comb, sqrt
from pathlib import Path

import numpy as np

from pincite.chunk.default import chunk_document
from pincite.chunk.strategies import chunk_strategy
from pincite.config import Config
from pincite.extract.extract import extract_bytes
from pincite.knowledge_base.door import KnowledgeBase
from pincite.lexical.bm25 import bm25
from pincite.lexical.seed_terms import seed_terms
from pincite.retrieve.dense import distances, rank_dense
from pincite.retrieve.fuse import fuse
from pincite.retrieve.ranking import best_first

SETS = (
    *("course/en", "course/es", "chroma_chunking", "squad2_dev_half", "xquad_es"),
    *("nomiracl_en", "anthropic_codebase", "cacm"),
)
GIVEN_CHUNKS = {"anthropic_codebase"}
"""Its needles are whole chunks of another cut, so here only its quotes are checked."""
DEPTH = 50
KS = (1, 4, 8, 20)
CUT = 100
"""Rows of each list that the baseline fuses, as it was measured before."""


@dataclass(frozen=True)
class Query:
    """A question; `doc`, `start` and `end` are None where no needle is known. Phrasings of one needle share `unit`."""

    unit: str
    question: str
    doc: str | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True)
class Set:
    name: str
    texts: dict[str, str]
    """The sources by file name."""
    queries: list[Query]


def read_set(data, name):
    if name.startswith("course/"):
        return read_course(data, name)
    folder = data / name
    texts, shifted = {}, {}
    for entry in lines(folder / "corpus.jsonl"):
        file = f"{len(texts):05}.txt"
        texts[file] = entry["text"]
        shifted[entry["doc_id"]] = file
    queries = []
    for entry in lines(folder / "queries.jsonl"):
        needle = entry.get("needle") if entry.get("answerable", True) and name not in GIVEN_CHUNKS else None
        unit = str(entry.get("qid") or entry.get("id"))
        found = (shifted[entry["doc_id"]], *canonical(texts[shifted[entry["doc_id"]]], needle)) if needle else ()
        queries.append(Query(unit, entry.get("question") or entry["text"], *found))
    return Set(name, texts, queries)


def read_course(data, name):
    language = name.partition("/")[2]
    texts = {path.name: path.read_bytes().decode() for path in sorted((data / name).glob("*.md"))}
    queries = []
    for entry in lines(data / "course" / f"gold-{language}.jsonl"):
        place = (entry["from"], entry["to"]) if entry["answerable"] else None
        found = (entry["doc"], *canonical(texts[entry["doc"]], place)) if place else ()
        queries.append(Query(entry["id"][:-1] if place else entry["id"], entry["question"], *found))
    return Set(name, texts, queries)


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def canonical(source, place):
    """A place in a source as the place in its canonical text: without byte order mark, NUL and carriage returns."""
    gone = ("\ufeff" if source.startswith("\ufeff") else "", "\r\n", "\0")
    return [offset - sum(source.count(one, 0, offset) for one in gone if one) for offset in place]


def product(found, folder, config):
    """The hits of every query by the product: built from files, searched through the door; and what was wrong."""
    source = folder / "files"
    source.mkdir()
    for file, text in found.texts.items():
        (source / file).write_bytes(text.encode())
    with KnowledgeBase(folder / "kb", config=config) as kb:
        report = kb.add(source)
        wrong = [f"{failure.path}: {failure.reason}" for failure in report.failed]
        texts = {}
        results = []
        for query in found.queries:
            result = kb.search(query.question, k=DEPTH)
            for hit in result.hits:
                text = texts.setdefault(hit.document_id, None) or kb.document(hit.document_id).text
                texts[hit.document_id] = text
                if text[hit.locator.start : hit.locator.end] != hit.quote:
                    wrong.append(f"{query.unit}: the quote of hit {hit.rank} is not the document's")
            results.append(result)
        return results, report, wrong, kb.embedder


def rank_of(query, hits):
    """The rank of the first hit that holds the needle, 0 where none does."""
    for hit in hits:
        places = [(hit.document_name, hit.locator), *((place.document_name, place.locator) for place in hit.places)]
        if any(name == query.doc and at.start <= query.start and query.end <= at.end for name, at in places):
            return hit.rank
    return 0


def default_chunks(found, embedder, config):
    chunks = []
    for file, text in found.texts.items():
        document = extract_bytes(text.encode(), file)
        cut = chunk_document(document, embedder.count, window=embedder.profile.window, target=config.target)
        chunks += [(file, chunk) for chunk in cut]
    return chunks


def destroyed(queries, chunks):
    by_file = defaultdict(list)
    for file, chunk in chunks:
        by_file[file].append(chunk)
    whole = {q.unit: any(c.start <= q.start and q.end <= c.end for c in by_file[q.doc]) for q in queries}
    return sorted(unit for unit, held in whole.items() if not held), len(whole)


def baseline(found, queries, embedder):
    """Ranks by strategy E (cut by the seed's rule, headers) with BM25 over the seed's terms, dense, and plain RRF."""
    chunks = []
    for file, text in found.texts.items():
        document = extract_bytes(text.encode(), file)
        title = document.title or file
        chunks += [(file, chunk) for chunk in chunk_strategy("E", document.text, title)]
    vectors = np.stack([one.vector for one in embedder.passages([chunk.text for _, chunk in chunks])])
    words = [seed_terms(chunk.text) for _, chunk in chunks]
    rows = defaultdict(lambda: defaultdict(int))
    for row, some in enumerate(words):
        for word in some:
            rows[word][row] += 1
    lengths = np.array([len(some) for some in words], np.float32)

    def postings(word):
        held = rows.get(word, {})
        return np.array(list(held), np.int32), np.array(list(held.values()), np.float32)

    ranks = []
    for query in queries:
        dense = rank_dense(distances(vectors, embedder.query(query.question).vector)).rows[:CUT]
        lexical = best_first(np.arange(len(chunks)), bm25(seed_terms(query.question), postings, lengths)).rows[:CUT]
        order = fuse([dense, lexical]).rows.tolist()
        holds = [
            rank
            for rank, row in enumerate(order, 1)
            if chunks[row][0] == query.doc and chunks[row][1].start <= query.start and query.end <= chunks[row][1].end
        ]
        ranks.append(holds[0] if holds else 0)
    return np.array(ranks), destroyed(queries, chunks)


def wilson(hits, n, z=1.959964):
    """The 95% interval of a proportion (Wilson, 1927)."""
    middle = (hits / n + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(hits / n * (1 - hits / n) / n + z * z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(values, units, rounds=2000):
    """The 95% interval of a mean when needles, with all their phrasings, are drawn again (Efron, 1979)."""
    names, index = np.unique(units, return_inverse=True)
    sums = np.bincount(index, values)
    counts = np.bincount(index)
    drawn = np.random.default_rng(0).integers(0, len(names), (rounds, len(names)))
    return tuple(np.quantile(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1), (0.025, 0.975)))


def sign_test(better, worse, units):
    """Needles that gain, needles that lose, and the exact two-sided p; needles with equal sums are dropped."""
    _, index = np.unique(units, return_inverse=True)
    gain = np.bincount(index, better) - np.bincount(index, worse)
    wins, losses = int((gain > 0).sum()), int((gain < 0).sum())
    n = wins + losses
    tail = sum(comb(n, i) for i in range(min(wins, losses) + 1))
    return wins, losses, min(1.0, 2 * tail / 2**n)


def found_by(ranks, k):
    return (ranks > 0) & (ranks <= k)


def row(name, ranks, units):
    """One row of the table, in Markdown."""
    n = len(ranks)
    cells = []
    for k in KS:
        hits = int(found_by(ranks, k).sum())
        low, high = wilson(hits, n)
        cells.append(f"{hits / n:.3f} [{low:.3f}, {high:.3f}]")
    reciprocal = np.where(ranks > 0, 1 / np.maximum(ranks, 1), 0.0)
    low, high = bootstrap(reciprocal, units)
    return f"| {name} | {n} | {' | '.join(cells)} | {reciprocal.mean():.3f} [{low:.3f}, {high:.3f}] |"


def measure(found, config, *, compare):
    with tempfile.TemporaryDirectory() as folder:
        results, report, wrong, embedder = product(found, Path(folder), config)
    hits = sum(len(result.hits) for result in results)
    print(f"\n## {found.name}: {len(found.texts)} files, {report.chunks} chunks, {len(results)} queries")
    print(f"{hits} quotes checked, {len(wrong)} wrong; {report.over_window} chunks over the window")
    print("\n".join(wrong[:20]))
    known = [(query, result) for query, result in zip(found.queries, results, strict=True) if query.doc is not None]
    if known:
        show(found, known, embedder, config, compare=compare)
    return not wrong


def show(found, known, embedder, config, *, compare):
    queries = [query for query, _ in known]
    units = [query.unit for query in queries]
    ranks = np.array([rank_of(query, result.hits) for query, result in known])
    for k in (4, 8):
        length = np.mean([len(hit.quote) for _, result in known for hit in result.hits[:k]])
        print(f"mean quote of the first {k} hits: {length:.0f} characters")
    lost, needles = destroyed(queries, default_chunks(found, embedder, config))
    print(f"destroyed: {len(lost)} of {needles} needles {' '.join(lost[:12])}")
    print(f"reranked: {', '.join(sorted({result.rerank for _, result in known}))}\n")
    print(f"| search | n | {' | '.join(f'R@{k}' for k in KS)} | MRR |\n|{' --- |' * (len(KS) + 3)}")
    print(row("default", ranks, units))
    if compare:
        before, (gone, _) = baseline(found, queries, embedder)
        print(row(f"strategy E + RRF ({len(gone)} destroyed)", before, units))
        for k in KS:
            wins, losses, p = sign_test(found_by(ranks, k), found_by(before, k), units)
            print(f"R@{k} by needle against strategy E + RRF: +{wins} -{losses}, p = {p:.2g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", help="a folder that holds all-MiniLM-L6-v2")
    parser.add_argument("--embedder", default=Config().embedder)
    parser.add_argument("--set", action="append", choices=SETS, help="one of the sets; may be given again")
    given = parser.parse_args()
    config = Config(embedder=given.embedder, weights=given.weights)
    clean = True
    for name in given.set or SETS:
        if not (given.data / name).is_dir():
            print(f"\n## {name}: not run, {given.data / name} is missing")
            continue
        clean &= measure(read_set(given.data, name), config, compare=name.startswith("course/"))
    return 0 if clean else 1


if __name__ == "__main__":
    raise SystemExit(main())
