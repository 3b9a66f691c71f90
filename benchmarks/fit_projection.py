"""Fit the compression of token vectors that ships with Pincite.

    python benchmarks/fit_projection.py ../shared/data --weights FOLDER --out minilm-192x4.npz

Fitted on three sets whose licences allow it (chroma_chunking MIT, nomiracl_en Apache-2.0, anthropic_codebase MIT), never on
those that only measure. The matrix holds the first eigenvectors of the mean outer product of token vectors (a PCA that
is not centred, because cosines are not), each set weighing the same. The scale of a dimension is where rounding its
values to `2**bits` levels errs least. See docs/decisions/0005-token-vectors.md.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import numpy as np

from pincite.chunk.default import chunk_document
from pincite.embed.open import open_embedder
from pincite.extract.extract import extract_bytes

NAME = "all-minilm-l6-v2"
SETS = ("chroma_chunking", "nomiracl_en", "anthropic_codebase")
TARGET = 512
"""The chunks that the shipped file was fitted on; a change of the default is no reason to fit anew."""
TEXTS = 1200
"""Texts of each set, evenly spaced."""
KEPT = 20
"""One token vector in this many is kept to find the scales."""
CLIPS = np.linspace(1.5, 5.0, 36)
"""Scales tried, in root mean squares of a dimension."""


def texts_of(folder, embedder):
    """What would be embedded of a set: the texts of its chunks, headers included."""
    found = []
    for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        document = replace(extract_bytes(entry["text"].encode(), "text.txt"), title=entry["title"])
        chunks = chunk_document(document, embedder.count, window=embedder.profile.window, target=TARGET)
        found += [chunk.text for chunk in chunks]
    return [found[index] for index in np.linspace(0, len(found) - 1, min(TEXTS, len(found))).astype(int)]


def moments(texts, embedder):
    """The mean outer product of the token vectors of `texts`, `(h, h)`, and some of the vectors."""
    total, count, kept = 0.0, 0, []
    for start in range(0, len(texts), 64):
        encoded = embedder.passages(texts[start : start + 64])
        tokens = np.concatenate([one.tokens for one in encoded]).astype(np.float64)
        total = total + tokens.T @ tokens
        count += len(tokens)
        kept.append(tokens[::KEPT])
    return total / count, np.concatenate(kept)


def principal(moment, dimensions):
    """The eigenvectors of the largest eigenvalues, largest first, each with its largest entry positive."""
    _, vectors = np.linalg.eigh(moment)
    matrix = vectors[:, ::-1][:, :dimensions]
    return matrix * np.sign(matrix[np.abs(matrix).argmax(axis=0), np.arange(dimensions)])


def scales(rows, bits):
    """For each dimension the clip at which rounding errs least, `(d,)`."""
    steps = 2**bits - 1
    spread = np.sqrt((rows**2).mean(axis=0))
    errors = []
    for clip in CLIPS:
        scale = clip * spread
        places = np.clip(np.rint((rows / scale + 1) * steps / 2), 0, steps)
        errors.append((((places * 2 / steps - 1) * scale - rows) ** 2).mean(axis=0))
    return CLIPS[np.argmin(errors, axis=0)] * spread


def fit(data, embedder, dimensions, bits):
    found = []
    for name in SETS:
        texts = texts_of(data / name, embedder)
        found.append(moments(texts, embedder))
        print(f"{name}: {len(texts)} texts")
    matrix = principal(sum(moment for moment, _ in found) / len(found), dimensions)
    rows = np.concatenate([kept for _, kept in found]) @ matrix
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return matrix, scales(rows, bits)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--weights", type=Path, required=True, help="a folder that holds all-MiniLM-L6-v2")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--dimensions", type=int, default=192)
    parser.add_argument("--bits", type=int, choices=(4, 8), default=4)
    given = parser.parse_args()
    embedder = open_embedder(NAME, folder=given.weights, threads=1)
    matrix, scale = fit(given.data, embedder, given.dimensions, given.bits)
    with given.out.open("wb") as file:
        np.savez_compressed(file, matrix=matrix.astype(np.float16), scale=scale.astype(np.float32), bits=given.bits)
    print(f"{given.out}: {given.dimensions} dimensions of {given.bits} bits, {given.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
