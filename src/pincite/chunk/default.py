"""The default chunker: blocks instead of patterns, and a budget in the encoder's own tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pincite.chunk.divide import divide
from pincite.chunk.header import SEPARATOR, header_parts, headers
from pincite.chunk.pack import Atom, Budget, Span, pack
from pincite.chunk.sections import Section, sections
from pincite.chunk.sentences import sentences
from pincite.errors import UsageError
from pincite.types.chunk import Chunk
from pincite.types.document import Document

Count = Callable[[Sequence[str]], list[int]]

_LONGEST = 4
"""No chunk is longer than this many targets: an encoder may count a megabyte without blanks as one unknown word."""

_HEADER_SHARE = 4
"""A header, and the repeated header rows of a table, take at most one part in this many of the window each."""


def chunk_document(document: Document, count: Count, *, window: int, target: int = 512) -> list[Chunk]:
    r"""Chunk a document for an encoder whose `window` counts tokens, special ones included; in the order of the text.

    `count` gives the encoder's tokens of whole texts, special ones included (`Embedder.count`). `target` is the
    length in code points that contents come close to where the text allows; none is longer than four targets.
    Every content is a slice of the document without outer white space, no two overlap, none goes over a heading, and
    every character that is not white space lies in a content, in a heading of the path or in a metadata block. No
    sentence is cut that fits alone. `text` is `[title > headings]\n`, the header rows of a table that is continued,
    and the content; `count` of it is never above `window`. Raises `UsageError` when a window has no room for one
    character.

    >>> from pincite.types.document import Block
    >>> text = "# Tea\n\nGreen tea is old."
    >>> blocks = (Block("heading", 0, 5, 1, "Tea"), Block("paragraph", 7, 24))
    >>> words = lambda texts: [len(text.split()) + 2 for text in texts]
    >>> chunk_document(Document(text, blocks, "md", "markdown 1", "", "", "Drinks"), words, window=16)[0].text
    '[Drinks > Tea]\nGreen tea is old.'
    """
    if target < 1:
        msg = f"target {target} counts code points: give 1 or more"
        raise UsageError(msg)
    chunker = _Chunker(document.text, count, window, target)
    return chunker.chunks(document.title, sections(document))


@dataclass(slots=True)
class _Heading:
    """The headers that may stand before the chunks of one section, longest first, with their tokens."""

    section: str
    texts: list[str]
    tokens: list[int]


@dataclass(slots=True)
class _Draft:
    """A chunk that has not been counted as a whole yet."""

    heading: _Heading
    atoms: Sequence[Atom]
    header: int = 0
    table: bool = False

    @property
    def start(self) -> int:
        return self.atoms[0].start

    @property
    def end(self) -> int:
        return self.atoms[-1].end


class _Chunker:
    """One document on its way: its text, the encoder's counts and what they say of special tokens and header rows."""

    def __init__(self, text: str, count: Count, window: int, target: int) -> None:
        self.text = text
        self.count = count
        self.window = window
        self.target = target
        self.special = count([""])[0]
        self.tables: dict[Span, int] = {}

    def chunks(self, title: str, found: Sequence[Section]) -> list[Chunk]:
        """Headers, atoms and header rows are counted alone; then whole texts, until each fits the window."""
        headings = self._headings(title, found)
        self._count_tables(found)
        atoms = self._fitting([section.atoms for section in found])
        drafts = [draft for heading, part in zip(headings, atoms, strict=True) for draft in self._drafts(heading, part)]
        return self._verified(drafts)

    def _headings(self, title: str, found: Sequence[Section]) -> list[_Heading]:
        texts = [headers(header_parts(title, section.path)) for section in found]
        tokens = self._tokens(list(dict.fromkeys(text for some in texts for text in some)))
        limit = self.window // _HEADER_SHARE
        made = []
        for section, some in zip(found, texts, strict=True):
            kept = [text for text in some if tokens[text] <= limit]
            made.append(_Heading(SEPARATOR.join(section.path), kept, [tokens[text] for text in kept]))
        return made

    def _tokens(self, texts: Sequence[str]) -> dict[str, int]:
        counts = self.count(texts) if texts else []
        return {text: max(tokens - self.special, 0) if text else 0 for text, tokens in zip(texts, counts, strict=True)}

    def _count_tables(self, found: Sequence[Section]) -> None:
        spans = list(dict.fromkeys(atom.table for section in found for atom in section.atoms if atom.table))
        tokens = self._tokens(list(dict.fromkeys(self._table_text(span) for span in spans)))
        self.tables = {span: tokens[self._table_text(span)] for span in spans}

    def _table_text(self, span: Span) -> str:
        return self.text[span[0] : span[1]] + "\n"

    def _fitting(self, parts: Sequence[Sequence[Atom]]) -> list[list[Atom]]:
        """The atoms with their tokens, those that are too long for a chunk of their own divided until none is."""
        open_parts = [[piece for atom in part for piece in self._short(atom)] for part in parts]
        known: dict[Span, int] = {}
        while True:
            new = [(a.start, a.end) for part in open_parts for a in part if (a.start, a.end) not in known]
            counts = self.count([self.text[start:end] for start, end in new]) if new else []
            known.update((span, max(tokens - self.special, 0)) for span, tokens in zip(new, counts, strict=True))
            sized = [[a._replace(tokens=known[a.start, a.end]) for a in part] for part in open_parts]
            open_parts = [[piece for atom in part for piece in self._divided(atom)] for part in sized]
            if sum(map(len, open_parts)) == sum(map(len, sized)):
                return sized

    def _short(self, atom: Atom) -> Iterator[Atom]:
        """No part is longer than a chunk may be, whatever it counts."""
        if atom.end - atom.start <= self.target * _LONGEST:
            yield atom
            return
        for piece in self._sentences(atom):
            yield from [piece] if piece.end - piece.start <= self.target * _LONGEST else self._cut(piece)

    def _divided(self, atom: Atom) -> Iterator[Atom]:
        if atom.tokens + self.special <= self.window or atom.end - atom.start == 1:
            yield atom
            return
        whole = list(self._sentences(atom))
        yield from whole if len(whole) > 1 else self._cut(atom)

    def _sentences(self, atom: Atom) -> Iterator[Atom]:
        cost = atom.cost
        for start, end in sentences(self.text, atom.start, atom.end):
            yield Atom(start, end, cost, atom.table)
            cost = _INSIDE

    def _cut(self, atom: Atom) -> Iterator[Atom]:
        length = atom.end - atom.start
        step = max(1, min(self.target // 4, (length + 1) // 2))
        for start, end, cost in divide(self.text, atom.start, atom.end, step):
            yield Atom(start, end, cost or atom.cost, atom.table)

    def _drafts(self, heading: _Heading, atoms: Sequence[Atom]) -> Iterator[_Draft]:
        room = self.window - self.special - heading.tokens[0]
        extra = [self._repeated(atom) for atom in atoms]
        for first, stop in pack(atoms, extra, Budget(room, self.target * _LONGEST, self.target)):
            yield self._draft(heading, atoms[first:stop])

    def _repeated(self, atom: Atom) -> int:
        tokens = self.tables[atom.table] if atom.table else 0
        return tokens if tokens <= self.window // _HEADER_SHARE else 0

    def _draft(self, heading: _Heading, atoms: Sequence[Atom]) -> _Draft:
        """With the longest header that leaves room, for a long sentence perhaps none; header rows only beside the first."""
        room = self.window - self.special - sum(atom.tokens for atom in atoms)
        repeated = self._repeated(atoms[0])
        if repeated and repeated + heading.tokens[0] <= room:
            return _Draft(heading, atoms, 0, table=True)
        return _Draft(
            heading, atoms, next((i for i, t in enumerate(heading.tokens) if t <= room), len(heading.tokens) - 1)
        )

    def _verified(self, drafts: list[_Draft]) -> list[Chunk]:
        """Every text counted as it will be embedded; what is over is divided again, so each round has less to do."""
        done: list[Chunk] = []
        while drafts:
            texts = [self._text(draft) for draft in drafts]
            again: list[_Draft] = []
            for draft, text, tokens in zip(drafts, texts, self.count(texts), strict=True):
                if tokens <= self.window:
                    done.append(self._chunk(draft, text, tokens))
                else:
                    again.extend(self._smaller(draft, tokens))
            drafts = again
        return sorted(done, key=lambda chunk: chunk.start)

    def _text(self, draft: _Draft) -> str:
        span = draft.atoms[0].table if draft.table else None
        repeated = self._table_text(span) if span else ""
        return draft.heading.texts[draft.header] + repeated + self.text[draft.start : draft.end]

    def _chunk(self, draft: _Draft, text: str, tokens: int) -> Chunk:
        content = self.text[draft.start : draft.end]
        added = draft.heading.tokens[draft.header] + (self._repeated(draft.atoms[0]) if draft.table else 0)
        return Chunk(text, content, draft.heading.section, draft.start, draft.end, tokens=tokens, header_tokens=added)

    def _smaller(self, draft: _Draft, tokens: int) -> Iterator[_Draft]:
        """Less around the content where it is one atom, then more cuts in it."""
        if len(draft.atoms) > 1:
            half = len(draft.atoms) // 2
            yield self._draft(draft.heading, draft.atoms[:half])
            yield self._draft(draft.heading, draft.atoms[half:])
        elif draft.table:
            yield _Draft(draft.heading, draft.atoms, draft.header)
        elif draft.header + 1 < len(draft.heading.texts):
            yield _Draft(draft.heading, draft.atoms, draft.header + 1)
        elif draft.end - draft.start > 1:
            yield from (self._draft(draft.heading, [atom]) for atom in self._cut(draft.atoms[0]))
        else:
            msg = f"one character and the special tokens are {tokens} tokens, the window is {self.window}: use a wider one"
            raise UsageError(msg)


_INSIDE = 0.4
