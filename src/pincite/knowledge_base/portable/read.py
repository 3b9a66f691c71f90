"""An export read: document by document, each whole and checked, or an error that names the line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pincite.errors import ExportError
from pincite.knowledge_base.portable.checked import maybe, row, text, whole
from pincite.knowledge_base.portable.chunk_form import Exported, chunk_from_json
from pincite.knowledge_base.portable.document_form import document_from_json
from pincite.knowledge_base.portable.export import FORMAT
from pincite.knowledge_base.portable.lines import lines_in
from pincite.types.calibration import Calibration
from pincite.types.document import Document
from pincite.types.index import DocumentRecord, Seal
from pincite.types.kinds import check_kinds

T = TypeVar("T")
UNREADABLE = (ValueError, TypeError, KeyError, OverflowError, AttributeError)
_HEAD = ("pincite_export", "pincite", "documents", "chunks", "vectors", "seal", "calibration")


@dataclass(frozen=True, slots=True)
class Head:
    """What an export says of itself."""

    documents: int
    vectors: bool
    seal: Seal
    calibration: Calibration | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One document of an export, its chunks in the order of the text."""

    record: DocumentRecord
    document: Document
    chunks: tuple[Exported, ...]


class ExportFile:
    """An export that is gone through once: first its head, then its documents."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lines = enumerate(lines_in(path), 1)
        self.head = self._read(_head, *self._next())

    def entries(self) -> Iterator[Entry]:
        """Every document; raises ExportError for one that is not sound, twice there, or missing at the end."""
        seen: set[bytes] = set()
        documents = chunks = 0
        number, line = self._next()
        while isinstance(line, dict) and line.keys() == {"document"}:
            record, document = self._read(document_from_json, number, line["document"])
            if record.path_bytes in seen:
                raise self._broken(number, f"{record.path} is there twice")
            seen.add(record.path_bytes)
            yield Entry(record, document, tuple(self._chunks(record.chunks, document.text)))
            documents, chunks = documents + 1, chunks + record.chunks
            number, line = self._next()
        end = self._read(_end, number, line)
        if end != (documents, chunks) or documents != self.head.documents:
            raise self._broken(
                number, f"found {documents} documents and {chunks} chunks, expected {end[0]} and {end[1]}"
            )
        if next(self._lines, None) is not None:
            raise self._broken(number + 1, "more lines follow the last one")

    def close(self) -> None:
        """Let go of the file."""
        self._lines = enumerate(())

    def _chunks(self, count: int, words: str) -> Iterator[Exported]:
        last = -1
        for _ in range(count):
            number, line = self._next()
            chunk = self._read(lambda value: chunk_from_json(row(value, ("chunk",))["chunk"], words), number, line)
            if chunk.start <= last:
                raise self._broken(number, f"the chunk at {chunk.start} is out of order")
            last = chunk.start
            yield chunk

    def _next(self) -> tuple[int, Any]:
        found = next(self._lines, None)
        if found is None:
            raise ExportError(f"{self._path} ends too early: it is empty or was cut off; get a whole copy of it")
        return found

    def _read(self, read: Callable[[Any], T], number: int, value: Any) -> T:
        try:
            return read(value)
        except UNREADABLE as error:
            raise self._broken(number, str(error)) from error

    def _broken(self, number: int, why: str) -> ExportError:
        return ExportError(f"{self._path}, line {number}: {why}; nothing was taken over, export it again")


def _head(value: Any) -> Head:
    if not isinstance(value, dict) or value.get("pincite_export") != FORMAT:
        found = value.get("pincite_export") if isinstance(value, dict) else None
        raise ValueError(
            f"found {str(found)[:40]!r} as `pincite_export`, expected {FORMAT}: no export, or one of another version"
        )
    found = row(value, _HEAD)
    text(found["pincite"])
    whole(found["chunks"])
    if not isinstance(found["vectors"], bool):
        raise TypeError("found `vectors` that is neither true nor false")
    seal = Seal(**found["seal"])
    check_kinds(seal)
    return Head(whole(found["documents"]), found["vectors"], seal, maybe(found["calibration"], Calibration.from_json))


def _end(value: Any) -> tuple[int, int]:
    found = row(row(value, ("end",))["end"], ("documents", "chunks"))
    return whole(found["documents"]), whole(found["chunks"])
