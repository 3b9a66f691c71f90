"""Everything that is indexed, document by document, as one commit has it: for what is carried elsewhere."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import apsw
import numpy as np

from pincite.store import sql
from pincite.store.connections import Readers, explained
from pincite.store.decoding import decoding
from pincite.store.generations import current, current_id
from pincite.store.packed import ChunkWords, unpack_spans, unpack_words
from pincite.store.read import calibration, counters, document, text_of_row
from pincite.types.calibration import Calibration
from pincite.types.chunk import Chunk
from pincite.types.document import Document
from pincite.types.embedding import F32
from pincite.types.index import DocumentRecord, Seal


@dataclass(frozen=True, slots=True)
class Kept:
    """One indexed document: `vectors` is `(n, d)`, `codes` the compressed token vectors, None where a chunk has none."""

    record: DocumentRecord
    document: Document
    chunks: tuple[Chunk, ...]
    vectors: F32
    codes: tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """What one commit holds; `documents` may be gone through once, while the store is open."""

    seal: Seal
    calibration: Calibration | None
    counters: dict[str, int]
    documents: Generator[Kept]


def read_contents(path: Path, busy_seconds: float) -> Contents:
    """The indexed documents of the file `path`, in the order of their ids, within one read transaction.

    While they are gone through, the write-ahead log can't be emptied. Raises NotReady for an empty file.
    """
    readers = Readers(path, busy_seconds)
    with explained(path):
        connection = readers.begin()
        try:
            generation = current_id(connection)
            found = current(connection)
            assert found is not None  # noqa: S101 - `current_id` has raised otherwise
            return Contents(
                found[1],
                calibration(connection, generation),
                counters(connection, generation),
                _documents(path, connection, generation, found[1].dimensions),
            )
        except BaseException:
            connection.close()
            raise


def _documents(path: Path, connection: apsw.Connection, generation: int, dimensions: int) -> Generator[Kept]:
    with closing(connection), explained(path):
        for row, document_id, *_ in list(connection.execute(sql.VIEW_DOCUMENTS, (generation,))):
            record = document(connection, generation, document_id)
            if record is not None:
                yield _kept(connection, row, record, dimensions)


@decoding("what is kept of a document")
def _kept(connection: apsw.Connection, row: int, record: DocumentRecord, dimensions: int) -> Kept:
    text = text_of_row(connection, row)
    spans, _, _, vectors = connection.execute(sql.CHUNKS_NUMBERS, (row,)).get
    words = unpack_words(connection.execute(sql.CHUNKS_WORDS, (row,)).get)
    chunks = tuple(
        _chunk(text.text, word, *span) for word, span in zip(words, unpack_spans(spans).tolist(), strict=True)
    )
    codes: dict[Any, Any] = dict(connection.execute(sql.NUMBERED_CODES, (row,)))
    return Kept(
        record,
        text,
        chunks,
        np.frombuffer(vectors, np.float32).reshape(len(chunks), dimensions),
        tuple(codes.get(ordinal) for ordinal in range(len(chunks))),
    )


def _chunk(text: str, words: ChunkWords, start: int, end: int, tokens: int, header_tokens: int) -> Chunk:  # noqa: PLR0917 - the four numbers of a row of spans
    content = text[start:end]
    return Chunk(
        words.text(content), content, words.section, start, end, words.tail, tokens=tokens, header_tokens=header_tokens
    )
