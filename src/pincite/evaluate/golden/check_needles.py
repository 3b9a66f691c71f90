"""What can be wrong with the place of a needle."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from pincite.errors import GoldenError
from pincite.evaluate.corpus import find
from pincite.evaluate.golden.fault import Fault
from pincite.evaluate.golden.occurrences import Places
from pincite.evaluate.golden.rows import shown
from pincite.types.document import Block
from pincite.types.golden import Corpus, CorpusDocument, Question, Span

_NOT_CONTENT = ("heading", "metadata")
"""Blocks that no chunk has in its content."""


class Placed(NamedTuple):
    """A needle whose offsets are true: the text that stands there."""

    question: Question
    span: Span
    document: CorpusDocument
    needle: str


def check_place(question: Question, span: Span, corpus: Corpus) -> Placed | Fault:
    """The needle at a span, or why there is none: no such document, offsets outside of it, or another text there."""
    try:
        document = find(corpus, span.document)
    except GoldenError as error:
        return Fault.of(question, "document", str(error), "write the folder before the name")
    if document is None:
        message = f"the corpus has no document {shown(span.document)}"
        return Fault.of(
            question, "document", message, "correct the name, or check against the corpus it was written for"
        )
    text = document.document.text
    found = text[span.start : span.end]
    if span.end > len(text):
        message = f"[{span.start}, {span.end}) goes beyond {shown(span.document)}, which has {len(text)} characters"
        return Fault.of(question, "offsets", message, _where(text, span.needle))
    if span.needle and found != span.needle:
        message = (
            f"at [{span.start}, {span.end}) of {shown(span.document)} stands {shown(found)}, not {shown(span.needle)}"
        )
        return Fault.of(question, "offsets", message, _where(text, span.needle))
    return Placed(question, span, document, found)


def check_needle(placed: Placed, places: Places, budget: int) -> Iterator[Fault]:
    """Everything that makes a true needle unfit: repeated, in a heading, loose at its ends, or too long for a chunk."""
    question, span, document, needle = placed
    if not needle.strip():
        yield Fault.of(question, "white-space", "the needle is nothing but white space", "choose a sentence")
        return
    if places.count != 1:
        at = ", ".join(f"{shown(name)} at {start}" for name, start in places.first)
        message = f"the needle {shown(needle)} stands in {places.count} places: {at}"
        yield Fault.of(question, "repeated", message, "make it longer until it stands in one, or choose another")
    block = _outside_of_content(document, span)
    if block is not None:
        message = f"the needle {shown(needle)} lies in a {block.kind}, [{block.start}, {block.end})"
        yield Fault.of(question, "heading", message, "choose a sentence of the running text")
    if needle != needle.strip():
        start = span.start + len(needle) - len(needle.lstrip())
        hint = f"set from {start}, to {start + len(needle.strip())}"
        yield Fault.of(question, "white-space", "the needle begins or ends with white space", hint)
    if len(needle) > budget:
        message = f"the needle has {len(needle)} characters, a chunk {budget}"
        yield Fault.of(
            question, "too-long", message, "choose the sentence that answers, or split it into several spans"
        )
    if "\n\n" in needle.strip():
        message = "the needle goes over an empty line, where chunks are likely to be cut"
        yield Fault.of(question, "crosses", message, "choose one paragraph, or make it several spans", warning=True)


def _outside_of_content(document: CorpusDocument, span: Span) -> Block | None:
    """The heading or metadata block that shares a character with the span."""
    blocks = document.document.blocks
    last = bisect_left(blocks, span.end, key=lambda block: block.start)
    touching = (block for block in blocks[:last] if block.kind in _NOT_CONTENT and block.end > span.start)
    return next(touching, None)


def _where(text: str, needle: str) -> str:
    """What to do about wrong offsets: where in this document the needle does stand."""
    at = text.find(needle) if needle else -1
    if at < 0:
        return "count code points of the document's text, from 0" + (": the needle is not in it" if needle else "")
    if text.find(needle, at + 1) >= 0:
        return "the needle stands in this document more than once: say which place is meant"
    return f"set from {at}, to {at + len(needle)}"
