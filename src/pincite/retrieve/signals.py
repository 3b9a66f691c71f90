"""What the stages of a search saw, in the few numbers that a gate can read."""

from __future__ import annotations

import numpy as np

from pincite.lexical.bm25 import word_worth
from pincite.lexical.terms import terms
from pincite.retrieve.ranking import Ranking, Rows
from pincite.retrieve.rerank import Reranked
from pincite.types.embedding import I32
from pincite.types.index import IndexView
from pincite.types.search import Signals

DEEP = 20
"""The place in the dense ranking that the nearest passage is held against."""
FIRST = 4
"""The hits in which a word of the question is looked for."""
COMMON = 0.1
"""The share of passages above which a word tells nothing."""


def read_signals(
    view: IndexView, query: str, dense: Ranking | None, lexical: Ranking | None, final: Reranked
) -> Signals | None:
    """The signals of a search; None unless both rankings and late interaction ran."""
    if dense is None or lexical is None or final.spread is None:
        return None
    return Signals(
        cosine=float(dense.scores[0]),
        cosine_twentieth=float(dense.scores[:DEEP][-1]),
        bm25=float(lexical.scores[0]) if len(lexical.scores) else 0.0,
        word_worth=word_worth(len(view.lengths)),
        late=final.spread.first,
        late_mean=final.spread.mean,
        late_deviation=final.spread.deviation,
        late_sum=final.spread.first_sum,
        shared_words=shared_words(view, query, final.ranking.rows[:FIRST]),
    )


def shared_words(view: IndexView, query: str, first: Rows) -> int:
    """How many different words of the query stand in one of the rows `first` and in at most a tenth of all rows (or in one)."""
    most = max(COMMON * len(view.lengths), 1)
    holding = (view.postings(word)[0] for word in dict.fromkeys(terms(query)))
    return sum(_any_of(first, rows) for rows in holding if 0 < len(rows) <= most)


def _any_of(wanted: Rows, rows: I32) -> bool:
    """Whether one of `wanted` is among the ascending `rows`, which may be many."""
    places = np.minimum(np.searchsorted(rows, wanted), len(rows) - 1)
    return bool((rows[places] == wanted).any())
