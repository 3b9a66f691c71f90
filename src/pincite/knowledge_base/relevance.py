"""How much a sentence says about a question, and a source about a claim."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from pincite.answer.support import Support
from pincite.retrieve.late import idf, late_scores
from pincite.retrieve.rerank import CrossEncoder
from pincite.types.embedding import F32, Embedder, Encoded
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


def claim_meaning(embedder: Embedder, view: IndexView) -> Support | None:
    """How much sources say of claims by late interaction: each token of a claim, weighted by its idf, meets its nearest of a source.

    `(claims, sources)` cosines; None for an embedder without token vectors, whose plain cosine tells claims of one subject
    not apart.
    """
    if embedder.profile.projection is None:
        return None

    def meaning(claims: Sequence[str], sources: Sequence[Sequence[str]]) -> list[list[float]]:
        distinct = list(dict.fromkeys(sentence for source in sources for sentence in source))
        tokens = {
            sentence: one.tokens
            for sentence, one in zip(distinct, embedder.passages(distinct), strict=True)
            if one.tokens is not None
        }
        held = [[tokens[sentence] for sentence in source if sentence in tokens] for source in sources]
        said = embedder.passages(claims)
        return [_late_row(one, held, view) for one in said]

    return meaning


def _late_row(claim: Encoded, sources: Sequence[Sequence[F32]], view: IndexView) -> list[float]:
    if claim.tokens is None or claim.ids is None:
        return [0.0] * len(sources)
    weights = idf(view.piece_frequency(claim.ids), len(view.lengths))
    rows = [np.concatenate(source) if source else claim.tokens[:0] for source in sources]
    return [float(score) for score in late_scores(claim.tokens, weights, rows)]


def claim_reading(cross: CrossEncoder) -> Support:
    """How much sources say of claims by a model that reads both: the logistic of its score, the best sentence of a source."""

    def reading(claims: Sequence[str], sources: Sequence[Sequence[str]]) -> list[list[float]]:
        distinct = list(dict.fromkeys(sentence for source in sources for sentence in source))
        rows = []
        for claim in claims:
            scores = dict(zip(distinct, (1 / (1 + np.exp(-cross.score(claim, distinct)))).tolist(), strict=True))
            rows.append([max((scores[sentence] for sentence in source), default=0.0) for source in sources])
        return rows

    return reading


def rarity(view: IndexView) -> Callable[[str], float]:
    """The idf of a term in the index, as BM25 has it; a term that is nowhere in it weighs most."""

    def weight(term: str) -> float:
        n = np.array([len(view.postings(term)[0])], np.float32)
        return float(idf(n, len(view.lengths))[0])

    return weight
