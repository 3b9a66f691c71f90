"""The structure tree of a tagged PDF: which marked content of a page is a heading, a block of code, a paragraph."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, Literal

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

_HEADING = re.compile(r"H([1-6]?)$")
_BLOCKS = {"P", "LI", "Caption", "Note", "FENote", "TOCI", "TR"}
_DEEPEST = 64
_MOST_ELEMENTS = 50_000
_numbers = count(1)


@dataclass(frozen=True, slots=True)
class Tag:
    """One element of the structure on one page, told from others by its `number`.

    `from_before` and `goes_on` say that a part of it stands on another page. Level 0: not a heading.
    """

    kind: Literal["heading", "code", "paragraph"]
    level: int
    number: int
    from_before: bool
    goes_on: bool


def read_tags(page: pdfium.PdfPage) -> dict[int, Tag]:
    """From the number of a marked content on this page to the block it belongs to; empty where nothing is tagged.

    The types are those of ISO 32000, 14.8.4; a file's own names count as what it maps them to.
    """
    tree = pdfium_c.FPDF_StructTree_GetForPage(page)
    if not tree:
        return {}
    try:
        walk = _Walk()
        for index in range(pdfium_c.FPDF_StructTree_CountChildren(tree)):
            if child := pdfium_c.FPDF_StructTree_GetChildAtIndex(tree, index):
                walk.element(child, None, 0)
        return walk.found
    finally:
        pdfium_c.FPDF_StructTree_Close(tree)


class _Walk:
    """Goes through the elements of one page; a tree that is deeper or larger than any real one is cut there."""

    def __init__(self) -> None:
        self.found: dict[int, Tag] = {}
        self._left = _MOST_ELEMENTS

    def element(self, element: Any, around: Tag | None, depth: int) -> None:
        if depth > _DEEPEST or self._left <= 0:
            return
        self._left -= 1
        tag = _tag(element, around)
        for child, mark in _children(element):
            if child:
                self.element(child, tag, depth + 1)
            elif mark >= 0 and tag:
                self.found[mark] = tag


def _tag(element: Any, around: Tag | None) -> Tag | None:
    """The block that an element is; inside of one, everything belongs to that one."""
    name = _type(element)
    heading = _HEADING.match(name)
    if around and (around.kind != "paragraph" or not (heading or name == "LI")):
        return around
    if heading or name == "Title":
        return _new(element, "heading", int(heading[1] or 1) if heading else 1)
    if name == "Code":
        return _new(element, "code", 0)
    return _new(element, "paragraph", 0) if name in _BLOCKS else None


def _new(element: Any, kind: Literal["heading", "code", "paragraph"], level: int) -> Tag:
    elsewhere = [not child and mark < 0 for child, mark in _children(element)] or [False]
    return Tag(kind, level, next(_numbers), elsewhere[0], elsewhere[-1])


def _children(element: Any) -> Iterator[tuple[Any, int]]:
    """Each child as an element or the number of a marked content; neither (None, -1) where it is on another page."""
    for index in range(pdfium_c.FPDF_StructElement_CountChildren(element)):
        child = pdfium_c.FPDF_StructElement_GetChildAtIndex(element, index)
        yield child or None, -1 if child else pdfium_c.FPDF_StructElement_GetChildMarkedContentID(element, index)


def _type(element: Any) -> str:
    name = ctypes.create_string_buffer(128)
    size = pdfium_c.FPDF_StructElement_GetType(element, name, 128)
    return name.raw[: max(min(size, 128) - 2, 0)].decode("utf-16-le", "replace")
