"""The other side of `encoder.py`, run in a venv of its own: sentence-transformers on PyTorch f32, one thread.

    python torch_worker.py MODEL_FOLDER

Reads one JSON object a line, `{"do": "passages" | "query", "texts": [...], "batch": N, "keep": FILE}`, and answers
each with one: `{"seconds": [...]}`, one number for all passages or one for each query. `keep` is a file for the
vectors, `(n, d)`.
"""

from __future__ import annotations

import os

os.environ |= {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}

import json
import sys
import time

import numpy as np
import torch
from sentence_transformers import SentenceTransformer


def encode(model, order):
    start = time.perf_counter()
    if order["do"] == "passages":
        vectors = model.encode(order["texts"], batch_size=order["batch"], show_progress_bar=False)
        return [time.perf_counter() - start], vectors
    seconds, vectors = [], []
    for text in order["texts"]:
        start = time.perf_counter()
        vectors.append(model.encode(text, show_progress_bar=False))
        seconds.append(time.perf_counter() - start)
    return seconds, np.stack(vectors)


def main():
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever the libraries print is no answer
    torch.set_num_threads(1)
    model = SentenceTransformer(sys.argv[1], device="cpu", local_files_only=True)
    print(json.dumps({"precision": str(next(model.parameters()).dtype)}), file=answers, flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        seconds, vectors = encode(model, order)
        np.save(order["keep"], vectors)
        print(json.dumps({"seconds": seconds}), file=answers, flush=True)


if __name__ == "__main__":
    main()
