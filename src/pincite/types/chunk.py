"""A chunk: two texts, one section, one exact span."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Chunk:
    """What is embedded (`text`), what is quoted (`content`), and where the quotation stands.

    `content == document.text[start:end]`, code point for code point. `tail` is the overlap copied from the chunk
    before (only the measured strategies B, D and F have one): it is part of `text`, never of `content`.
    `tokens` and `header_tokens` count the encoder's own tokens, special ones included in `tokens`; 0 = not counted.
    """

    text: str
    content: str
    section: str
    start: int
    end: int
    tail: str = ""
    tokens: int = 0
    header_tokens: int = 0

    def to_json(self) -> dict[str, Any]:
        """The chunk with the seed's five names: text, content, section, from, to."""
        return {
            "text": self.text,
            "content": self.content,
            "section": self.section,
            "from": self.start,
            "to": self.end,
        }


@dataclass(frozen=True, slots=True)
class ChunkReport:
    """What the chunks of one document cost: counts of chunks and of the encoder's tokens.

    `header_share` is `header_tokens / tokens` (0 when there are none); `over_window` counts the chunks whose text
    the encoder would truncate.
    """

    chunks: int
    tokens: int
    header_tokens: int
    over_window: int

    @property
    def header_share(self) -> float:
        return self.header_tokens / self.tokens if self.tokens else 0.0
