"""One search, start to end: filter, rank, fuse, collapse, rerank, and build the hits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args

import numpy as np

from pincite.errors import SealError, UsageError
from pincite.retrieve.collapse import collapse
from pincite.retrieve.dense import distances, rank_dense
from pincite.retrieve.fuse import fuse
from pincite.retrieve.hits import build_hits
from pincite.retrieve.identifiers import identified, identifier_shares
from pincite.retrieve.lexical_rank import rank_lexical
from pincite.retrieve.ranking import Allowed, Ranking, Scores
from pincite.retrieve.rerank import CrossEncoder, Reranked, rerank_cross, rerank_late
from pincite.retrieve.signals import read_signals
from pincite.types.embedding import F32, Embedder, EmbedderProfile
from pincite.types.index import IndexView, Seal
from pincite.types.search import Hit, Lists, Mode, Rerank, SearchResult


def search(
    view: IndexView,
    embedder: Embedder,
    query: str,
    *,
    k: int = 8,
    mode: Mode = "hybrid",
    rerank: Rerank = "late",
    pool: int = 50,
    cross_pool: int = 25,
    filters: Sequence[str] = (),
    cross: CrossEncoder | None = None,
    on_lists: Callable[[Lists], None] | None = None,
) -> SearchResult:
    """Find the `k` passages of an index that fit the query best.

    Dense and lexical rankings of all allowed rows are fused (`hybrid`) or stand alone; rows that hold a rare identifier of
    the query count once more, unless the mode is `dense`; rows of one content collapse;
    the first `pool` of what is left are reranked by late interaction, or the first `cross_pool` by `cross`. Nothing
    is cut before that, so the hits for a small `k` are the first of those for a larger one. Filters take rows away before
    any ranking. Every hit has its cosine distance, whatever the mode. Equal scores stand in the order of rows:
    document id, then place. The same call on the same view gives the same bits. `on_lists` is told the first `k` of every ranking
    on the way.

    Raises UsageError for an empty query, `k` or a pool below 1, or an unknown mode; FilterError for a filter
    that cannot be read; SealError when the embedder is not the one that built the index.
    """
    _check(query, mode, rerank, k=k, pool=pool, cross_pool=cross_pool)
    check_seal(embedder.profile, view.seal)
    allowed = view.select(filters)
    encoded = embedder.query(query)
    far = distances(view.vectors, encoded.vector)
    depth = cross_pool if rerank == "cross" else pool
    shares = np.zeros(len(far)) if mode == "dense" else identifier_shares(view, query)
    ranked = _rank(view, query, far, mode, allowed, shares=shares)
    ranking = collapse(ranked.best, view.content_of, max(k, depth))
    if on_lists:
        on_lists(_lists(ranked, mode, lambda one: build_hits(view, collapse(one, view.content_of, k), far, allowed)))
    if rerank == "late":
        final = rerank_late(view, encoded, ranking, depth, shares)
    elif rerank == "cross":
        final = rerank_cross(view, query, ranking, depth, cross)
    else:
        final = Reranked(ranking, "none")
    best = Ranking(final.ranking.rows[:k], final.ranking.scores[:k])
    notes = (*_too_long(embedder, query), *final.notes)
    signals = read_signals(view, query, ranked.dense, ranked.lexical, final)
    return SearchResult(query, build_hits(view, best, far, allowed), mode, final.ran, notes, tuple(filters), signals)


def check_seal(profile: EmbedderProfile, seal: Seal) -> None:
    """Raise SealError, naming both models, unless vectors of this embedder may be compared with those of the index."""
    if (profile.fingerprint, profile.projection) != (seal.fingerprint, seal.projection):
        raise SealError(
            f"the index was built by {_model(seal.embedder, seal.fingerprint, seal.projection)}, the query would be read by "
            f"{_model(profile.name, profile.fingerprint, profile.projection)}: their vectors cannot be compared. "
            "Use the embedder of the index, or run `pincite reindex` to build it anew with this one."
        )


def _too_long(embedder: Embedder, query: str) -> tuple[str, ...]:
    """A note where the query is longer than the window; a remote embedder's count is only an estimate, so it says nothing."""
    window, tokens = embedder.profile.window, 0 if embedder.profile.remote else embedder.count([query])[0]
    if tokens <= window:
        return ()
    return (f"the query has {tokens} tokens, the embedder's window {window}: its end may count by its words only",)


def _model(name: str, fingerprint: str, projection: str | None) -> str:
    return f"{name} ({fingerprint[:12]}, projection {projection or 'none'})"


def _check(query: str, mode: Mode, rerank: Rerank, **counts: int) -> None:
    if not query.strip():
        raise UsageError("the query is empty: write what you are looking for")
    for name, value, known in (("mode", mode, Mode), ("rerank", rerank, Rerank)):
        _check_choice(name, value, get_args(known))
    for name, count in counts.items():
        if count < 1:
            raise UsageError(f"`{name}` is {count}: it must be 1 or more")


def _check_choice(name: str, value: str, known: tuple[Any, ...]) -> None:
    if value not in known:
        raise UsageError(f"`{name}` is {value!r}: it must be one of {', '.join(known)}")


class _Ranked(NamedTuple):
    """The ranking to go on with, and the two that it was fused of, where it was."""

    best: Ranking
    dense: Ranking | None = None
    lexical: Ranking | None = None


def _rank(view: IndexView, query: str, far: F32, mode: Mode, allowed: Allowed | None, *, shares: Scores) -> _Ranked:
    if mode == "dense":
        return _Ranked(rank_dense(far, allowed))
    lexical = rank_lexical(view, query, allowed)
    if mode == "lexical":
        return _Ranked(lexical)
    dense = rank_dense(far, allowed)
    return _Ranked(fuse([dense.rows, lexical.rows, identified(lexical, shares)]), dense, lexical)


def _lists(ranked: _Ranked, mode: Mode, hits: Callable[[Ranking], tuple[Hit, ...]]) -> Lists:
    if mode == "hybrid" and ranked.dense and ranked.lexical:
        return Lists(hits(ranked.dense), hits(ranked.lexical), hits(ranked.best))
    only = hits(ranked.best)
    return Lists(only, None, None) if mode == "dense" else Lists(None, only, None)
