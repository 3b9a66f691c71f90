"""One hit for one wording: rows whose content is the same, character for character, count once."""

from __future__ import annotations

import numpy as np

from pincite.retrieve.ranking import Allowed, Ranking, Rows
from pincite.types.embedding import I32


def collapse(ranking: Ranking, content_of: I32, limit: int) -> Ranking:
    """The first `limit` rows of a ranking with a content not seen before it, in order.

    The best placed row of a content stands for it; the others are found again by `twins`.

    >>> ranking = Ranking(np.array([2, 0, 1]), np.array([0.9, 0.8, 0.7]))
    >>> collapse(ranking, np.array([5, 6, 5], dtype=np.int32), 10).rows.tolist()
    [2, 1]
    """
    seen: set[int] = set()
    kept: list[int] = []
    for position, row in enumerate(ranking.rows.tolist()):
        content = int(content_of[row])
        if content not in seen:
            seen.add(content)
            kept.append(position)
            if len(kept) == limit:
                break
    return Ranking(ranking.rows[kept], ranking.scores[kept])


def twins(row: int, content_of: I32, allowed: Allowed | None = None) -> Rows:
    """The other rows with the content of `row`, ascending, and only those that the filters let through.

    >>> twins(0, np.array([5, 6, 5, 5], dtype=np.int32), np.array([True, True, True, False])).tolist()
    [2]
    """
    same = content_of == content_of[row]
    same[row] = False
    return np.flatnonzero(same if allowed is None else same & allowed)
