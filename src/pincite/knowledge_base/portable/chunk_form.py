"""A chunk as an export writes it: its span, its header, and, where they were wanted, its vectors."""

from __future__ import annotations

from base64 import b64decode, b64encode
from dataclasses import dataclass
from typing import Any

import numpy as np

from pincite.knowledge_base.portable.checked import maybe, row, text, whole
from pincite.types.chunk import Chunk
from pincite.types.embedding import F32

_KEYS = ("from", "to", "section", "tokens", "header_tokens")


@dataclass(frozen=True, slots=True)
class Exported:
    """A chunk of an export; `text` is what was embedded, `vector` `(d,)` None where the export has none."""

    start: int
    end: int
    section: str
    text: str
    vector: F32 | None
    code: bytes | None


def chunk_to_json(chunk: Chunk, vector: F32 | None, code: bytes | None) -> dict[str, Any]:
    """One chunk; `text`, what was embedded, is left out where it is `header` and then the characters of the span.

    `vector` is little-endian float32 in base64, `token_vectors` the code of `pincite.embed.projection` in base64.
    """
    head = chunk.text.removesuffix(chunk.content)
    words = {"header": head} if head + chunk.content == chunk.text else {"text": chunk.text}
    return {
        "from": chunk.start,
        "to": chunk.end,
        "section": chunk.section,
        **words,
        "tokens": chunk.tokens,
        "header_tokens": chunk.header_tokens,
        **({} if vector is None else {"vector": b64encode(vector.astype("<f4").tobytes()).decode()}),
        **({} if code is None else {"token_vectors": b64encode(code).decode()}),
    }


def chunk_from_json(value: Any, words: str) -> Exported:
    """A chunk of the document whose text is `words`; raises ValueError for what can be none."""
    found = row(value, _KEYS, ("header", "text", "vector", "token_vectors"))
    if ("header" in found) == ("text" in found):
        raise ValueError("found both or none of `header` and `text`, expected one of them")
    start = whole(found["from"], 0, len(words) - 1)
    end = whole(found["to"], start + 1, len(words))
    whole(found["tokens"])
    whole(found["header_tokens"])
    embedded = text(found["text"]) if "text" in found else text(found["header"]) + words[start:end]
    vector = maybe(found.get("vector"), _vector)
    code = maybe(found.get("token_vectors"), lambda packed: b64decode(text(packed), validate=True))
    return Exported(start, end, text(found["section"]), embedded, vector, code)


def _vector(value: Any) -> F32:
    found = np.frombuffer(b64decode(text(value), validate=True), "<f4").astype(np.float32)
    if not np.isfinite(found).all() or not abs(float(np.linalg.norm(found.astype(np.float64))) - 1) <= 1e-3:
        raise ValueError("found a vector whose length is not 1")
    return found
