"""Plain text: the canonical text is the source, paragraphs are what blank lines separate."""

from __future__ import annotations

import re

from pincite.extract.builder import Builder
from pincite.extract.formats import current_extractor
from pincite.extract.plain.encoding import decode_source
from pincite.extract.source import Source
from pincite.types.document import Document

_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n(?!\s*?\n)[^\n]*\S[^\n]*)*")


def extract_text(source: Source) -> Document:
    """A text file as a document of paragraphs."""
    builder = Builder()
    found = decode_source(source, builder)
    text = builder.put_whole(found.text)
    mark_paragraphs(builder, text)
    return builder.build(
        "txt", current_extractor("txt"), source_sha256=source.sha256, metadata={"encoding": found.encoding}
    )


def mark_paragraphs(builder: Builder, text: str, start: int = 0, end: int | None = None) -> None:
    """Mark what blank lines separate in `text[start:end]`, which has been put."""
    for match in _PARAGRAPH.finditer(text, start, len(text) if end is None else end):
        builder.mark("paragraph", match.start(), match.start() + len(match.group().rstrip()))
