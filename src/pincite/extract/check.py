"""What is checked after every extractor: silent loss is worse than an error."""

from __future__ import annotations

import re

from pincite.errors import ExtractError
from pincite.types.document import Document

_UNREADABLE = re.compile("[\ufffd\ue000-\uf8ff\U000f0000-\U0010fffd]|\\(cid:\\d+\\)")
_MOST_UNREADABLE = 0.2
_AT_ONCE = 1 << 16


def check(document: Document) -> Document:
    """The document itself, if it has words that can be read.

    Raises ExtractError `empty` where nothing is left, `garbled` where more than a fifth of what is not white space is
    U+FFFD, private use or `(cid:n)`: a font that does not say which letters it draws.
    """
    words = sum(
        len(word)
        for start in range(0, len(document.text), _AT_ONCE)
        for word in document.text[start : start + _AT_ONCE].split()
    )
    if not words:
        raise ExtractError("empty", f"the {document.type} holds no text: expected at least one word")
    unreadable = sum(len(match.group()) for match in _UNREADABLE.finditer(document.text))
    if unreadable > _MOST_UNREADABLE * words:
        raise ExtractError("garbled", f"{unreadable} of {words} characters cannot be read (U+FFFD or private use)")
    return document
