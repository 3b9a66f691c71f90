"""The second look: the head of a ranking put in a better order, or left as it was with the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from pincite.embed.projection import load_projection
from pincite.retrieve.late import best_cosines, idf, weighted_mean
from pincite.retrieve.ranking import Ranking, Rows, Scores, best_first
from pincite.types.embedding import F32, Encoded
from pincite.types.index import IndexView
from pincite.types.search import Rerank


class CrossEncoder(Protocol):
    """A model that reads query and passage together."""

    def score(self, query: str, passages: Sequence[str]) -> F32:
        """How well each passage answers the query, `(len(passages),)`; higher is better, on no fixed scale."""
        ...


class LateSpread(NamedTuple):
    """Late interaction before identifiers were added: of the row that came first, its plain sum, and mean and deviation of all."""

    first: float
    first_sum: float
    mean: float
    deviation: float


class Reranked(NamedTuple):
    """A ranking, which reranker really ran, in plain words what was skipped and why, and how late scores lay (None: none)."""

    ranking: Ranking
    ran: Rerank
    notes: tuple[str, ...] = ()
    spread: LateSpread | None = None


def rerank_late(view: IndexView, query: Encoded, ranking: Ranking, pool: int, shares: Scores | None = None) -> Reranked:
    """Put the first `pool` rows in the order of late interaction; the rows after them keep their order and scores.

    `shares` `(n,)` is added to each row's score: what of the query's identifiers it holds (None: nothing is).
    """
    if not len(ranking.rows):
        return Reranked(ranking, "none")
    late = _late(view, query, ranking.rows[:pool])
    if isinstance(late, str):
        return _skipped(ranking, late)
    held = late.scores if shares is None else late.scores + shares[ranking.rows[:pool]]
    final = _reordered(ranking, held)
    first = np.flatnonzero(ranking.rows[:pool] == final.rows[0])[0]
    mean, deviation = float(late.scores.mean()), float(late.scores.std())
    spread = LateSpread(float(late.scores[first]), float(late.sums[first]), mean, deviation)
    return Reranked(final, "late", _coverage(ranking, pool), spread)


def rerank_cross(view: IndexView, query: str, ranking: Ranking, pool: int, cross: CrossEncoder | None) -> Reranked:
    """Put the first `pool` rows in the order of a cross-encoder, which reads section and content of each.

    A cross-encoder that is missing or fails, in whatever way, costs its order and nothing else.
    """
    if not len(ranking.rows):
        return Reranked(ranking, "none")
    if cross is None:
        return _skipped(ranking, "no cross-encoder was given; set `cross_encoder` to the folder of one")
    passages = [_passage(view, row) for row in ranking.rows[:pool].tolist()]
    try:
        scores = np.asarray(cross.score(query, passages), dtype=np.float64)
    except Exception as error:  # noqa: BLE001 - a search must survive whatever a foreign model does
        return _skipped(ranking, f"the cross-encoder failed: {str(error) or type(error).__name__}")
    if scores.shape != (len(passages),) or not np.isfinite(scores).all():
        return _skipped(ranking, f"the cross-encoder gave no finite number for each of {len(passages)} passages")
    return Reranked(_reordered(ranking, scores), "cross", _coverage(ranking, pool))


class _Late(NamedTuple):
    """Of each row the mean of its best cosines by idf, and their plain sum."""

    scores: Scores
    sums: Scores


def _late(view: IndexView, query: Encoded, rows: Rows) -> _Late | str:
    name = view.seal.projection
    if name is None or query.tokens is None or query.ids is None:
        return f"the embedder {view.seal.embedder!r} gives no token vectors"
    codes = view.token_codes(rows.tolist())
    held = [code for code in codes if code is not None]
    if len(held) < len(codes):
        missing = len(codes) - len(held)
        return f"{missing} of {len(codes)} chunks have no stored token vectors; run `pincite reindex`"
    projection = load_projection(name)
    passages = [vectors for vectors, _ in projection.expand_many(held)]
    weights = idf(view.piece_frequency(query.ids), len(view.lengths))
    best = best_cosines(projection.project(query.tokens), passages)
    return _Late(weighted_mean(best, weights), best.sum(axis=0))


def _passage(view: IndexView, row: int) -> str:
    chunk = view.chunk(row)
    return f"{chunk.section}\n{chunk.content}" if chunk.section else chunk.content


def _reordered(ranking: Ranking, scores: Scores) -> Ranking:
    pool = len(scores)
    head = best_first(ranking.rows[:pool], scores)
    return Ranking(
        np.concatenate([head.rows, ranking.rows[pool:]]), np.concatenate([head.scores, ranking.scores[pool:]])
    )


def _coverage(ranking: Ranking, pool: int) -> tuple[str, ...]:
    if len(ranking.rows) <= pool:
        return ()
    return (f"rerank covers the first {pool} hits; those after them keep the order and the scores they had before",)


def _skipped(ranking: Ranking, reason: str) -> Reranked:
    return Reranked(ranking, "none", (f"rerank skipped: {reason}",))
