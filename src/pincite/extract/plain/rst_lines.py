"""The lines of a reStructuredText file, and which of them are rules of one repeated mark."""

from __future__ import annotations

import re
from typing import NamedTuple

_RULE = re.compile(r"([!-/:-@\[-`{-~])\1+")


class Line(NamedTuple):
    """A line: where it starts, where its words start and end, how far they are indented, and the words."""

    start: int
    first: int
    end: int
    indent: int
    words: str


def rst_lines(text: str) -> list[Line]:
    """The lines of a text; tabs reach to the next multiple of eight columns."""
    lines, start = [], 0
    for raw in text.split("\n"):
        words = raw.strip()
        lead = len(raw) - len(raw.lstrip())
        indent = len(raw[:lead].expandtabs(8))
        lines.append(Line(start, start + lead, start + lead + len(words), indent, words))
        start += len(raw) + 1
    return lines


def is_rule(words: str) -> bool:
    """Whether a line is one mark, two times or more: what adorns a heading, or parts sections.

    >>> is_rule("===="), is_rule("== =="), is_rule("=")
    (True, False, False)
    """
    return bool(_RULE.fullmatch(words))
