"""Success: whether anything relevant stands near the top."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evaluate.measures.qrels import Qrels, first_relevant


def success(ids: Sequence[str], qrels: Qrels, k: int) -> float:
    """1.0 when a relevant document stands among the first `k`, else 0.0; `success_k` of trec_eval.

    >>> success(["d4", "d1"], {"d1": 2}, 1), success(["d4", "d1"], {"d1": 2}, 2)
    (0.0, 1.0)
    """
    return float(first_relevant(ids[:k], qrels) is not None)
