"""pass@k: the share of a question's spans that its first k hits hold."""

from __future__ import annotations

from pincite.types.run import QueryResult


def pass_at(result: QueryResult, k: int) -> float:
    """How many of the question's spans the first `k` hits hold whole, as a share of them all; without spans 0.0.

    Averaged over the questions it is the pass@k of Anthropic's "Contextual Retrieval" (2024), where the spans are the
    chunks that a question was written from.

    >>> from pincite.types.run import Found
    >>> hits = (Found("a", 0, 9, 2.0, 0.3, holds=(1,)), Found("b", 0, 9, 1.0, 0.4, holds=(0, 1)))
    >>> both = QueryResult("q1", "q1", answerable=True, judged=True, rank=2, spans=2, hits=hits)
    >>> pass_at(both, 1), pass_at(both, 2)
    (0.5, 1.0)
    """
    held = {span for hit in result.hits[:k] for span in hit.holds}
    return len(held) / result.spans if result.spans else 0.0
