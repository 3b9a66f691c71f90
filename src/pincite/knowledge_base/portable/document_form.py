"""A document as an export writes it, and read again as if an enemy had written it."""

from __future__ import annotations

import hashlib
import os
from base64 import b64decode, b64encode
from datetime import date
from typing import Any, get_args

from pincite.ingest.add import document_id
from pincite.ingest.walk import shown
from pincite.knowledge_base.portable.checked import items, maybe, row, sha256, text, whole
from pincite.knowledge_base.portable.places_form import place_to_json, places_from_json
from pincite.types.document import Block, BlockKind, Document, Note
from pincite.types.index import DateSource, DocumentRecord

LONGEST_PATH = 16_384
_OF_RECORD = (
    "document_id", "path", "root", "name", "date", "date_source", "size", "pipeline",
)  # fmt: skip
_OF_DOCUMENT = ("type", "title", "extractor", "source_sha256", "text_sha256", "text")
_LISTS = ("tags", "metadata", "blocks", "places", "notes", "chunks")


def document_to_json(record: DocumentRecord, document: Document) -> dict[str, Any]:
    """All that is known of an indexed document but its chunks, of which there are `chunks`; offsets are code points of `text`.

    `path_base64` has the bytes of the path where these are not what `path` shows.
    """
    raw = (
        {} if os.fsencode(record.path) == record.path_bytes else {"path_base64": b64encode(record.path_bytes).decode()}
    )
    return {
        **{name: getattr(record, name) for name in _OF_RECORD},
        **raw,
        **{name: getattr(document, name) for name in _OF_DOCUMENT},
        "title": record.title,
        "tags": list(record.tags),
        "metadata": dict(document.metadata),
        "blocks": [_block_to_json(block) for block in document.blocks],
        "places": [place_to_json(place) for place in document.places],
        "notes": [_note_to_json(note) for note in document.notes],
        "chunks": record.chunks,
    }


def document_from_json(value: Any) -> tuple[DocumentRecord, Document]:
    """The record and the document that were exported; the record is still to be indexed.

    Raises ValueError where the text is not canonical or not the one that its hash says, a block or place lies outside of it, words lie
    in no block, blocks do not nest, or the id does not belong to path and hash.
    """
    found = row(value, (*_OF_RECORD, *_OF_DOCUMENT, *_LISTS), ("path_base64",))
    document = _document(found)
    path = _path(found)
    record = DocumentRecord(
        document_id=text(found["document_id"]),
        path=shown(path),
        path_bytes=path,
        root=text(found["root"]),
        name=shown(path.rpartition(b"/")[2]),
        state="queued",
        type=document.type,
        title=text(found["title"]),
        date=_date(found["date"]),
        date_source="document" if text(found["date_source"], among=get_args(DateSource)) == "document" else "file",
        tags=tuple(sorted(set(items(found["tags"], text)))),
        size=whole(found["size"], 0, 2**53),
        source_sha256=document.source_sha256,
        text_sha256=document.text_sha256,
        extractor=document.extractor,
        pipeline=text(found["pipeline"]),
        characters=len(document.text),
        chunks=whole(found["chunks"], 1),
    )
    if record.document_id != document_id(path, record.source_sha256):
        raise ValueError(f"the id {record.document_id[:40]} does not belong to its path and the hash of its source")
    if (record.path, record.name) != (found["path"], found["name"]) or len(record.root) > LONGEST_PATH:
        raise ValueError("path, name and root do not belong together")
    return record, document


def _path(found: Any) -> bytes:
    """The path; it is shown and compared, and nothing is ever written to it."""
    try:
        raw = maybe(found.get("path_base64"), lambda value: b64decode(text(value), validate=True))
    except ValueError as error:
        raise ValueError(f"`path_base64` cannot be read: {error}") from None
    path = text(found["path"]).encode() if raw is None else raw
    if not path.startswith(b"/") or b"\0" in path or len(path) > LONGEST_PATH or os.path.normpath(path) != path:
        raise ValueError(f"found the path {shown(path)[:60]}, expected one from the root on, without `..`")
    return path


def _date(value: Any) -> str:
    found = text(value)
    if found:
        date.fromisoformat(found)
    return found


def _document(found: Any) -> Document:
    words = text(found["text"])
    document = Document(
        text=words,
        blocks=items(found["blocks"], lambda value: _block(value, len(words))),
        type=text(found["type"]),
        extractor=text(found["extractor"]),
        source_sha256=sha256(found["source_sha256"]),
        text_sha256=sha256(found["text_sha256"]),
        title=text(found["title"]),
        places=places_from_json(found["places"]),
        notes=items(found["notes"], lambda value: _note(value, len(words))),
        metadata=_metadata(found["metadata"]),
    )
    if hashlib.sha256(words.encode()).hexdigest() != document.text_sha256:
        raise ValueError("the text has not the hash that `text_sha256` says")
    if "\r" in words or "\0" in words or words.startswith("\ufeff"):
        raise ValueError("the text is not canonical: it has a carriage return, a NUL, or begins with a byte order mark")
    if len(document.places) and document.places[-1].end > len(words):
        raise ValueError(f"a place ends beyond the {len(words)} characters of the text")
    _check_blocks(document)
    return document


def _check_blocks(document: Document) -> None:
    """Raise ValueError unless blocks stand in order and nest, and every character that is not white space lies in one."""
    open_ends: list[int] = []
    last = covered = 0
    for block in document.blocks:
        while open_ends and open_ends[-1] <= block.start:
            open_ends.pop()
        if block.start < last or (open_ends and block.end > open_ends[-1]):
            raise ValueError(f"the block at {block.start} to {block.end} is out of order or crosses another")
        if block.start > covered and not document.text[covered : block.start].isspace():
            raise ValueError(f"the words at {covered} to {block.start} lie in no block")
        open_ends.append(block.end)
        last, covered = block.start, max(covered, block.end)
    if document.text[covered:].strip():
        raise ValueError(f"the words from {covered} on lie in no block")


def _block_to_json(block: Block) -> dict[str, Any]:
    level = {"level": block.level} if block.level else {}
    return {
        "kind": block.kind,
        "from": block.start,
        "to": block.end,
        **level,
        **({"title": block.title} if block.title else {}),
    }


_KINDS: dict[str, BlockKind] = {kind: kind for kind in get_args(BlockKind)}


def _block(value: Any, length: int) -> Block:
    found = row(value, ("kind", "from", "to"), ("level", "title"))
    kind, start = _KINDS[text(found["kind"], among=_KINDS)], whole(found["from"], 0, length)
    level = whole(found.get("level", 0), 1 if kind == "heading" else 0, 6)
    return Block(kind, start, whole(found["to"], start + 1, length), level, text(found.get("title", "")))


def _note_to_json(note: Note) -> dict[str, Any]:
    return {
        "code": note.code, "message": note.message, "from": note.start, "to": note.end, "page": note.page, "text": note.text,
    }  # fmt: skip


def _note(value: Any, length: int) -> Note:
    found = row(value, ("code", "message", "from", "to", "page", "text"))
    start = maybe(found["from"], lambda at: whole(at, 0, length))
    end = maybe(found["to"], lambda at: whole(at, start or 0, length))
    return Note(
        text(found["code"]), text(found["message"]), start, end, maybe(found["page"], whole), text(found["text"])
    )


def _metadata(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise TypeError(f"found the metadata {str(value)[:60]}, expected an object")
    return {text(name): text(said) for name, said in value.items()}
