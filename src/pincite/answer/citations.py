"""The table that stays with the server: what stands behind each `[n]`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pincite.types.answer import Citation
from pincite.types.search import Hit

T = TypeVar("T")


def cite(hits: Sequence[Hit]) -> tuple[Citation, ...]:
    """The citations of `hits`: number n, from 1, is the n-th hit.

    Nothing is merged, dropped or reordered here, so two hits of one document stay two citations, and a marker is
    looked up by its number and by nothing else. `quote` is the hit's own, code point for code point.

    >>> from pincite.types.locator import Locator
    >>> hit = Hit(1, "d1", "notes.md", "notes.md", "Wages", "Paid monthly.", 0.4, 1.0, Locator(20, 33))
    >>> [(citation.index, citation.label, citation.locator.start) for citation in cite([hit, hit])]
    [(1, 'Wages', 20), (2, 'Wages', 20)]
    """
    return tuple(_citation(number, hit) for number, hit in enumerate(hits, start=1))


def best_at_both_ends(hits: Sequence[T]) -> list[T]:
    """`hits`, best first, so that the best stand first and last and the worst in the middle.

    Models use what stands at the ends of a long prompt better than its middle: Liu et al., "Lost in the Middle", TACL 2024.

    >>> best_at_both_ends("12345")
    ['1', '3', '5', '4', '2']
    """
    return [*hits[::2], *reversed(hits[1::2])]


def _citation(number: int, hit: Hit) -> Citation:
    return Citation(
        index=number,
        document_id=hit.document_id,
        document_name=hit.document_name,
        path=hit.path,
        section=hit.section,
        label=_label(hit),
        quote=hit.quote,
        distance=hit.distance,
        score=hit.score,
        locator=hit.locator,
        places=hit.places,
    )


def _label(hit: Hit) -> str:
    return ", ".join(part for part in (hit.locator.label, hit.section) if part)
