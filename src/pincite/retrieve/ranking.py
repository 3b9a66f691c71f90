"""A ranked list of rows: the one form in which every stage of a search hands its order to the next."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.intp]
Scores = NDArray[np.float64]
Allowed = NDArray[np.bool_]


class Ranking(NamedTuple):
    """Rows of an index, best first, and the score of each: `(m,)` and `(m,)`; a higher score is better.

    Scores of two rankings are never compared: cosines, BM25 and sums of reciprocal ranks have no common scale.
    """

    rows: Rows
    scores: Scores


def best_first(rows: Rows, scores: Scores) -> Ranking:
    """Order rows by score, highest first; equal scores stand in the order of their rows.

    >>> best_first(np.array([7, 2, 5]), np.array([0.5, 0.5, 0.9])).rows.tolist()
    [5, 2, 7]
    """
    order = np.lexsort((rows, -scores))
    return Ranking(rows[order], scores[order])
