"""Rich text as tokens: groups, control words with their numbers, and bytes of text (RTF 1.9.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

_TOKEN = re.compile(
    rb"\\([a-zA-Z]{1,40})(-?[0-9]{1,10})?[ ]?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z])|([{}])|[\r\n\0]+|([^\\{}\r\n\0]+)|\\"
)


class Token(NamedTuple):
    """One token: `word` with its number (None for none), `byte` and `text` with their bytes, or the sign of a group or symbol."""

    kind: Literal["word", "byte", "text", "group", "symbol"]
    value: str = ""
    number: int | None = None
    data: bytes = b""


def tokens(data: bytes) -> Iterator[Token]:
    r"""The tokens of a file in order; the raw bytes behind `\bin` are skipped.

    >>> [(token.kind, token.value or token.data) for token in tokens(rb"{\b1 a\'e9\~}")]
    [('group', '{'), ('word', 'b'), ('text', b'a'), ('byte', b'\xe9'), ('symbol', '~'), ('group', '}')]
    """
    at = 0
    while at < len(data) and (found := _TOKEN.match(data, at)):
        at = found.end()
        word, number, byte, symbol, group, text = found.groups()
        if word:
            count = int(number) if number else None
            if word == b"bin":
                at += max(count or 0, 0)
            yield Token("word", word.decode("ascii"), count)
        elif byte:
            yield Token("byte", data=bytes.fromhex(byte.decode("ascii")))
        elif symbol:
            yield Token("symbol", symbol.decode("latin-1"))
        elif group:
            yield Token("group", group.decode("ascii"))
        elif text:
            yield Token("text", data=text)
