"""What a viewer of a source needs: its text, chunks and places, and the file itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Header, Query, Response
from fastapi import Path as PathParameter
from fastapi.responses import FileResponse

from pincite.errors import ExtractError, UsageError
from pincite.extract.mail.attached import mail_of
from pincite.extract.sandbox import Extractor
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.grid import grid_around
from pincite.service.problems import NotFound
from pincite.service.ranges import WholeOrPart, sent
from pincite.service.reach import DocumentId, Drawing, Opened
from pincite.service.routes.documents import known
from pincite.types.document import Document
from pincite.types.index import DocumentRecord
from pincite.types.places import Slide

router = APIRouter(prefix="/api/v1/bases/{base}/documents/{document}", tags=["viewing"])

INERT = {"Content-Security-Policy": "sandbox; default-src 'none'", "X-Content-Type-Options": "nosniff"}
"""With a file as it was uploaded: whatever it holds, a browser must not run it."""

KEPT = {"Cache-Control": "private, max-age=300", "Vary": "Cookie, Authorization"}
"""With pictures of pages: a browser may keep them for a while, and for nobody but who asked."""

PLAYED = {
    "wav": "audio/wav", "mp3": "audio/mpeg", "m4a": "audio/mp4", "m4b": "audio/mp4", "ogg": "audio/ogg", "oga": "audio/ogg",
    "opus": "audio/ogg", "flac": "audio/flac", "mp4": "video/mp4", "m4v": "video/mp4", "webm": "video/webm",
    "ogv": "video/ogg", "mov": "video/mp4",
}  # fmt: skip
"""The recordings that browsers play, by extension; what a file says of itself is not asked."""

From = Annotated[int, Query(alias="from", ge=0, description="code points of the canonical text")]
To = Annotated[int, Query(alias="to", ge=0, description="where the span ends, behind its last character")]

Part = Annotated[str | None, Header(alias="range", include_in_schema=False)]
"""A part of the bytes, as `bytes=0-99` (RFC 9110, 14): of every file, so no parameter of one operation."""

CONTEXT = 32
"""Characters before and after a quotation that a W3C selector names."""


@router.get("/text")
def text(
    kb: Opened,
    document: DocumentId,
    start: Annotated[int, Query(alias="from", ge=0, description="code points of the canonical text")] = 0,
    end: Annotated[int | None, Query(alias="to", ge=0, description="None: to the end")] = None,
) -> dict[str, Any]:
    """The canonical text or a part of it, with the blocks that reach into it and with what was dropped or guessed.

    All offsets count code points of the whole text. `slides` cover the part whole where the document has slides, else there are none.
    """
    record, found = _indexed(kb, document)
    end = len(found.text) if end is None else min(end, len(found.text))
    start = min(start, end)
    return {
        "document_id": document,
        "name": record.name,
        "type": found.type,
        "title": found.title,
        "characters": len(found.text),
        "pages": int(found.metadata["pages"]) if found.metadata.get("pages", "").isdecimal() else None,
        "from": start,
        "to": end,
        "text": found.text[start:end],
        "blocks": [
            {"kind": block.kind, "level": block.level, "from": block.start, "to": block.end}
            for block in found.blocks
            if block.start < end and start < block.end
        ],
        "slides": slides_in(found, start, end),
        "notes": [
            {"code": note.code, "message": note.message, "from": note.start, "to": note.end, "page": note.page}
            for note in found.notes
        ],
    }


@router.get("/chunks")
def chunks(kb: Opened, document: DocumentId) -> dict[str, Any]:
    """The chunks, in the order of the text; together they and the headings cover every word."""
    _indexed(kb, document)
    found = kb.chunks(document)
    return {
        "chunks": [{"from": chunk.locator.start, "to": chunk.locator.end, "section": chunk.section} for chunk in found]
    }


@router.get("/locate")
def locate(
    kb: Opened,
    document: DocumentId,
    start: From,
    end: To,
) -> dict[str, Any]:
    """The exact words of a span, and its place in every form: pages and boxes, time, cells, W3C selectors."""
    found = _holding(kb, document, start, end)
    locator, words = found.locate(start, end), found.text[start:end]
    return {
        "quote": words,
        "locator": locator.to_json(),
        "fragment": locator.fragment,
        "label": locator.label,
        "selectors": locator.selectors(
            words, found.text[max(0, start - CONTEXT) : start], found.text[end : end + CONTEXT]
        ),
    }


@router.get("/grid")
def grid(
    kb: Opened,
    document: DocumentId,
    start: From,
    end: To,
) -> dict[str, Any]:
    """The rows around a span of a table, cell by cell; the cells of the span are `lit`."""
    found = _holding(kb, document, start, end)
    shown = grid_around(found, start, end)
    if shown is None:
        raise NotFound("these characters stand in no table with cells")
    return shown


@router.get("/pages/{page}.png", response_class=Response, responses={200: {"content": {"image/png": {}}}})
def picture(
    kb: Opened,
    document: DocumentId,
    drawing: Drawing,
    page: Annotated[int, PathParameter(ge=1, le=1_000_000, description="counted from 1")],
    width: Annotated[int, Query(ge=16, le=3000, description="pixels")] = 1000,
) -> Response:
    """A page of a PDF or a picture as it is displayed, drawn in a process with limits."""
    record = known(kb, document)
    if record.type not in {"pdf", "image"}:
        raise NotFound(f"{record.name} has no pages to draw")
    try:
        drawn = drawing.draw(_file(record), page, width)
    except ExtractError as error:
        raise NotFound(f"page {page} of {record.name} cannot be drawn: {error}") from error
    return Response(drawn, media_type="image/png", headers=KEPT)


@router.get("/original", response_class=FileResponse)
def original(kb: Opened, document: DocumentId, drawing: Drawing, range_: Part = None) -> Response:
    """The file as it was added, to be saved; what is attached to a mail is taken out of it, in a process with limits."""
    record = known(kb, document)
    headers = {**INERT, "Content-Disposition": f"attachment; filename*=UTF-8''{quote(record.name, safe='')}"}
    return _sent(record, drawing, range_, "application/octet-stream", headers)


@router.get("/media", response_class=FileResponse)
def media(kb: Opened, document: DocumentId, drawing: Drawing, range_: Part = None) -> Response:
    """A recording, for a player; any part of it by `Range`."""
    record = known(kb, document)
    kind = PLAYED.get(Path(record.name).suffix.removeprefix(".").casefold())
    if kind is None or record.type not in {"audio", "video"}:
        raise NotFound(f"{record.name} is no recording that a browser plays")
    return _sent(record, drawing, range_, kind, INERT)


def slides_in(found: Document, start: int, end: int) -> list[dict[str, int]]:
    r"""The slides of `text[start:end]`, each up to where the next begins; the first and the last are cut off at its ends.

    >>> from pincite.types.places import Place, Places, Slide
    >>> places = Places([Place(0, 4, Slide(1)), Place(6, 9, Slide(2))])
    >>> slides_in(Document("One.\n\nTwo", (), "pptx", "pptx 1", "", "", places=places, metadata={"slides": "2"}), 2, 9)
    [{'slide': 1, 'from': 2, 'to': 6}, {'slide': 2, 'from': 6, 'to': 9}]
    """
    if "slides" not in found.metadata:
        return []
    begins: dict[int, int] = {}
    for place in found.places.between(start, end):
        if isinstance(place.where, Slide):
            begins.setdefault(place.where.number, max(place.start, start))
    ends = [*list(begins.values())[1:], end]
    firsts = [start, *list(begins.values())[1:]]
    return [{"slide": slide, "from": a, "to": b} for slide, a, b in zip(begins, firsts, ends, strict=True)]


def _holding(kb: KnowledgeBase, document_id: str, start: int, end: int) -> Document:
    _, found = _indexed(kb, document_id)
    if not start < end <= len(found.text):
        raise UsageError(f"found the span {start} to {end}, expected one within the {len(found.text)} characters")
    return found


def _indexed(kb: KnowledgeBase, document_id: str) -> tuple[DocumentRecord, Document]:
    record = known(kb, document_id)
    if record.state != "indexed":
        raise NotFound(f"{record.name} has no text: it is {record.state}")
    return record, kb.document(document_id)


def _sent(record: DocumentRecord, reader: Extractor, part: str | None, kind: str, headers: dict[str, str]) -> Response:
    """The bytes of a document: those of its file, or of what is attached to a mail."""
    path = _file(record)
    if mail_of(path) is None:
        return WholeOrPart(path, media_type=kind, headers=headers)
    try:
        data = reader.attachment(path)
    except ExtractError as error:
        raise NotFound(f"{record.name} cannot be taken out of its mail: {error}") from error
    return sent(data, part, media_type=kind, headers=headers)


def _file(record: DocumentRecord) -> str:
    """The file's path; of what is attached to a mail the one below that."""
    path = os.fsdecode(record.path_bytes)
    if mail_of(path) is None and not Path(path).is_file():
        raise NotFound(f"the file of {record.name} is no longer where it was added from")
    return path
