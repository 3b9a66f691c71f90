"""Where a text in Markdown holds code: there, brackets belong to a program."""

from __future__ import annotations

import re
from collections.abc import Iterator

Span = tuple[int, int]

_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,})(.*)$", re.MULTILINE)
_RUN = re.compile(r"`+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def code_spans(text: str) -> list[Span]:
    r"""The spans of fenced blocks and of inline code, sorted and disjoint, their backticks included.

    As in CommonMark 0.31 (4.5 and 6.1): a fence that is never closed reaches to the end of the text; inline code is
    closed by a run of as many backticks in the same paragraph, else the backticks are plain characters. Two things
    differ, for models indent lists: an indented block is not code, and a fence may be indented by any number of spaces. Takes time linear in the text.

    >>> text = "Use `a[1]`, not ` alone.\n\n```\nb[2]\n```"
    >>> [text[start:end] for start, end in code_spans(text)]
    ['`a[1]`', '```\nb[2]\n```']
    """
    fenced = list(_fenced(text))
    found: list[Span] = []
    position = 0
    for start, end in [*fenced, (len(text), len(text))]:
        found += _inline(text, position, start)
        if end > start:
            found.append((start, end))
        position = end
    return found


def _fenced(text: str) -> Iterator[Span]:
    opened: re.Match[str] | None = None
    for fence in _FENCE.finditer(text):
        marks, rest = fence.group(1), fence.group(2)
        if opened is None:
            if "`" not in rest or marks[0] == "~":
                opened = fence
        elif marks.startswith(opened.group(1)) and not rest.strip():
            yield opened.start(), fence.end()
            opened = None
    if opened is not None:
        yield opened.start(), len(text)


def _inline(text: str, start: int, end: int) -> Iterator[Span]:
    position = start
    while position < end:
        blank = _BLANK_LINE.search(text, position, end)
        stop = blank.start() if blank else end
        yield from _inline_in_paragraph(text, position, stop)
        position = blank.end() if blank else end


def _inline_in_paragraph(text: str, start: int, end: int) -> Iterator[Span]:
    runs = [run.span() for run in _RUN.finditer(text, start, end)]
    closing: dict[int, int] = {}
    closed_by: list[int | None] = [None] * len(runs)
    for number in range(len(runs) - 1, -1, -1):
        length = runs[number][1] - runs[number][0]
        closed_by[number] = closing.get(length)
        closing[length] = number
    number = 0
    while number < len(runs):
        opening, partner = runs[number], closed_by[number]
        if partner is None or text[opening[0] - 1 : opening[0]] == "\\":
            number += 1
        else:
            yield opening[0], runs[partner][1]
            number = partner + 1
