"""The numbers that a browser shows in front of the items of a list (HTML Standard, 4.4.5 to 4.4.8)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pincite.extract.counting import alphabetic, roman

_INTEGER = re.compile(r"[ \t\n\f\r]*([+-]?[0-9]{1,9})(?![0-9])")
_STYLE = re.compile(
    r"list-style(?:-type)?\s*:[^;]*?\b(none|disc|circle|square|(?:lower|upper)-(?:alpha|latin|roman))\b", re.IGNORECASE
)
_FIGURES: Mapping[str, Callable[[int], str]] = {
    "a": alphabetic,
    "A": lambda value: alphabetic(value).upper(),
    "i": roman,
    "I": lambda value: roman(value).upper(),
}
_TYPES = {
    "lower-alpha": "a",
    "lower-latin": "a",
    "upper-alpha": "A",
    "upper-latin": "A",
    "lower-roman": "i",
    "upper-roman": "I",
}
Attributes = Mapping[str, str | None]


@dataclass(slots=True)
class ListNumbers:
    """Counts the items of one list; ask for each item once, in order. A list of bullets has no numbers."""

    value: int
    step: int
    figures: Callable[[int], str] | None

    def label(self, item: Attributes) -> str:
        """What stands in front of the next item: `3. `, or nothing."""
        self.value = _integer(item.get("value"), self.value)
        value, self.value = self.value, self.value + self.step
        figures = self.figures and _figures(item, self.figures)
        return f"{figures(value)}. " if figures else ""


def list_numbers(tag: str, attributes: Attributes, items: int) -> ListNumbers:
    """The numbers of an `ol` with so many items; of any other list none.

    >>> numbers = list_numbers("ol", {"start": "3", "type": "a"}, items=2)
    >>> numbers.label({}), numbers.label({"value": "9"})
    ('c. ', 'i. ')
    >>> list_numbers("ol", {"reversed": None}, items=2).label({}), list_numbers("ul", {}, items=2).label({})
    ('2. ', '')
    """
    is_reversed = "reversed" in attributes
    start = _integer(attributes.get("start"), items if is_reversed else 1)
    return ListNumbers(start, -1 if is_reversed else 1, _figures(attributes, str) if tag == "ol" else None)


def _figures(attributes: Attributes, default: Callable[[int], str]) -> Callable[[int], str] | None:
    """How an element asks for its number to be shown; None where it asks for a bullet or nothing."""
    if styled := _STYLE.search(attributes.get("style") or ""):
        return _FIGURES.get(_TYPES.get(styled.group(1).lower(), ""))
    return _FIGURES.get(attributes.get("type") or "", default)


def _integer(raw: str | None, default: int) -> int:
    found = _INTEGER.match(raw or "")
    return int(found.group(1)) if found else default
