"""Rankings of whole documents against graded judgements, as TREC's own program reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

Qrels = Mapping[str, int]
"""Document id to grade: 1 or more is relevant, 0 or less is judged and not relevant, absent is not judged."""


def ranked(scores: Mapping[str, float]) -> list[str]:
    """The ids from the best score down; equal scores stand in falling order of their ids.

    Scores are compared in single precision, like everything here after trec_eval: what that program would print for
    a run is what the measures give for this list.

    >>> ranked({"d1": 2.0, "d3": 1.0, "d2": 1.0})
    ['d1', 'd3', 'd2']
    """
    by_id = sorted(scores, reverse=True)
    return sorted(by_id, key=lambda one: np.float32(scores[one]), reverse=True)


def first_relevant(ids: Sequence[str], qrels: Qrels) -> int | None:
    """The rank of the first relevant document, from 1; None when none is among them.

    >>> first_relevant(["d4", "d1"], {"d1": 2, "d4": 0})
    2
    """
    return next((rank for rank, one in enumerate(ids, 1) if qrels.get(one, 0) > 0), None)


def relevant_count(qrels: Qrels) -> int:
    """How many documents are relevant to the question."""
    return sum(grade > 0 for grade in qrels.values())
