"""An index without some of its chunks: what a search sees where the answer is not in the corpus."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pincite.embed.projection import load_projection
from pincite.evaluate.runs.index import MemoryIndex
from pincite.evaluate.runs.judge import Held
from pincite.types.embedding import F32, I32
from pincite.types.golden import Question, Span
from pincite.types.index import StoredChunk


class Without:
    """An `IndexView` of a MemoryIndex without the rows of `gone`, counted as if they had never been indexed."""

    def __init__(self, index: MemoryIndex, gone: NDArray[np.bool_]) -> None:
        self._index = index
        self._kept = np.flatnonzero(~gone)
        self._place = np.where(gone, -1, np.cumsum(~gone) - 1)
        self._missing = _pieces(index, np.flatnonzero(gone).tolist())
        self.seal = index.seal
        self.vectors: F32 = index.vectors[self._kept]
        self.lengths: NDArray[np.float32] = index.lengths[self._kept]
        self.document_of: I32 = index.document_of[self._kept]
        self.content_of: I32 = index.content_of[self._kept]

    def postings(self, term: str) -> tuple[I32, NDArray[np.float32]]:
        """The rows that hold `term`, ascending, and how often each does."""
        rows, often = self._index.postings(term)
        places = self._place[rows]
        return places[places >= 0].astype(np.int32), often[places >= 0]

    def token_codes(self, rows: Sequence[int]) -> list[bytes | None]:
        """The compressed token vectors of each row."""
        return self._index.token_codes(self._kept[list(rows)].tolist())

    def piece_frequency(self, ids: I32) -> NDArray[np.float32]:
        """For each word piece, how many of the rows that are left hold it."""
        return self._index.piece_frequency(ids) - np.array([self._missing.get(i, 0) for i in ids.tolist()], np.float32)

    def chunk(self, row: int) -> StoredChunk:
        """The row with its words and its place."""
        return self._index.chunk(int(self._kept[row]))

    def select(self, filters: Sequence[str]) -> NDArray[np.bool_] | None:
        """None: all rows. Raises FilterError for any filter."""
        return self._index.select(filters)


def without_needle(index: MemoryIndex, question: Question) -> Without:
    """The index without every chunk that has part of one of the question's needles, and without their twins.

    The question is then unanswerable in the same words: what told it from an answerable one can't be how it is worded.
    """
    touched = [any(_touches(held, span) for span in question.spans) for held in index.held]
    contents = set(index.content_of[np.array(touched, np.bool_)].tolist())
    return Without(index, np.array([content in contents for content in index.content_of.tolist()], np.bool_))


def _touches(held: Held, span: Span) -> bool:
    return held.document == span.document and held.start < span.end and span.start < held.end


def _pieces(index: MemoryIndex, rows: Sequence[int]) -> dict[int, int]:
    """How many of the rows hold each word piece, special ones apart."""
    codes = [code for code in index.token_codes(rows) if code is not None]
    if not codes or index.seal.projection is None:
        return {}
    found: dict[int, int] = {}
    for _, ids in load_projection(index.seal.projection).expand_many(codes):
        for piece in set(ids.tolist()):
            found[piece] = found.get(piece, 0) + 1
    return found
