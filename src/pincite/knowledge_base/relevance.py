"""How much a sentence says about a question, for the answer that is put together from sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pincite.retrieve.late import idf, late_scores
from pincite.types.embedding import Embedder
from pincite.types.index import IndexView


def sentence_relevance(question: str, embedder: Embedder, view: IndexView) -> Callable[[Sequence[str]], list[float]]:
    """A function from sentences to their relevance, higher says more.

    Late interaction as in the reranker, with the index's own idf, on vectors that were not compressed; the plain cosine
    for an embedder without token vectors.
    """

    def relevance(sentences: Sequence[str]) -> list[float]:
        asked, said = embedder.query(question), embedder.passages(sentences)
        tokens = [one.tokens for one in said if one.tokens is not None]
        if asked.tokens is None or asked.ids is None or len(tokens) < len(said):
            return [float(asked.vector @ one.vector) for one in said]
        weights = idf(view.piece_frequency(asked.ids), len(view.lengths))
        return [float(score) for score in late_scores(asked.tokens, weights, tokens)]

    return relevance
