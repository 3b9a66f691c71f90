"""Reciprocal rank: how near the top the answer stands."""

from __future__ import annotations


def reciprocal_rank(rank: int | None) -> float:
    """1 / rank, ranks from 1; 0.0 for None, which is a question whose hits do not answer it.

    Its mean over the questions is MRR: Voorhees, "The TREC-8 question answering track report" (1999).

    >>> reciprocal_rank(1), reciprocal_rank(4), reciprocal_rank(None)
    (1.0, 0.25, 0.0)
    """
    return 1 / rank if rank else 0.0
