"""Rare identifiers: a query that names `RULE-A002` wants the passages that hold `RULE-A002`, not those that look like it."""

from __future__ import annotations

import numpy as np

from pincite.lexical.terms import identifiers
from pincite.retrieve.ranking import Ranking, Rows, Scores
from pincite.types.index import IndexView


def identifier_shares(view: IndexView, query: str) -> Scores:
    """`(n,)`: the share of the query's rare identifiers that each row holds whole; 0 everywhere when it has none.

    One is rare when at most the square root of the number of chunks hold it: a name that stands everywhere tells
    nothing. Word pieces and vectors hardly tell `RULE-A002` from `RULE-A003`, so this signal stands beside them.
    """
    count = len(view.lengths)
    found = [rows for rows, _ in map(view.postings, identifiers(query)) if 0 < len(rows) <= np.sqrt(count)]
    shares = np.zeros(count)
    for rows in found:
        shares[rows] += 1.0 / len(found)
    return shares


def identified(lexical: Ranking, shares: Scores) -> Rows:
    """The rows of a lexical ranking that hold an identifier, those with the larger share first, else in its order."""
    rows = lexical.rows[shares[lexical.rows] > 0]
    return rows[np.argsort(-shares[rows], kind="stable")]
