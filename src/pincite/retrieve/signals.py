"""What the stages of a search saw, in the few numbers that a gate can read."""

from __future__ import annotations

from pincite.lexical.bm25 import word_worth
from pincite.retrieve.ranking import Ranking
from pincite.retrieve.rerank import Reranked
from pincite.types.search import Signals

DEEP = 20
"""The place in the dense ranking that the nearest passage is held against."""


def read_signals(dense: Ranking | None, lexical: Ranking | None, final: Reranked, chunks: int) -> Signals | None:
    """The signals of a search over an index of `chunks`; None unless both rankings and late interaction ran."""
    if dense is None or lexical is None or final.spread is None:
        return None
    return Signals(
        cosine=float(dense.scores[0]),
        cosine_twentieth=float(dense.scores[:DEEP][-1]),
        bm25=float(lexical.scores[0]) if len(lexical.scores) else 0.0,
        word_worth=word_worth(chunks),
        late=final.spread.first,
        late_mean=final.spread.mean,
        late_deviation=final.spread.deviation,
    )
