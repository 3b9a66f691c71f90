"""Chunks per second and milliseconds per query: Pincite's embedder against sentence-transformers, one thread each.

Same weights, same texts, same process throughout: every round asks one side, then the other, and what counts is the
median of the rounds' ratios, so that a machine that is busy for a while is busy for both. The other side lives in a
venv of its own (`benchmarks/requirements.txt`) and is told what to do line by line, see `torch_worker.py`.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from pincite.embed.encoder import BertEmbedder
from pincite.embed.profiles import SETTINGS
from pincite.embed.runtime import has_bf16
from pincite.weights.cache import cache_folder

NAME = "all-minilm-l6-v2"
OTHER = "sentence-transformers"
VENV = Path(".venv-bench")
WORKER = Path(__file__).with_name("torch_worker.py")
ROUNDS = 7
BATCHES = (8, 32)
"""Of sentence-transformers: 32 is its default, 8 was its fastest on processors without a GPU where we tried."""

# What a sentence-transformers folder holds beside weights and tokenizer; the figures are those of MiniLM-L6-H384.
BERT = {
    "architectures": ["BertModel"],
    "model_type": "bert",
    "hidden_size": 384,
    "num_hidden_layers": 6,
    "num_attention_heads": 12,
    "intermediate_size": 1536,
    "hidden_act": "gelu",
    "layer_norm_eps": 1e-12,
    "max_position_embeddings": 512,
    "type_vocab_size": 2,
    "vocab_size": 30522,
}
MODULES = [("Transformer", ""), ("Pooling", "1_Pooling"), ("Normalize", "2_Normalize")]
TOKENIZER = {"tokenizer_class": "BertTokenizer", "do_lower_case": True, "model_max_length": 512}


class NotRun(Exception):
    """The other side cannot be measured; the message says why."""


@dataclass(frozen=True)
class Speed:
    """One side over all rounds: chunks per second of each, and milliseconds per query of each."""

    chunks: list[float]
    queries: list[float]


class Ours:
    def __init__(self, folder, precision=None):
        kept = cache_folder() / "compiled"
        self.embedder = BertEmbedder(NAME, folder, SETTINGS[NAME], threads=1, cache=kept, precision=precision)

    def passages(self, texts):
        start = time.perf_counter()
        vectors = np.stack([encoded.vector for encoded in self.embedder.passages(texts)])
        return time.perf_counter() - start, vectors

    def queries(self, texts):
        seconds, vectors = [], []
        for text in texts:
            start = time.perf_counter()
            vectors.append(self.embedder.query(text).vector)
            seconds.append(time.perf_counter() - start)
        return statistics.median(seconds), np.stack(vectors)


class Theirs:
    """A worker process that keeps its model loaded; raises NotRun when it does not start or ends."""

    def __init__(self, folder, room):
        if not (VENV / ".ready").is_file():
            raise NotRun(install_failure())
        self._kept = Path(room) / "vectors.npy"
        self._errors = Path(room) / "errors.txt"
        one = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        with self._errors.open("w") as errors:
            self._process = subprocess.Popen(
                [VENV / "bin" / "python", WORKER, folder],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=os.environ | one,
            )
        self.precision = self._answer()["precision"]

    def passages(self, texts, batch):
        return self._told("passages", texts, batch)

    def queries(self, texts, batch):
        return self._told("query", texts, batch)

    def close(self):
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _told(self, what, texts, batch):
        order = {"do": what, "texts": texts, "batch": batch, "keep": str(self._kept)}
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return statistics.median(self._answer()["seconds"]), np.load(self._kept)

    def _answer(self):
        line = self._process.stdout.readline()
        if not line:
            raise NotRun(f"the worker ended: {last_line(self._errors)}")
        return json.loads(line)


class Batch:
    """The other side with one size of batch."""

    def __init__(self, theirs, size):
        self._theirs, self._size = theirs, size

    def passages(self, texts):
        return self._theirs.passages(texts, self._size)

    def queries(self, texts):
        return self._theirs.queries(texts, self._size)


def measure(folder, texts, queries, rounds=ROUNDS):
    """The speeds of each side by name, the cosines of the first of each, and why the other side was not run."""
    ours = {f"pincite {precision}": Ours(folder, precision) for precision in precisions()}
    with tempfile.TemporaryDirectory() as room:
        try:
            theirs = Theirs(model_folder(folder, Path(room) / "model"), room)
        except NotRun as error:
            found, _ = all_rounds(ours, texts, queries, rounds)
            return found, None, str(error)
        sides = ours | {f"{OTHER}, batch {size}": Batch(theirs, size) for size in BATCHES}
        found, vectors = all_rounds(sides, texts, queries, rounds)
        theirs.close()
    mine, reference = vectors[next(iter(ours))], vectors[f"{OTHER}, batch {BATCHES[0]}"]
    return found, np.einsum("ij,ij->i", mine, reference), None


def all_rounds(sides, texts, queries, rounds):
    """Every side in every round, the order turned round each time; a round before them warms up and is not counted."""
    found = {name: Speed([], []) for name in sides}
    vectors = {}
    for turn in range(rounds + 1):
        for name in list(sides)[:: -1 if turn % 2 else 1]:
            taken, passages = sides[name].passages(texts)
            asked, encoded = sides[name].queries(queries)
            vectors[name] = np.concatenate([passages, encoded])
            if turn:
                found[name].chunks.append(len(texts) / taken)
                found[name].queries.append(1000 * asked)
    return found, vectors


def precisions():
    """What our side is measured in; the first is what the product takes on this processor."""
    return ("bf16", "f32") if has_bf16() else ("f32",)


def model_folder(weights, into):
    """A sentence-transformers folder around the same two files."""
    (into / "1_Pooling").mkdir(parents=True)
    for file in ("model.safetensors", "tokenizer.json"):
        (into / file).symlink_to((weights / file).resolve())
    modules = [
        {"idx": index, "name": str(index), "path": path, "type": f"sentence_transformers.models.{kind}"}
        for index, (kind, path) in enumerate(MODULES)
    ]
    special = {f"{name.lower()}_token": f"[{name}]" for name in ("UNK", "SEP", "PAD", "CLS", "MASK")}
    written = {
        "config.json": BERT,
        "modules.json": modules,
        "sentence_bert_config.json": {"max_seq_length": SETTINGS[NAME].window, "do_lower_case": False},
        "1_Pooling/config.json": {"word_embedding_dimension": 384, "pooling_mode_mean_tokens": True},
        "tokenizer_config.json": TOKENIZER | special,
    }
    for file, value in written.items():
        (into / file).write_text(json.dumps(value))
    return into


def install_failure():
    return f"benchmarks/requirements.txt could not be installed: {last_line(VENV / 'install.log')}"


def last_line(path):
    lines = [line for line in path.read_text(errors="replace").splitlines() if line.strip()] if path.is_file() else []
    told = [line for line in lines if line.startswith("ERROR")] or lines or ["no reason is known"]
    return told[-1][:200]
