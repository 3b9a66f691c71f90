"""Where the link of a citation opens: at the sentence that the answer took, where the quote spans several pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pincite.types.answer import Abstention, Answer, Citation
from pincite.types.document import Document


def open_at_sentences(answer: Answer | Abstention, read: Callable[[str], Document]) -> Answer | Abstention:
    """`answer` with each citation that spans several pages opening at its first sentence that stands there word for word.

    What a model said in its own words has no such place: there the citation opens where its quote begins.
    """
    if isinstance(answer, Abstention):
        return answer
    opened = tuple(_opened(answer, citation, read) for citation in answer.citations)
    return replace(answer, citations=opened)


def _opened(answer: Answer, citation: Citation, read: Callable[[str], Document]) -> Citation:
    if not citation.locator.opens_at_first:
        return citation
    for words in _said(answer, citation.index):
        at = citation.quote.find(words)
        if at >= 0:
            start = citation.locator.start + at
            place = read(citation.document_id).locate(start, start + len(words))
            return replace(citation, opens=place.fragment)
    return citation


def _said(answer: Answer, index: int) -> list[str]:
    """The words of each sentence that cites `index`, without its markers and the quotation marks that set it apart."""
    said = []
    for claim in answer.claims:
        if index in claim.cited:
            markers = [m.start for m in answer.markers if claim.start <= m.start < claim.end]
            words = answer.text[claim.start : min(markers, default=claim.end)].strip()
            said.append(words[1:-1] if words.startswith("“") and words.endswith("”") else words)
    return [words for words in said if words]
