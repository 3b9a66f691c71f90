"""Where the elements of a JSON text stand: one pass over its marks, nothing is built of what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.errors import ExtractError
from pincite.extract.builder import Builder

_MARKS = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],]', re.DOTALL)
_BLANK = " \t\n\r"
_DEEPEST = 500
_DEEPEST_MARKED = 6
_LONG = 600


@dataclass(slots=True)
class Container:
    """An array or object that is long enough to be looked into: its span and its elements."""

    start: int
    end: int = 0
    elements: list[Element] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Element:
    """One element, or key and value, with the comma after it; `inner` is its value where that is a long container."""

    start: int
    end: int
    inner: Container | None


def outline(text: str, start: int, end: int) -> Container | None:
    """The outermost container of the valid JSON in `text[start:end]`; None where that is short or there is none.

    Raises ExtractError `too_deep` where containers nest deeper than 500.
    """
    frames: list[tuple[Container, int, Container | None]] = []
    for mark in _MARKS.finditer(text, start, end):
        sign = text[mark.start()]
        if sign in "{[":
            if len(frames) >= _DEEPEST:
                raise ExtractError("too_deep", f"containers nest deeper than {_DEEPEST}", f"character {mark.start()}")
            frames.append((Container(mark.start()), mark.end(), None))
        elif sign == ",":
            container, begin, inner = frames[-1]
            container.elements.append(_element(text, begin, mark.end(), inner))
            frames[-1] = (container, mark.end(), None)
        elif sign in "}]":
            container, begin, inner = frames.pop()
            container.end = mark.end()
            last = _element(text, begin, mark.start(), inner)
            if last.start < last.end:
                container.elements.append(last)
            kept = container if container.end - container.start > _LONG else None
            if not frames:
                return kept
            frames[-1] = (*frames[-1][:2], kept)
    return None


def mark_container(builder: Builder, container: Container, depth: int = 0) -> None:
    """Mark a container as a list of items, and the long containers in these likewise, six levels down."""
    builder.mark("list", container.start, container.end)
    for element in container.elements:
        builder.mark("item", element.start, element.end)
        if element.inner and depth < _DEEPEST_MARKED:
            mark_container(builder, element.inner, depth + 1)


def lines_of(text: str) -> Iterator[tuple[int, int]]:
    """The spans of the lines that are not blank."""
    for line in re.finditer(r"[^\n]*[^\s][^\n]*", text):
        yield line.start(), line.start() + len(line.group().rstrip())


def _element(text: str, start: int, end: int, inner: Container | None) -> Element:
    while start < end and text[start] in _BLANK:
        start += 1
    while start < end and text[end - 1] in _BLANK:
        end -= 1
    return Element(start, end, inner)
