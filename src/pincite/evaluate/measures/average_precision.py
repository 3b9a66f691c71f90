"""Average precision: precision at every relevant document, averaged over all that there are."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.evaluate.measures.qrels import Qrels, relevant_count


def average_precision(ids: Sequence[str], qrels: Qrels) -> float:
    """The precision at the rank of each relevant document, 0 for those not found, averaged over all relevant ones.

    0.0 when none is relevant. Its mean over the questions is MAP, `map` of trec_eval: Buckley and Voorhees,
    "Evaluating evaluation measure stability", SIGIR 2000.

    >>> average_precision(["d1", "d4", "d2"], {"d1": 2, "d2": 1, "d3": 1, "d4": 0})  # (1/1 + 2/3 + 0) / 3
    0.5555555555555555
    """
    found, total = 0, 0.0
    for rank, one in enumerate(ids, 1):
        if qrels.get(one, 0) > 0:
            found += 1
            total += found / rank
    relevant = relevant_count(qrels)
    return total / relevant if relevant else 0.0
