"""How much a sentence says about a question, for the answer that is put together from sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from pincite.types.embedding import Embedder, Encoded


def sentence_relevance(question: str, embedder: Embedder) -> Callable[[Sequence[str]], list[float]]:
    """A function from sentences to their relevance: late interaction, or cosine where there are no token vectors.

    The mean over the question's tokens of the best cosine among the sentence's tokens (Khattab and Zaharia 2020,
    ColBERT), between -1 and 1; higher says more.
    """

    def relevance(sentences: Sequence[str]) -> list[float]:
        asked = embedder.query(question)
        return [_late(asked, said) for said in embedder.passages(sentences)]

    return relevance


def _late(asked: Encoded, said: Encoded) -> float:
    if asked.tokens is None or said.tokens is None or not len(asked.tokens) or not len(said.tokens):
        return float(asked.vector @ said.vector)
    return float(np.max(asked.tokens @ said.tokens.T, axis=1).mean())
