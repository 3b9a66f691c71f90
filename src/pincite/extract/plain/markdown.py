"""Markdown: the canonical text is the source, and the parser's line numbers say where its blocks stand."""

from __future__ import annotations

from itertools import accumulate, zip_longest
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pincite.extract.builder import Builder
from pincite.extract.formats import current_extractor
from pincite.extract.plain.encoding import decode_source
from pincite.extract.plain.front_matter import read_front_matter
from pincite.extract.source import Source
from pincite.types.document import BlockKind, Document

_KINDS: dict[str, BlockKind] = {
    "heading_open": "heading",
    "paragraph_open": "paragraph",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "list_item_open": "item",
    "blockquote_open": "quote",
    "table_open": "table",
    "tr_open": "row",
    "fence": "code",
    "code_block": "code",
    "html_block": "paragraph",
}


def extract_markdown(source: Source) -> Document:
    """A Markdown file (CommonMark with tables) as a document whose text is the file's own.

    What no token covers (link definitions, for example) becomes paragraphs, so that every word lies in a block.
    """
    builder = Builder()
    found = decode_source(source, builder)
    text = builder.put_whole(found.text)
    start, metadata, trouble = read_front_matter(text)
    if trouble:
        builder.note("front-matter", trouble, start=0, end=start or len(text.partition("\n")[0]))
    if start:
        builder.mark("metadata", 0, len(text[:start].rstrip()))
    outline = MarkdownOutline(builder, text, start)
    outline.mark_blocks()
    return builder.build(
        "md",
        current_extractor("md"),
        source_sha256=source.sha256,
        title=metadata.pop("title", "") or outline.first_title,
        metadata=metadata | {"encoding": found.encoding},
    )


class MarkdownOutline:
    """Marks the blocks of `text[start:]` on a builder, where `text` stands at `shift`."""

    def __init__(self, builder: Builder, text: str, start: int = 0, *, shift: int = 0) -> None:
        self._builder = builder
        self._text = text
        self._shift = shift
        lines = accumulate((len(line) + 1 for line in text[start:].split("\n")), initial=start)
        self._lines = [min(offset, len(text)) for offset in lines]
        self._parser = MarkdownIt("commonmark").enable("table")
        self._parser.core.ruler.enableOnly(["normalize", "block"])  # inline marks stay in the text as they are
        self._titles = MarkdownIt("commonmark")
        self._references: dict[str, Any] = {}
        self._around: list[tuple[str, int, int]] = []
        self.first_title = ""

    def mark_blocks(self) -> None:
        tokens = self._parser.parse(self._text[self._lines[0] :], self._references)
        header_row = False
        for token, following in zip_longest(tokens, tokens[1:]):
            if token.type in {"thead_open", "thead_close"}:
                header_row = token.nesting == 1
            elif kind := _KINDS.get(token.type):
                self._mark(kind, token, following, header_row=header_row)
            elif token.nesting == -1 and token.type.replace("_close", "_open") in _KINDS:
                self._around.pop()

    def _mark(self, kind: BlockKind, token: Token, following: Token | None, *, header_row: bool) -> None:
        start, end = self._span(kind, token.map or [0, 0])
        level, title = int(header_row and kind == "row"), ""
        if kind == "heading" and any(outer == "quote" for outer, _, _ in self._around):
            kind = "paragraph"  # a quoted heading is none of this document's own
        elif kind == "heading":
            level, title = int(token.tag[1:]), self._title(following.content if following else "")
            self.first_title = self.first_title or (title if level == 1 else "")
        if not (token.hidden and token.type == "paragraph_open"):  # the words of a tight item are the item
            self._builder.mark(kind, start + self._shift, end + self._shift, level, title)
        if token.nesting == 1:
            self._around.append((kind, start, end))

    def _span(self, kind: BlockKind, lines: list[int]) -> tuple[int, int]:
        """From the first to the last mark on these lines, within what holds them."""
        start, end = self._lines[lines[0]], self._lines[lines[1]]
        piece = self._text[start:end]
        end = start + len(piece.rstrip())
        if kind != "code" or self._around:  # the indent of a code block belongs to it
            start += len(piece) - len(piece.lstrip())
        if self._around:
            _, outer_start, outer_end = self._around[-1]
            start, end = max(start, outer_start), min(end, outer_end)
        return start, max(start, end)

    def _title(self, content: str) -> str:
        """The words of a heading as they are shown: without marks, with the text of links and images."""
        tokens = self._titles.parseInline(content, self._references)
        return " ".join("".join(_shown(child) for token in tokens for child in token.children or ()).split())


def _shown(token: Token) -> str:
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    return token.content if token.type in {"text", "code_inline", "image"} else ""
