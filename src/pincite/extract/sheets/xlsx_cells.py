"""What a cell of an XLSX sheet shows: its string, or its value by the format of its style."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from pincite.extract.container.xml_tree import Element
from pincite.extract.sheets.number_format import BUILT_IN, as_shown, general

_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")


class Shown:
    """The strings and formats that the sheets of one workbook share."""

    def __init__(self, strings: Sequence[str], formats: Sequence[str], *, from_1904: bool) -> None:
        self._strings = strings
        self._formats = formats
        self._from_1904 = from_1904
        self._numbers: dict[tuple[str, int], str] = {}

    def text(self, kind: str, value: str, style: int) -> str:
        """The text of a cell by its type: `s` shared string, `str` result of a formula, `b`, `e`, `d`, else a number."""
        if kind == "s":
            index = int(value) if value.strip().isdecimal() else -1
            return self._strings[index] if 0 <= index < len(self._strings) else ""
        if kind == "b":
            return "TRUE" if value.strip() == "1" else "FALSE"
        if kind in {"str", "e", "d"}:
            return _unescaped(value)
        key = (value, style)
        if key not in self._numbers:
            if len(self._numbers) > 100_000:
                self._numbers.clear()
            self._numbers[key] = self._number(value, style)
        return self._numbers[key]

    def inline(self, element: Element | None) -> str:
        """The text of a string that stands in its cell."""
        return "" if element is None else _rich_text(element)

    def _number(self, value: str, style: int) -> str:
        try:
            number = float(value)
        except ValueError:
            return value
        if not math.isfinite(number):
            return value
        code = self._formats[style] if style < len(self._formats) else "General"
        return as_shown(number, code, from_1904=self._from_1904) or general(number)


def shared_strings(root: Element) -> list[str]:
    """The strings of a workbook in the order of their numbers."""
    return [_rich_text(item) for item in root if item.tag.endswith("}si")]


def shown_formats(root: Element) -> list[str]:
    """The format code of each cell style, in the order of their numbers."""
    codes = dict(BUILT_IN)
    for custom in root.iter("{*}numFmt"):
        if custom.get("numFmtId", "").isdecimal():
            codes[int(custom.get("numFmtId"))] = custom.get("formatCode", "General")
    styles = next(root.iter("{*}cellXfs"), ())
    numbers = (style.get("numFmtId", "0") for style in styles)
    return [codes.get(int(number), "General") if number.isdecimal() else "General" for number in numbers]


def _rich_text(item: Element) -> str:
    """The words of all runs, without what tells how East Asian ones are read aloud."""
    parts = []
    for child in item:
        local = child.tag.rpartition("}")[2]
        if local == "t":
            parts.append(child.text or "")
        elif local == "r":
            parts.extend(text.text or "" for text in child if text.tag.endswith("}t"))
    return _unescaped("".join(parts))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), text) if "_x" in text else text
