"""`make bench`: how fast the encoder and a search are, on one thread, in one run, with the goals beside the numbers.

    python benchmarks/speed.py [--weights FOLDER] [--data FOLDER] [--chunks 1000] [--rounds 7]

The texts are the handbook's chunks, or those of the Markdown files in `--data`. The comparison with sentence-transformers
needs `.venv-bench`, which `make bench` sets up; without it that row says why it was not run, and the rest is measured.
Nothing fails because of a number.
"""

# ruff: noqa: E402 - numpy reads the number of threads when it is imported, so that comes first

from __future__ import annotations

import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"

import argparse
import statistics
from pathlib import Path

import encoder
import latency
from pincite.chunk.default import chunk_document
from pincite.chunk.header import SEPARATOR
from pincite.config import Config
from pincite.embed.runtime import has_bf16
from pincite.extract.extract import extract_bytes
from pincite.weights.find import find_weights

HANDBOOK = Path(__file__).parent.parent / "docs" / "handbook"
MOST_TEXTS = 128
QUERIES = 20
GOAL = {"ratio": "2", "cosine": "0.999", "BM25": "0.1", "dense": "0.1", "late": "5", "whole": "15"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weights", type=Path, help="a folder that holds all-MiniLM-L6-v2")
    parser.add_argument("--data", type=Path, default=HANDBOOK, help="a folder of Markdown files")
    parser.add_argument("--chunks", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=encoder.ROUNDS)
    given = parser.parse_args()
    folder = find_weights(encoder.NAME, folder=given.weights, say=print)
    files = sorted(given.data.rglob("*.md"))
    texts, queries = texts_of(files, folder)
    say_machine()
    show_encoder(*encoder.measure(folder, texts, queries, given.rounds), len(texts))
    show_latency(*latency.measure(folder, files, queries, given.chunks))
    say_load("after")


def texts_of(files, folder):
    """Chunks as the product cuts them, evenly taken from all files, and a query from each of some of their sections."""
    embedder = encoder.Ours(folder).embedder
    chunks = []
    for file in files:
        document = extract_bytes(file.read_bytes(), file.name)
        chunks += chunk_document(document, embedder.count, window=embedder.profile.window, target=Config().target)
    headings = list(dict.fromkeys(chunk.section.split(SEPARATOR)[-1] for chunk in chunks if chunk.section))
    return spread([chunk.text for chunk in chunks], MOST_TEXTS), [
        f"what does it say about {heading}" for heading in spread(headings, QUERIES)
    ]


def spread(items, most):
    step = max(1.0, len(items) / most)
    return [items[int(place * step)] for place in range(min(most, len(items)))]


def show_encoder(found, cosines, why, texts):
    print(f"\nEncoder, all-MiniLM-L6-v2, {texts} chunks, median of the rounds")
    row("", "chunks/s", "ratio", "query, ms", "goal")
    goals = [f"ratio {GOAL['ratio']}"] if has_bf16() else []
    for name, speed in found.items():
        goal = goals.pop() if goals else ""
        row(name, middle(speed.chunks, 1), ratio(found, name), middle(speed.queries, 2), goal)
    if why:
        row(encoder.OTHER, f"  not run: {why}")
    else:
        row("cosine, lowest", f"{cosines.min():.5f}", "", "", GOAL["cosine"])
        row("cosine, mean", f"{cosines.mean():.6f}")


def show_latency(milliseconds, chunks):
    names = {
        "BM25": "BM25",
        "dense": "dense scan",
        "late": "late rerank, expanding included",
        "whole": "whole hybrid search",
        "encode": "  of which encoding the query",
    }
    print(f"\nSearch at {chunks} chunks, milliseconds per query")
    row("", "ms", "goal")
    for key, name in names.items():
        row(name, f"{milliseconds[key]:.3f}", GOAL.get(key, ""))


def ratio(found, name):
    """The median over the rounds: this side's chunks per second by those of the faster sentence-transformers."""
    others = [speed.chunks for other, speed in found.items() if other.startswith(encoder.OTHER)]
    if not others or name.startswith(encoder.OTHER):
        return ""
    best = [max(rates) for rates in zip(*others, strict=True)]
    return f"{statistics.median(mine / theirs for mine, theirs in zip(found[name].chunks, best, strict=True)):.2f}"


def middle(numbers, digits):
    return f"{statistics.median(numbers):.{digits}f}"


def row(name, *cells):
    print(f"{name:32}" + "".join(f"{cell:>12}" for cell in cells))


def say_machine():
    told = "has bf16: pincite runs in bf16" if has_bf16() else "has no bf16: pincite runs in f32"
    print(f"One thread. This processor {told}.")
    if kind := os.environ.get("OPENBLAS_CORETYPE"):
        print(f"OPENBLAS_CORETYPE={kind} is set: numpy may be slower than it could be.")
    say_load("before")


def say_load(when):
    if hasattr(os, "getloadavg"):
        print(f"Load {when}: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
