"""How words of a PDF are set: in bold, in letters of one width, and under which mark of the page's structure."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from typing import NamedTuple

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

_BOLD_NAME = re.compile(r"bold|black|heavy|demi", re.IGNORECASE)
_FIXED_NAME = re.compile(r"mono|courier|consol|typewriter|cmtt|menlo", re.IGNORECASE)
_BOLD_WEIGHT = 600
_FIXED_PITCH = 1  # flag of a font descriptor (ISO 32000, table 121)


class Style(NamedTuple):
    """Whether letters are bold, whether all are of one width, and the number of their marked content (-1: none)."""

    bold: bool
    fixed: bool
    mark: int


def style_reader(text_page: pdfium.PdfTextPage, *, marked: bool) -> Callable[[int], Style]:
    """A function from the index of a character to its style; `marked`: read the marks, too, which a structure refers to.

    A page has a few fonts and some hundred text objects for thousands of words, so both are looked at once.
    """
    fonts: dict[int, tuple[bool, bool]] = {}
    objects: dict[int, Style] = {}

    def style(index: int) -> Style:
        drawn = pdfium_c.FPDFText_GetTextObject(text_page, index)
        if not drawn:
            return Style(bold=False, fixed=False, mark=-1)
        address = ctypes.addressof(drawn.contents)
        if address not in objects:
            mark = pdfium_c.FPDFPageObj_GetMarkedContentID(drawn) if marked else -1
            objects[address] = Style(*_font(drawn, fonts), mark)
        return objects[address]

    return style


def _font(drawn: ctypes.c_void_p, known: dict[int, tuple[bool, bool]]) -> tuple[bool, bool]:
    font = pdfium_c.FPDFTextObj_GetFont(drawn)
    address = ctypes.cast(font, ctypes.c_void_p).value
    if address is None:
        return False, False
    if address not in known:
        name = ctypes.create_string_buffer(256)
        pdfium_c.FPDFFont_GetBaseFontName(font, name, 256)
        called = name.value.decode("latin-1")
        bold = pdfium_c.FPDFFont_GetWeight(font) >= _BOLD_WEIGHT or bool(_BOLD_NAME.search(called))
        fixed = bool(pdfium_c.FPDFFont_GetFlags(font) & _FIXED_PITCH or _FIXED_NAME.search(called))
        known[address] = bold, fixed
    return known[address]
