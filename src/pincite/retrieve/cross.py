"""A cross-encoder from a local folder: query and passage through one model, together."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pincite.embed.bert import BertShape, Family, bert_graph
from pincite.embed.runtime import Inputs, Runner
from pincite.embed.safetensors import Tensors, read_safetensors
from pincite.embed.tokenizer import Pieces, Subwords
from pincite.errors import EmbedderError
from pincite.types.embedding import F32

BATCH = 8
FILES = ("config.json", "model.safetensors", "tokenizer.json")
HEADS: dict[Family, str] = {"bert": "classifier.weight", "roberta": "classifier.out_proj.weight"}
MARKS: dict[Family, tuple[int, str]] = {"bert": (3, "[CLS] q [SEP] p [SEP]"), "roberta": (4, "<s> q </s></s> p </s>")}


class LocalCrossEncoder:
    """A loaded sequence classifier of BERT or XLM-R shape, such as ms-marco-MiniLM-L-6-v2 or bge-reranker.

    `folder` holds `config.json`, `model.safetensors` and `tokenizer.json`. The score is the logit of a model with
    one label, that of the last label of a model with two. `threads` 0 takes the processors there are; `precision`
    None is bf16 where the processor has it, else f32; `cache` keeps the compiled graph. Raises EmbedderError
    when a file is missing, is not what it should be, or has another number of labels.

    Nogueira and Cho, "Passage Re-ranking with BERT", 2019.
    """

    def __init__(
        self, folder: Path, *, threads: int = 0, precision: str | None = None, cache: Path | None = None
    ) -> None:
        config = _read_config(folder)
        tensors = read_safetensors(folder / "model.safetensors")
        self._shape = BertShape.from_config(config)
        _check_labels(tensors, self._shape.family)
        self._subwords = Subwords(folder / "tokenizer.json", _window(tensors, self._shape))
        _check_marks(self._subwords, self._shape.family)
        graph = bert_graph(tensors, self._shape, "logits")
        self._runner = Runner(graph, threads=threads, precision=precision, cache=cache)

    @property
    def window(self) -> int:
        """Tokens of a pair, special ones included, that the model has positions for."""
        return self._subwords.window

    def score(self, query: str, passages: Sequence[str]) -> F32:
        """The logit of each passage, `(len(passages),)`; too long a passage loses its end, the query never does.

        Raises EmbedderError when the query alone fills the model's window.
        """
        pairs = [self.pair(query, passage) for passage in passages]
        by_length = sorted(range(len(pairs)), key=lambda i: len(pairs[i]))
        batches = [by_length[start : start + BATCH] for start in range(0, len(pairs), BATCH)]
        logits = self._runner.run_all([self._inputs([pairs[i] for i in batch]) for batch in batches])
        scores = np.zeros(len(pairs), dtype=np.float32)
        for batch, found in zip(batches, logits, strict=True):
            scores[batch] = found[:, -1]
        return scores

    def pair(self, query: str, passage: str) -> Pieces:
        """What the model reads: `[CLS] q [SEP] p [SEP]` for BERT, `<s> q </s></s> p </s>` for XLM-R."""
        return self._subwords.pair(query, passage)

    def _inputs(self, pairs: Sequence[Pieces]) -> Inputs:
        ids = _padded([pair.ids for pair in pairs], self._shape.pad)
        mask = _padded([np.ones(len(pair), np.int64) for pair in pairs], 0)
        return ids, mask, _padded([pair.types for pair in pairs], 0)


def _padded(rows: Sequence[NDArray[np.int64]], filler: int) -> NDArray[np.int64]:
    out = np.full((len(rows), max(map(len, rows))), filler, dtype=np.int64)
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return out


def _read_config(folder: Path) -> dict[str, Any]:
    missing = [name for name in FILES if not (folder / name).is_file()]
    if missing:
        raise EmbedderError(
            f"{folder} has no {', '.join(missing)}: a cross-encoder's folder holds {', '.join(FILES)}. Check `cross_encoder`."
        )
    try:
        config = json.loads((folder / "config.json").read_bytes())
    except (ValueError, RecursionError) as error:
        raise EmbedderError(f"{folder / 'config.json'} is not JSON: {error}. Get the file again.") from error
    if not isinstance(config, dict):
        raise EmbedderError(f"{folder / 'config.json'} holds no JSON object. Get the file again.")
    return config


def _window(tensors: Tensors, shape: BertShape) -> int:
    """The rows of the position table; RoBERTa's positions begin after the padding's."""
    table = next((t for name, t in tensors.items() if name.endswith("embeddings.position_embeddings.weight")), None)
    if table is None:
        raise EmbedderError("model.safetensors has no table of positions: it is not a BERT-shaped model.")
    return len(table) - (shape.pad + 1 if shape.family == "roberta" else 0)


def _check_labels(tensors: Tensors, family: Family) -> None:
    head = tensors.get(HEADS[family])
    if head is None:
        raise EmbedderError(f"model.safetensors has no {HEADS[family]!r}: it is an encoder, not a sequence classifier.")
    if len(head) not in {1, 2}:
        raise EmbedderError(
            f"model.safetensors classifies into {len(head)} labels; a reranker has one (a relevance) or two (no, yes)."
        )


def _check_marks(subwords: Subwords, family: Family) -> None:
    count, form = MARKS[family]
    found = int(subwords.pair("a", "b").special.sum())
    if found != count:
        raise EmbedderError(
            f"tokenizer.json puts {found} special tokens into a pair, the model reads {form}: it is not this model's."
        )
