"""The chunks that came with a set of questions, as far as the set tells where they lie.

`anthropic_codebase` names the chunks that answer its questions by their places, 212 of 737; where the others lie it does
not say, and no rule gives it: their lengths spread evenly up to 1,000 characters, neighbours of 310 and 390 characters
stand unmerged, and files that open with the same 597 characters are cut at different places. So the named chunks are
taken as they are, and what lies between them is cut into lengths as even as the lines allow, at empty lines where one is
near, so that there are 737 in all.
"""

from __future__ import annotations

from math import ceil

from pincite.errors import GoldenError
from pincite.types.chunk import Chunk
from pincite.types.golden import Corpus, CorpusDocument, GoldenSet

CHUNKS, NAMED = 737, 212
LIMIT = 1000
"""Every chunk is shorter than this, in characters."""
USUAL = 660
"""The length between named chunks that gives as many chunks as there were."""


def given_cut(corpus: Corpus, golden: GoldenSet):
    """Cut a document of the corpus into its chunks; raises GoldenError unless they are what is known of them."""
    named = {(span.document, span.start, span.end) for question in golden.questions for span in question.spans}
    spans = {one.name: _tiled(one.document.text, _of(named, one.name)) for one in corpus.documents}
    _check(corpus, spans, named)

    def cut(document: CorpusDocument) -> list[Chunk]:
        text = document.document.text
        return [Chunk(text[start:end], text[start:end], "", start, end) for start, end in spans[document.name]]

    return cut


def _of(named, document):
    return sorted((start, end) for name, start, end in named if name == document)


def _tiled(text, named):
    """The named chunks of a document in order, and between them pieces of what is left."""
    spans, at = [], 0
    for start, end in [*named, (len(text), len(text))]:
        spans += _pieces(text, at, start) if at < start else []
        spans += [(start, end)] if start < end else []
        at = end
    return spans


def _pieces(text, start, end):
    length = end - start
    left = max(1, round(length / USUAL), ceil(length / (LIMIT - 10)) if length >= LIMIT else 1)
    spans = []
    while left > 1:
        cut = _nearest(text, start, end, start + (end - start) / left)
        spans.append((start, cut))
        start, left = cut, left - 1
    return [*spans, (start, end)]


def _nearest(text, start, end, aim):
    """The end of a line nearest to `aim`: of an empty one, where one is near enough, else of any."""
    lines = [at + 1 for at in range(start, end - 1) if text[at] == "\n" and at + 1 - start < LIMIT]
    empty = [at for at in lines if text[at - 2 : at] == "\n\n" and abs(at - aim) <= USUAL / 3]
    return min(empty or lines or [int(aim)], key=lambda at: (abs(at - aim), at))


def _check(corpus, spans, named):
    cut = {(name, start, end) for name, some in spans.items() for start, end in some}
    if len(named) != NAMED or not named <= cut or len(cut) != CHUNKS:
        raise GoldenError(
            f"found {len(cut)} chunks, {len(named & cut)} of {len(named)} named ones among them, expected {CHUNKS} and all "
            f"{NAMED}: this is another version of the set, so its figures could not be compared"
        )
    for one in corpus.documents:
        parts = [one.document.text[start:end] for start, end in spans[one.name]]
        if "".join(parts) != one.document.text or max(map(len, parts)) >= LIMIT:
            raise GoldenError(f"the chunks of {one.name!r} do not tile it in pieces of less than {LIMIT} characters")
