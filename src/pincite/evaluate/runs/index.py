"""An index in memory, cut by any rule, that the product's own search runs on."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.chunk.report import counted, report
from pincite.errors import FilterError
from pincite.evaluate.runs.judge import Ground, Held
from pincite.ingest.add import document_id
from pincite.ingest.build import Built, encode
from pincite.ingest.seal import make_seal
from pincite.knowledge_base.models import projection_of
from pincite.types.chunk import Chunk
from pincite.types.embedding import F32, I32, Embedder
from pincite.types.golden import Corpus, CorpusDocument
from pincite.types.index import Seal, StoredChunk
from pincite.types.ingest import Progress, Watch
from pincite.types.run import ChunkCosts

Cut = Callable[[CorpusDocument], Sequence[Chunk]]
"""From a document to its chunks, in the order of the text."""


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A document of an index in memory: its id, what the corpus calls it, and all that was built from it."""

    id: str
    source: CorpusDocument
    built: Built


class MemoryIndex:
    """An `IndexView` over documents that are given with all that was built from them; it holds nothing but memory.

    Rows stand in the order of (document id, start). `held` has one entry a row, `costs` counts the chunks' tokens. The
    same chunks under the same ids are searched to the same bits as in a knowledge base. Documents go by the names of
    their corpus, as `document_name` and as `path`, and there is nothing to filter by.
    """

    def __init__(self, seal: Seal, corpus: Corpus, documents: Iterable[IndexedDocument]) -> None:
        self.seal = seal
        self.documents = sorted(documents, key=lambda document: document.id)
        self.chunks = [chunk for document in self.documents for chunk in document.built.chunks]
        self.vectors: F32 = np.concatenate(
            [np.zeros((0, seal.dimensions), np.float32), *(document.built.vectors for document in self.documents)]
        )
        self.document_of: I32 = np.repeat(
            np.arange(len(self.documents), dtype=np.int32), [len(document.built.chunks) for document in self.documents]
        )
        self.content_of: I32 = _numbered(chunk.content for chunk in self.chunks)
        self._codes = [code for document in self.documents for code in document.built.codes]
        self._pieces = _piece_counts(pieces for document in self.documents for pieces in document.built.pieces)
        words = [terms for document in self.documents for terms in document.built.terms]
        self.lengths: NDArray[np.float32] = np.array([len(terms) for terms in words], np.float32)
        self._postings = _postings(words)
        self.held = [held for document in self.documents for held in held_by(document.source, document.built.chunks)]
        self.costs = _costs(self.chunks, seal.window)
        self.ground = Ground(corpus, self.held, {document.id: document.source.name for document in self.documents})

    def postings(self, term: str) -> tuple[I32, NDArray[np.float32]]:
        """The rows that hold `term`, ascending, and how often each does."""
        return self._postings.get(term) or (np.zeros(0, np.int32), np.zeros(0, np.float32))

    def token_codes(self, rows: Sequence[int]) -> list[bytes | None]:
        """The compressed token vectors of each row, None where there are none."""
        return [self._codes[row] for row in rows]

    def piece_frequency(self, ids: I32) -> NDArray[np.float32]:
        """For each word piece, how many chunks hold it."""
        return np.array([self._pieces[number] for number in ids.tolist()], np.float32)

    def chunk(self, row: int) -> StoredChunk:
        """The row with its words and its place."""
        document, chunk = self.documents[self.document_of[row]], self.chunks[row]
        name, place = document.source.name, document.source.document.locate(chunk.start, chunk.end)
        return StoredChunk(document.id, name, name, chunk.section, chunk.content, place)

    def select(self, filters: Sequence[str]) -> NDArray[np.bool_] | None:
        """None: all rows. Raises FilterError for any filter."""
        if filters:
            raise FilterError(f"found the filter {filters[0]!r}, but an index in memory has none: leave it out")
        return None


def build_index(
    corpus: Corpus, cut: Cut, embedder: Embedder, *, ids: Mapping[str, str] | None = None, watch: Watch | None = None
) -> MemoryIndex:
    """Cut every document by `cut` and encode its chunks as the product does.

    `ids` gives the document ids by the corpus' names, and with them the order of equal scores (None: made from names
    and sources, so that they are the same on every machine). Chunks that were not counted are counted here.
    """
    projection = projection_of(embedder)
    built = []
    for done, document in enumerate(corpus.documents):
        if watch:
            watch(Progress(document.name, "embedding", done, len(corpus.documents)))
        id_ = ids[document.name] if ids else portable_id(document)
        built.append(IndexedDocument(id_, document, encode(_counted(cut(document), embedder), embedder, projection)))
    return MemoryIndex(make_seal(embedder.profile), corpus, built)


def portable_id(document: CorpusDocument) -> str:
    """A document id from the name and the source: the same on every machine, whatever folder the corpus lies in."""
    return document_id(document.name.encode("utf-8", "surrogatepass"), document.document.source_sha256)


def held_by(document: CorpusDocument, chunks: Sequence[Chunk]) -> list[Held]:
    """What each of a document's chunks holds of it, in their order.

    A tail lies directly before its content or, where white space or a heading stands between, at the end of the chunk
    before.
    """
    befores = [0, *(chunk.end for chunk in chunks)]
    return [_held(document, chunk, before) for chunk, before in zip(chunks, befores, strict=False)]


def _held(document: CorpusDocument, chunk: Chunk, before: int) -> Held:
    text, size = document.document.text, len(chunk.tail)
    content, tail = (chunk.start, chunk.end), (before - size, before)
    stretches: tuple[tuple[int, int], ...] = (content,)
    if size and text[chunk.start - size : chunk.start] == chunk.tail:
        stretches = ((chunk.start - size, chunk.end),)
    elif size:
        apart = text[before : chunk.start].strip()
        stretches = (tail, content) if apart else ((tail[0], chunk.end),)
    return Held(document.name, chunk.start, chunk.end, stretches)


def _counted(chunks: Sequence[Chunk], embedder: Embedder) -> Sequence[Chunk]:
    return chunks if all(chunk.tokens for chunk in chunks) else counted(chunks, embedder.count)


def _costs(chunks: Sequence[Chunk], window: int) -> ChunkCosts:
    costs = report(chunks, window)
    return ChunkCosts(costs.chunks, costs.tokens, costs.header_tokens, costs.over_window)


def _numbered(values: Iterable[str]) -> I32:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(value, len(numbers)) for value in values], np.int32)


def _piece_counts(pieces: Iterable[I32 | None]) -> Counter[int]:
    return Counter(number for some in pieces if some is not None for number in some.tolist())


def _postings(words: Sequence[Sequence[str]]) -> dict[str, tuple[I32, NDArray[np.float32]]]:
    rows: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, terms in enumerate(words):
        for term, times in Counter(terms).items():
            rows[term].append((row, times))
    return {
        term: (np.array([row for row, _ in some], np.int32), np.array([times for _, times in some], np.float32))
        for term, some in rows.items()
    }
