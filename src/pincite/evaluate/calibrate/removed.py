"""Answerable questions asked once more of the index without their answers: unanswerable ones that nobody had to write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.evaluate.calibrate.asked import REMOVED, Asked
from pincite.evaluate.runs.judge import Held
from pincite.evaluate.runs.product import ground_of, served
from pincite.knowledge_base.door import KnowledgeBase
from pincite.retrieve.search import search
from pincite.types.embedding import F32, I32
from pincite.types.golden import Corpus, GoldenSet, Question
from pincite.types.index import IndexView, StoredChunk


class Hidden:
    """An `IndexView` of which only the rows in `shown` are found; words are still counted over all of them."""

    def __init__(self, view: IndexView, shown: NDArray[np.bool_]) -> None:
        self._view = view
        self._shown = shown
        self.seal = view.seal
        self.vectors: F32 = view.vectors
        self.lengths: NDArray[np.float32] = view.lengths
        self.document_of: I32 = view.document_of
        self.content_of: I32 = view.content_of

    def postings(self, term: str) -> tuple[I32, NDArray[np.float32]]:
        """As in the whole index."""
        return self._view.postings(term)

    def token_codes(self, rows: Sequence[int]) -> list[bytes | None]:
        """As in the whole index."""
        return self._view.token_codes(rows)

    def piece_frequency(self, ids: I32) -> NDArray[np.float32]:
        """As in the whole index."""
        return self._view.piece_frequency(ids)

    def chunk(self, row: int) -> StoredChunk:
        """As in the whole index."""
        return self._view.chunk(row)

    def select(self, filters: Sequence[str]) -> NDArray[np.bool_] | None:
        """The rows that are shown and pass the filters."""
        passing = self._view.select(filters)
        return self._shown if passing is None else self._shown & passing


def ask_removed(kb: KnowledgeBase, golden: GoldenSet, corpus: Corpus) -> list[Asked]:
    """Each question that has needles, asked of the index without every chunk that has part of one, and without their twins.

    It is unanswerable then, in the same words: what tells it from an answerable one can't be how it is worded. It stays
    with its needle (`unit`), so that both go into the same half. Passages that say the same in other words are left in.
    """
    view, held, config = kb.index(), ground_of(kb, corpus).held, served(kb.config, kb.embedder)
    found = []
    for question in golden.questions:
        if not (question.answerable and question.spans):
            continue
        result = search(
            Hidden(view, _shown(view, held, question)),
            kb.embedder,
            question.question,
            k=config.pool,
            mode=config.mode,
            rerank=config.rerank,
            pool=config.pool,
            cross_pool=config.cross_pool,
            cross=kb.cross_encoder if config.rerank == "cross" else None,
        )
        nearest = min((hit.distance for hit in result.hits), default=np.inf)
        found.append(
            Asked(
                f"{question.id} {REMOVED}",
                question.unit,
                answerable=False,
                in_evidence=False,
                kind=REMOVED,
                distance=nearest,
                seen=result.signals,
            )
        )
    return found


def _shown(view: IndexView, held: Sequence[Held], question: Question) -> NDArray[np.bool_]:
    touched = np.fromiter(_touched(held, question), np.bool_, len(held))
    return ~np.isin(view.content_of, view.content_of[touched])


def _touched(held: Sequence[Held], question: Question) -> Iterator[bool]:
    for one in held:
        yield any(
            one.document == span.document and one.start < span.end and span.start < one.end for span in question.spans
        )
