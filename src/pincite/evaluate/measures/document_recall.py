"""Recall of documents: how many of the relevant ones a ranking has near its top."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evaluate.measures.qrels import Qrels, relevant_count


def document_recall(ids: Sequence[str], qrels: Qrels, k: int) -> float:
    """The share of the relevant documents that stand among the first `k`; 0.0 when none is relevant.

    `recall_k` of trec_eval: van Rijsbergen, "Information Retrieval" (1979), chapter 7.

    >>> document_recall(["d4", "d1", "d2"], {"d1": 2, "d2": 1, "d3": 1, "d4": 0}, 2)
    0.3333333333333333
    """
    relevant = relevant_count(qrels)
    return sum(qrels.get(one, 0) > 0 for one in ids[:k]) / relevant if relevant else 0.0
