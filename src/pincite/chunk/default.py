"""The default chunker: blocks instead of patterns, and a budget in the encoder's own tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.chunk.draft import Draft, Heading
from pincite.chunk.fit import cut, fitting, len_of
from pincite.chunk.header import SEPARATOR, header_parts, headers
from pincite.chunk.pack import Atom, Budget, Span, pack
from pincite.chunk.ruler import Count, Ruler
from pincite.chunk.sections import Section, sections
from pincite.errors import UsageError
from pincite.types.chunk import Chunk
from pincite.types.document import Document

LONGEST = 4
"""No content is longer than this many targets (but for its blanks)."""

UNMARKED = 1.25
"""How much longer chunks are packed in a document without headings, where nothing says where a topic ends."""

_HEADER_SHARE = 4


def chunk_document(document: Document, count: Count, *, window: int, target: int = 400) -> list[Chunk]:
    r"""Chunk a document for an encoder whose `window` counts tokens, special ones included; in the order of the text.

    `count` gives the encoder's tokens of whole texts, special ones included (`Embedder.count`). `target` is the
    length in code points that contents come close to where the text allows (a quarter more in a document without
    headings); none is longer than four times that.
    Every content is a slice of the document from its first to its last word, with the indent and the blanks of its own
    lines. No two overlap, none goes over a heading, and every character that is not white space lies in a content, in
    a heading of the path or in a metadata block. No sentence is cut that fits alone.

    `text` is `[title > headings]\n`, the header rows of a table that is continued, and the content; header and header
    rows take at most a quarter of the window each, and `count` of the text is never above `window`. Raises
    `UsageError` when a window has no room for one character.

    >>> from pincite.types.document import Block
    >>> text = "# Tea\n\nGreen tea is old."
    >>> blocks = (Block("heading", 0, 5, 1, "Tea"), Block("paragraph", 7, 24))
    >>> words = lambda texts: [len(text.split()) + 2 for text in texts]
    >>> chunk_document(Document(text, blocks, "md", "markdown 1", "", "", "Drinks"), words, window=16)[0].text
    '[Drinks > Tea]\nGreen tea is old.'
    """
    if target < 1:
        raise UsageError(f"target {target} counts code points: give 1 or more")
    marked = any(block.kind == "heading" for block in document.blocks)
    return _Chunker(document, Ruler(count), window, target if marked else round(target * UNMARKED)).chunks()


class _Chunker:
    """One document, what the encoder counts of it, and what a chunk may hold."""

    def __init__(self, document: Document, ruler: Ruler, window: int, target: int) -> None:
        self.document = document
        self.text = document.text
        self.ruler = ruler
        self.window = window
        self.budget = Budget(window - ruler.special, LONGEST * target, target)
        self.rows: dict[Span, int] = {}

    def chunks(self) -> list[Chunk]:
        """Headers, header rows and atoms are counted alone; then whole texts, until each fits the window."""
        found = sections(self.document)
        headings = self._headings(found)
        self.rows = self._header_rows(found)
        parts = fitting(self.text, [section.atoms for section in found], self.ruler, self.budget)
        return self._verified([d for h, atoms in zip(headings, parts, strict=True) for d in self._drafts(h, atoms)])

    def _headings(self, found: Sequence[Section]) -> list[Heading]:
        texts = [headers(header_parts(self.document.title, section.path)) for section in found]
        counts = iter(self.ruler.bare(text for some in texts for text in some))
        made = []
        for section, some in zip(found, texts, strict=True):
            sized = [(text, next(counts)) for text in some]
            kept = [(text, tokens) for text, tokens in sized if tokens <= self.window // _HEADER_SHARE]
            made.append(Heading(SEPARATOR.join(section.path), *(tuple(column) for column in zip(*kept, strict=True))))
        return made

    def _header_rows(self, found: Sequence[Section]) -> dict[Span, int]:
        """The tokens of the header rows of each table, if they are few enough to be repeated."""
        spans = list(dict.fromkeys(atom.table for section in found for atom in section.atoms if atom.table))
        counts = self.ruler.bare(self.text[start:end] + "\n" for start, end in spans)
        limit = self.window // _HEADER_SHARE
        return {span: tokens for span, tokens in zip(spans, counts, strict=True) if tokens <= limit}

    def _repeated(self, atom: Atom) -> int:
        return self.rows.get(atom.table, 0) if atom.table else 0

    def _drafts(self, heading: Heading, atoms: Sequence[Atom]) -> Iterator[Draft]:
        extra = [heading.tokens[0] + self._repeated(atom) for atom in atoms]
        for first, stop in pack(atoms, extra, self.budget):
            yield self._draft(heading, atoms[first:stop])

    def _draft(self, heading: Heading, atoms: Sequence[Atom]) -> Draft:
        """With as much around the atoms as they leave room for: header rows beside a whole header, or a header."""
        room = self.budget.tokens - sum(atom.tokens for atom in atoms)
        repeated = self._repeated(atoms[0])
        if repeated and repeated + heading.tokens[0] <= room:
            return Draft(heading, atoms, 0, table=True)
        return Draft(heading, atoms, heading.that_fits(room), table=False)

    def _verified(self, drafts: list[Draft]) -> list[Chunk]:
        """Every text counted as it will be embedded; what is over is made smaller, so each round has less to do."""
        done: list[Chunk] = []
        while drafts:
            counts = self.ruler.whole([draft.text(self.text) for draft in drafts])
            counted = list(zip(drafts, counts, strict=True))
            done.extend(self._chunk(draft, tokens) for draft, tokens in counted if tokens <= self.window)
            drafts = [less for draft, many in counted if many > self.window for less in self._less(draft, many)]
        return sorted(done, key=lambda chunk: chunk.start)

    def _chunk(self, draft: Draft, tokens: int) -> Chunk:
        start, end = draft.span(self.text)
        added = draft.heading.tokens[draft.header] + (self._repeated(draft.atoms[0]) if draft.table else 0)
        content = self.text[start:end]
        return Chunk(
            draft.text(self.text), content, draft.heading.section, start, end, tokens=tokens, header_tokens=added
        )

    def _less(self, draft: Draft, tokens: int) -> Iterator[Draft]:
        """Fewer atoms; where there is one, less around it; where there is nothing around it, the parts of it."""
        half = len(draft.atoms) // 2
        if half:
            yield from (self._draft(draft.heading, atoms) for atoms in (draft.atoms[:half], draft.atoms[half:]))
        elif draft.blanks:
            yield replace(draft, blanks=False)
        elif draft.table:
            yield replace(draft, table=False)
        elif draft.header + 1 < len(draft.heading.headers):
            yield replace(draft, header=draft.header + 1)
        elif len_of(draft.atoms[0]) > 1:
            yield from (self._draft(draft.heading, [atom]) for atom in cut(self.text, draft.atoms[0], self.budget))
        else:
            raise UsageError(f"the window of {self.window} tokens has no room for one character, which takes {tokens}")
