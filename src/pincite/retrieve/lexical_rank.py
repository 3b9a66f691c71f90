"""Lexical retrieval: the chunks that share a term with the query, by BM25."""

from __future__ import annotations

import numpy as np

from pincite.lexical.bm25 import bm25
from pincite.lexical.terms import terms
from pincite.retrieve.ranking import Allowed, Ranking, best_first
from pincite.types.index import IndexView


def rank_lexical(view: IndexView, query: str, allowed: Allowed | None = None) -> Ranking:
    """The allowed rows that hold at least one term of the query, best first; none when no term is known.

    The statistics (how many chunks hold a term, how long chunks are) stay those of the whole index whatever is
    filtered, so that a filter takes rows away and changes no score.
    """
    scores = bm25(terms(query), view.postings, view.lengths)
    matched = scores > 0
    rows = np.flatnonzero(matched if allowed is None else matched & allowed)
    return best_first(rows, scores[rows].astype(np.float64))
