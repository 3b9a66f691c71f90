"""Offsets of a golden set as offsets of the canonical text."""

from __future__ import annotations

from dataclasses import replace

from pincite.errors import GoldenError
from pincite.evaluate.corpus import find, mapped
from pincite.types.golden import Corpus, CorpusDocument, Question, Span


def placed(question: Question, corpus: Corpus, *, of_source: bool) -> Question:
    """The question with its documents under the names of `corpus` and its offsets in their canonical texts.

    `of_source`: the set counts in the sources, so every offset is mapped. Else it counts in canonical texts, unless only the
    mapped offsets agree with the needle. A document that the corpus lacks, or has twice, is left as it is, for `check` to name.
    """
    spans = tuple(_placed(span, _document(corpus, span.document), of_source=of_source) for span in question.spans)
    relevant = tuple((_name(corpus, name), grade) for name, grade in question.relevant)
    return replace(question, spans=spans, relevant=relevant)


def _document(corpus: Corpus, name: str) -> CorpusDocument | None:
    try:
        return find(corpus, name)
    except GoldenError:
        return None


def _name(corpus: Corpus, name: str) -> str:
    document = _document(corpus, name)
    return document.name if document else name


def _placed(span: Span, document: CorpusDocument | None, *, of_source: bool) -> Span:
    if document is None:
        return span
    span = replace(span, document=document.name)
    if not document.removed:
        return span
    moved = replace(span, start=mapped(document, span.start), end=mapped(document, span.end))
    text = document.document.text
    if of_source or (text[span.start : span.end] != span.needle and text[moved.start : moved.end] == span.needle):
        return moved
    return span
