"""nDCG: graded relevance, discounted with the rank, as a share of the best order there could be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log2

from pincite.evaluate.measures.qrels import Qrels


def ndcg(ids: Sequence[str], qrels: Qrels, k: int) -> float:
    """The sum of grade / log2(rank + 1) over the first `k`, divided by that of the judged documents in falling order.

    Grades count as they are (not 2^grade - 1), what is not judged or graded below 0 counts 0; 0.0 when nothing is
    relevant. `ndcg_cut_k` of trec_eval: Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques",
    ACM TOIS 20 (2002), with the discount of every rank.

    >>> round(ndcg(["d2", "d1"], {"d1": 2, "d2": 1}, 10), 4)  # (1/1 + 2/1.585) / (2/1 + 1/1.585)
    0.8597
    """
    best = _discounted(sorted(qrels.values(), reverse=True)[:k])
    return _discounted(qrels.get(one, 0) for one in ids[:k]) / best if best else 0.0


def _discounted(grades: Iterable[int]) -> float:
    return sum((max(grade, 0) / log2(rank + 1) for rank, grade in enumerate(grades, 1)), 0.0)
