"""The embedder that runs a BERT-shaped encoder in this process."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from pincite.embed.bert import bert_graph, table_sizes
from pincite.embed.profiles import Settings, fingerprint
from pincite.embed.runtime import Inputs, Runner
from pincite.embed.safetensors import read_safetensors
from pincite.embed.tokenizer import Pieces, Subwords
from pincite.errors import EmbedderError
from pincite.types.embedding import F32, EmbedderProfile, Encoded

FILES = ("model.safetensors", "tokenizer.json")
SHORTEST = 1e-6


class BertEmbedder:
    """Unit vectors and token vectors from a folder with `model.safetensors` and `tokenizer.json`.

    One text is one run: there is no padding to compute, and a vector depends on nothing but its text, to the bit.
    A text longer than the window loses its end (see `count`). `hashes` are the sha256 of the two files where the
    caller has just checked them (None: computed here). Raises EmbedderError when the folder cannot be loaded, and
    from `passages` and `query` when the model gives a vector that is not a direction.
    """

    def __init__(
        self,
        name: str,
        folder: Path,
        settings: Settings,
        *,
        threads: int = 0,
        cache: Path | None = None,
        precision: str | None = None,
        hashes: Mapping[str, str] | None = None,
    ) -> None:
        for file in FILES:
            if not (folder / file).is_file():
                raise EmbedderError(f"{folder} holds no {file}; an embedder needs {' and '.join(FILES)}.")
        tensors = read_safetensors(folder / FILES[0])
        self._subwords = Subwords(folder / FILES[1], settings.window)
        words, places = table_sizes(tensors, settings.shape)
        if self._subwords.words > words or settings.window > places:
            raise EmbedderError(
                f"{folder} has a tokenizer of {self._subwords.words} words and a window of {settings.window} tokens; "
                f"its weights have {words} words and {places} positions. The files are not of one model."
            )
        self._runner = Runner(bert_graph(tensors, settings.shape), threads=threads, cache=cache, precision=precision)
        self._cls = settings.pooling == "cls"
        known = {file: hashes[file] if hashes else _sha256(folder / file) for file in FILES}
        dimensions = len(self._runner.run(_inputs(self._subwords.pieces("")))[0, 0])
        self.profile = EmbedderProfile(
            name,
            fingerprint(known, settings, dimensions),
            dimensions,
            settings.window,
            settings.pooling,
            settings.query_prefix,
            settings.passage_prefix,
            settings.languages,
            settings.projection,
            settings.threshold,
        )

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each passage, special ones and the passage prefix included, not truncated."""
        return self._subwords.count([self.profile.passage_prefix + text for text in texts])

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        """Encode passages, in the order given; `tokens` takes 4 * h bytes a token, so pass long documents in parts."""
        pieces = [self._subwords.pieces(self.profile.passage_prefix + text) for text in texts]
        by_length = sorted(range(len(pieces)), key=lambda index: len(pieces[index]))
        states = self._runner.run_all([_inputs(pieces[index]) for index in by_length])
        encoded = {
            index: self._encoded(pieces[index], state[0]) for index, state in zip(by_length, states, strict=True)
        }
        return [encoded[index] for index in range(len(pieces))]

    def query(self, text: str) -> Encoded:
        """Encode one query."""
        pieces = self._subwords.pieces(self.profile.query_prefix + text)
        return self._encoded(pieces, self._runner.run(_inputs(pieces))[0])

    def _encoded(self, pieces: Pieces, state: F32) -> Encoded:
        pooled = state[0] if self._cls else state.mean(axis=0)
        words = ~pieces.special
        return Encoded(unit(pooled[None])[0], unit(state[words]), pieces.ids[words].astype(np.int32))


def unit(rows: F32) -> F32:
    """The rows of `(n, d)` scaled to length 1; raises EmbedderError for a row without a direction."""
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float64))
    if not (np.isfinite(lengths) & (lengths > SHORTEST)).all():
        raise EmbedderError(
            f"the model gave a vector of length {lengths.min()} to {lengths.max()}, expected one that can be scaled to 1. "
            "Its weights are damaged, or it is not an embedder."
        )
    return np.asarray(rows / lengths[:, None], np.float32)


def _inputs(pieces: Pieces) -> Inputs:
    return pieces.ids[None], np.ones((1, len(pieces)), np.int64)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
