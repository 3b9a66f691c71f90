"""Neighbours joined: chunks that stand side by side in one section become one quotation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.errors import StoreDamaged
from pincite.types.document import Document
from pincite.types.search import Elsewhere, Hit

ReadDocument = Callable[[str], Document]
"""From a document id to its document."""


def join_neighbours(hits: Sequence[Hit], read_document: ReadDocument) -> tuple[Hit, ...]:
    """Join hits of one document and section with nothing but white space between them; the others stay as they are.

    A joined hit has the smallest distance, the highest score and the best rank of its parts, the words of the
    document from the first to the last, and the places where all of these words stand elsewhere. The order is by rank.
    Raises StoreDamaged when a quote is not the document's own text at its place.
    """
    joined: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.document_id, hit.locator.start, hit.locator.end)):
        document = read_document(hit.document_id)
        _check(hit, document)
        if joined and _side_by_side(joined[-1], hit, document):
            joined[-1] = _join(joined[-1], hit, document, read_document)
        else:
            joined.append(hit)
    return tuple(sorted(joined, key=lambda hit: hit.rank))


def _side_by_side(first: Hit, second: Hit, document: Document) -> bool:
    if (first.document_id, first.section) != (second.document_id, second.section):
        return False
    return not document.text[first.locator.end : second.locator.start].strip()


def _join(first: Hit, second: Hit, document: Document, read_document: ReadDocument) -> Hit:
    start, end = first.locator.start, max(first.locator.end, second.locator.end)
    quote = document.text[start:end]
    return replace(
        first,
        rank=min(first.rank, second.rank),
        quote=quote,
        distance=min(first.distance, second.distance),
        score=max(first.score, second.score),
        locator=document.locate(start, end),
        places=tuple(_elsewhere(first, quote, read_document)),
    )


def _elsewhere(first: Hit, quote: str, read_document: ReadDocument) -> list[Elsewhere]:
    found = []
    for place in first.places:
        document, start = read_document(place.document_id), place.locator.start
        if document.text[start : start + len(quote)] == quote:
            found.append(replace(place, locator=document.locate(start, start + len(quote))))
    return found


def _check(hit: Hit, document: Document) -> None:
    start, end = hit.locator.start, hit.locator.end
    if document.text[start:end] != hit.quote:
        raise StoreDamaged(
            f"characters {start} to {end} of {hit.path!r} are not the words of the quotation; "
            "run `pincite doctor`, then `pincite reindex`"
        )
