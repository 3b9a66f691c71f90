"""The only way extractors make text, so that offsets cannot drift."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256

from pincite.types.document import Block, BlockKind, Document, Note
from pincite.types.places import Places, Where

_LINE_ENDS = re.compile(r"\r\n?")
_MOST_PARTS = 50_000  # a book has millions of words: each as a part of its own would cost more than all their letters
_AT_ONCE = 1 << 20
_NEVER_TEXT = re.compile("[\0\ud800-\udfff]")


def canonical(text: str) -> str:
    r"""The text by our rules: `\n` line ends, no byte order mark at its start, U+FFFD for NUL and half surrogates.

    Nothing else changes; above all, Unicode is not normalised.

    >>> canonical("\ufeffa\r\nb\rc\0")
    'a\nb\nc\ufffd'
    """
    return _clean(text.lstrip("\ufeff"))


def _clean(text: str) -> str:
    if "\r" in text:
        text = _LINE_ENDS.sub("\n", text)
    return _NEVER_TEXT.sub("\ufffd", text)


class Builder:
    r"""Grows the canonical text of one document, with its blocks, places and notes.

    Extractors either write as they read (`open`, `put`, `close`) or, where the canonical text is the source itself,
    put it once and add blocks and places by their offsets (`mark`, `place`). Only what is put with a `where` gets a
    place: what we insert (line ends, tabs) has none.

    >>> builder = Builder()
    >>> builder.open("heading", 1, "Hello")
    >>> builder.put("Hello")
    >>> builder.close()
    >>> builder.put("\n\nworld")
    >>> document = builder.build("txt", "text 1", source_sha256="")
    >>> [(block.kind, document.text[block.start : block.end]) for block in document.blocks]
    [('heading', 'Hello'), ('paragraph', 'world')]
    """

    def __init__(self) -> None:
        self._joined: list[str] = []
        self._parts: list[str] = []
        self._length = 0
        self._after_return = False
        self._blocks: list[Block] = []
        self._open: list[int] = []
        self._places = Places()
        self._notes: list[Note] = []

    @property
    def length(self) -> int:
        """How many code points have been put: where the next one will stand."""
        return self._length

    def put(self, text: str, where: Where | None = None, confidence: float = 1.0) -> None:
        r"""Add text as it was read (`where`, if the source has places), or as we insert it.

        A `\r` at the end of one call and a `\n` at the start of the next are one line end.
        """
        if not text:
            return
        if self._length and text.isprintable():  # as most words are
            self._after_return = False
        elif not (text := self._cleaned(text)):
            return
        if where is not None:
            self._places.append(self._length, self._length + len(text), where, confidence)
        self._parts.append(text)
        self._length += len(text)
        if len(self._parts) >= _MOST_PARTS:
            self._joined.append("".join(self._parts))
            self._parts.clear()

    def _cleaned(self, text: str) -> str:
        if self._after_return and text.startswith("\n"):
            text = text[1:]
        if text:
            self._after_return = text.endswith("\r")
        return canonical(text) if self._length == 0 else _clean(text)

    def _text(self) -> str:
        """All of it; what it was joined from goes as it grows, so that a long text is never held twice."""
        self._joined.append("".join(self._parts))
        self._parts.clear()
        text = ""
        for index, part in enumerate(self._joined):
            text += part  # CPython grows it where it is
            self._joined[index] = ""
        self._joined = [text]
        return text

    def put_whole(self, text: str) -> str:
        """Add a source that is its own canonical text, and return that, for `mark` to count in."""
        self.put(text)
        return self._text()

    def open(self, kind: BlockKind, level: int = 0, title: str = "") -> None:
        """Begin a block here, inside the blocks that are open."""
        self._open.append(len(self._blocks))
        self._blocks.append(Block(kind, self._length, self._length, level, title))

    def close(self, title: str | None = None) -> None:
        """End the innermost open block here; `title` where it is known only now."""
        if not self._open:
            raise ValueError("close() without an open block: every close() belongs to one open()")
        index = self._open.pop()
        block = self._blocks[index]
        self._blocks[index] = Block(
            block.kind, block.start, self._length, block.level, block.title if title is None else title
        )

    def mark(self, kind: BlockKind, start: int, end: int, level: int = 0, title: str = "") -> None:
        """Add a block over `[start, end)` of the text put so far; outer blocks are marked before their inner ones."""
        self._blocks.append(Block(kind, start, end, level, title))

    def place(self, start: int, end: int, where: Where, confidence: float = 1.0) -> None:
        """Say where `[start, end)` of the text put so far was read; places come in the order of the text."""
        self._places.append(start, end, where, confidence)

    def note(
        self,
        code: str,
        message: str,
        *,
        start: int | None = None,
        end: int | None = None,
        page: int | None = None,
        text: str = "",
    ) -> None:
        """Say what was dropped or guessed; `text` is what stays outside the canonical text."""
        self._notes.append(Note(code, message, start, end, page, _clean(text)))

    def build(
        self,
        type_: str,
        extractor: str,
        *,
        source_sha256: str,
        title: str = "",
        metadata: Mapping[str, str] | None = None,
    ) -> Document:
        """The document. Text in no block becomes paragraphs; raises ValueError where blocks do not nest."""
        if self._open:
            raise ValueError(f"{len(self._open)} blocks are still open: every open() needs its close()")
        text = self._text()
        return Document(
            text=text,
            blocks=_covering(text, _nested(self._blocks, len(text))),
            type=type_,
            extractor=extractor,
            source_sha256=source_sha256,
            text_sha256=_sha256(text),
            title=_clean(title),
            places=self._places,
            notes=tuple(self._notes),
            metadata={key: _clean(value) for key, value in (metadata or {}).items() if value},
        )


def _sha256(text: str) -> str:
    found = sha256()
    for start in range(0, len(text), _AT_ONCE):
        found.update(text[start : start + _AT_ONCE].encode())
    return found.hexdigest()


def _nested(blocks: list[Block], length: int) -> list[Block]:
    ordered = sorted(
        (block for block in blocks if block.start < block.end), key=lambda block: (block.start, -block.end)
    )
    around: list[int] = []
    for block in ordered:
        while around and around[-1] <= block.start:
            around.pop()
        if block.end > (around[-1] if around else length):
            raise ValueError(f"{block.kind} at {block.start}-{block.end} reaches out of what holds it: blocks nest")
        around.append(block.end)
    return ordered


def _covering(text: str, blocks: list[Block]) -> tuple[Block, ...]:
    found: list[Block] = []
    covered = 0
    for block in blocks:
        if block.start > covered:
            found.extend(_paragraph(text, covered, block.start))
        found.append(block)
        covered = max(covered, block.end)
    found.extend(_paragraph(text, covered, len(text)))
    return tuple(found)


def _paragraph(text: str, start: int, end: int) -> list[Block]:
    gap = text[start:end]
    if not (words := gap.strip()):
        return []
    first = start + len(gap) - len(gap.lstrip())
    return [Block("paragraph", first, first + len(words))]
