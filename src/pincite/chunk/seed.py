r"""The seed's printed rule, to the letter: sections at `## ` lines, paragraphs, sentences only where one is too long.

The rule was written in TypeScript, whose white space and line ends are not Python's: `^`, `$` and `.` know four line
ends (LF, CR, U+2028, U+2029), and `\s` and `trim()` take U+FEFF but neither U+0085 nor U+001C to U+001F. Those sets
are spelled out here. Lengths and offsets count code points where the TypeScript counts UTF-16 units.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pincite.types.chunk import Chunk

WHITE_SPACE = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""The characters of ECMAScript's `\\s` and `trim()`."""

_HEADING = re.compile("(?:(?<=[\n\r\u2028\u2029])|\\A)## ([^\n\r\u2028\u2029]+)(\n?)")
_PARAGRAPH = re.compile(r"[^\n]+(?:\n[^\n]+)*(?:\n\Z)?")
_SENTENCE = re.compile(f"[^.!?]*[.!?]*[{WHITE_SPACE}]*")


class Section(NamedTuple):
    """One section of the rule: its trimmed title, where its heading line starts, the span `[start, end)` of its body."""

    title: str
    heading: int
    start: int
    end: int


def chunk_seed(text: str, title: str, target: int = 512) -> list[Chunk]:
    r"""Chunk `text` by the seed's rule, in the order of the text.

    `target` counts code points. Text before the first `## ` line is dropped, and a `## ` line inside a code fence
    counts as a heading: both are what the rule does. `text` of a chunk is `[title > section]\ncontent`.

    >>> [(c.text, c.start, c.end) for c in chunk_seed("lost\n## Tea\nGreen. \n", "Drinks")]
    [('[Drinks > Tea]\nGreen.', 12, 18)]
    """
    heads = headings(text)
    sections = heads or [Section("", 0, 0, len(text))]
    return [
        Chunk(f"[{header(title, section.title)}]\n{text[start:end]}", text[start:end], section.title, start, end)
        for section in sections
        for start, end in pieces(text, section, target)
    ]


def header(title: str, section: str) -> str:
    """The contextual header of the rule: the document's title, then the section's where it has one."""
    return f"{title} > {section}" if section else title


def headings(text: str) -> list[Section]:
    """The sections that start at a `## ` line; a line that LF does not end stays in the body, as the rule has it."""
    found = list(_HEADING.finditer(text))
    ends = [*(match.start() for match in found[1:]), len(text)][: len(found)]
    return [
        Section(match[1].strip(WHITE_SPACE), match.start(), match.end() if match[2] else match.start(), end)
        for match, end in zip(found, ends, strict=True)
    ]


def pieces(text: str, section: Section, target: int) -> Iterator[tuple[int, int]]:
    """The trimmed spans of one section's chunks: paragraphs together up to `target`, longer ones by sentence."""
    for start, end in _packed(text, section, target):
        span = trimmed(text, start, end)
        if span:
            yield span


def trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    """`[start, end)` without the outer white space of ECMAScript's `trim()`; None when nothing is left."""
    raw = text[start:end]
    content = raw.strip(WHITE_SPACE)
    lead = len(raw) - len(raw.lstrip(WHITE_SPACE))
    return (start + lead, start + lead + len(content)) if content else None


def _packed(text: str, section: Section, target: int) -> Iterator[tuple[int, int]]:
    opened: tuple[int, int] | None = None
    for paragraph in _PARAGRAPH.finditer(text, section.start, section.end):
        start, end = paragraph.span()
        huge = end - start > target
        if opened and (huge or end - opened[0] > target):
            yield opened
            opened = None
        if huge:
            yield from _sentences(text, start, end, target)
        else:
            opened = (opened[0] if opened else start, end)
    if opened:
        yield opened


def _sentences(text: str, start: int, end: int, target: int) -> Iterator[tuple[int, int]]:
    opened: tuple[int, int] | None = None
    for sentence in _SENTENCE.finditer(text, start, end):
        if sentence.start() == sentence.end():
            continue
        if opened and sentence.end() - opened[0] > target:
            yield opened
            opened = None
        opened = (opened[0] if opened else sentence.start(), sentence.end())
    if opened:
        yield opened
