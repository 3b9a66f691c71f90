"""From rows to hits: the words, the place, the distance and the other places of each."""

from __future__ import annotations

from pincite.errors import StoreDamaged
from pincite.retrieve.collapse import twins
from pincite.retrieve.ranking import Allowed, Ranking
from pincite.types.embedding import F32
from pincite.types.index import IndexView, StoredChunk
from pincite.types.search import Elsewhere, Hit


def build_hits(view: IndexView, ranking: Ranking, far: F32, allowed: Allowed | None = None) -> tuple[Hit, ...]:
    """One hit for each row of a collapsed ranking, in its order, ranks from 1.

    `far` `(n,)` holds the cosine distance of every row of the index; `allowed` `(n,)` is None without filters.
    Raises StoreDamaged when a quote has not the length of its place.
    """
    rows, scores = ranking.rows.tolist(), ranking.scores.tolist()
    return tuple(
        _hit(_whole(view.chunk(row)), rank, score, float(far[row]), _places(view, row, allowed))
        for rank, (row, score) in enumerate(zip(rows, scores, strict=True), start=1)
    )


def _hit(chunk: StoredChunk, rank: int, score: float, distance: float, places: tuple[Elsewhere, ...]) -> Hit:
    return Hit(
        rank=rank,
        document_id=chunk.document_id,
        document_name=chunk.document_name,
        path=chunk.path,
        section=chunk.section,
        quote=chunk.content,
        distance=distance,
        score=score,
        locator=chunk.locator,
        places=places,
    )


def _whole(chunk: StoredChunk) -> StoredChunk:
    if len(chunk.content) != chunk.locator.end - chunk.locator.start:
        raise StoreDamaged(
            f"a chunk of {chunk.path!r} at characters {chunk.locator.start} to {chunk.locator.end} holds "
            f"{len(chunk.content)} characters; run `pincite doctor`, then `pincite reindex`"
        )
    return chunk


def _places(view: IndexView, row: int, allowed: Allowed | None) -> tuple[Elsewhere, ...]:
    chunks = (view.chunk(twin) for twin in twins(row, view.content_of, allowed).tolist())
    return tuple(Elsewhere(c.document_id, c.document_name, c.path, c.section, c.locator) for c in chunks)
