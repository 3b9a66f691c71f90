"""The numbers that Word shows in front of paragraphs and keeps only as rules (ECMA-376, part 1, 17.9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pincite.extract.container.xml_tree import Element, attribute, child, name, number
from pincite.extract.counting import letters, ordinal, roman

_PLACEHOLDER = re.compile(r"%([1-9])")
_LEVELS = 9
_LARGEST = 1_000_000
_FORMATS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda value: f"{value:02}",
    "upperRoman": lambda value: roman(value).upper(),
    "lowerRoman": roman,
    "upperLetter": lambda value: letters(value).upper(),
    "lowerLetter": letters,
    "ordinal": ordinal,
    "none": lambda _: "",
}


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    format: str
    text: str
    legal: bool
    restart: int | None
    style: str | None


@dataclass(frozen=True, slots=True)
class _List:
    """One numbering: the abstract one that it counts with, its levels, and where it starts anew."""

    abstract: str
    levels: dict[int, _Level]
    starts: dict[int, int]

    def start(self, level: int) -> int:
        return self.starts.get(level, self.levels[level].start)


class Numbering:
    """Counts the paragraphs of a document as Word would; ask for each paragraph once, in order."""

    def __init__(self, root: Element | None) -> None:
        elements = list(root) if root is not None else []
        abstract = _linked([element for element in elements if name(element) == "w:abstractNum"])
        self._lists = {attribute(e, "w:numId") or "": _list(e, abstract) for e in elements if name(e) == "w:num"}
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[str] = set()

    def level_of_style(self, number_id: str | None, style_id: str) -> int:
        """The level that is tied to a paragraph style, 0 where none is."""
        found = self._lists.get(number_id or "")
        return next((n for n, level in found.levels.items() if level.style == style_id), 0) if found else 0

    def label(self, number_id: str | None, level: int) -> str | None:
        """The number of the next paragraph, empty where it has a bullet; None where the numbering does not exist.

        Number formats that are written in other scripts are shown in decimal figures.
        """
        found = self._lists.get(number_id or "")
        level = min(max(level, 0), _LEVELS - 1)
        if found is None or level not in found.levels or number_id is None:
            return None
        counts = self._count(number_id, found, level)
        rule = found.levels[level]
        if rule.format == "bullet":
            return ""
        return _PLACEHOLDER.sub(
            lambda match: _shown(found, counts, int(match.group(1)) - 1, legal=rule.legal), rule.text
        )

    def _count(self, number_id: str, found: _List, level: int) -> dict[int, int]:
        counts = self._counts.setdefault(found.abstract, {})
        if number_id not in self._begun:
            self._begun.add(number_id)
            for overridden in found.starts:
                counts.pop(overridden, None)
        for above in range(level):
            if above in found.levels:
                counts.setdefault(above, found.start(above))
        counts[level] = counts[level] + 1 if level in counts else found.start(level)
        for below in [deeper for deeper in counts if deeper > level and _restarts(found, deeper, level)]:
            del counts[below]
        return counts


def _restarts(found: _List, deeper: int, level: int) -> bool:
    rule = found.levels.get(deeper)
    return rule is None or rule.restart is None or level < rule.restart


def _shown(found: _List, counts: dict[int, int], level: int, *, legal: bool) -> str:
    rule = found.levels.get(level)
    value = counts.get(level, rule.start if rule else 0)
    if rule is None or (legal and rule.format != "none"):
        return str(value)
    return _FORMATS.get(rule.format, str)(value)


def _linked(elements: list[Element]) -> dict[str, dict[int, _Level]]:
    """The levels of each abstract numbering; one that only names a list style has those of the one that defines it."""
    levels = {attribute(element, "w:abstractNumId") or "": _levels(element) for element in elements}
    defined = {style: levels[id_] for style, id_ in _naming("w:styleLink", elements)}
    borrowed = {id_: defined[style] for style, id_ in _naming("w:numStyleLink", elements) if style in defined}
    return {id_: own or borrowed.get(id_, {}) for id_, own in levels.items()}


def _naming(link: str, elements: list[Element]) -> Iterator[tuple[str, str]]:
    """The list style that a numbering names by this element, and the id of the numbering."""
    for element in elements:
        if (found := child(element, link)) is not None:
            yield attribute(found, "w:val") or "", attribute(element, "w:abstractNumId") or ""


def _levels(element: Element) -> dict[int, _Level]:
    return {number(found, "w:ilvl"): _level(found) for found in element if name(found) == "w:lvl"}


def _level(element: Element) -> _Level:
    values = {name(found): found for found in element}

    def said(short: str) -> str | None:
        return attribute(values[short], "w:val") if short in values else None

    return _Level(
        start=_bounded(values.get("w:start"), 0),
        format=said("w:numFmt") or "decimal",
        text=said("w:lvlText") or "",
        legal="w:isLgl" in values and said("w:isLgl") not in {"0", "false"},
        restart=_bounded(values["w:lvlRestart"], 0) if "w:lvlRestart" in values else None,
        style=said("w:pStyle"),
    )


def _bounded(element: Element | None, default: int) -> int:
    return min(max(number(element, "w:val", default), 0), _LARGEST) if element is not None else default


def _list(element: Element, abstract: dict[str, dict[int, _Level]]) -> _List:
    points = child(element, "w:abstractNumId")
    id_ = (attribute(points, "w:val") if points is not None else None) or ""
    levels, starts = dict(abstract.get(id_, {})), {}
    for override in element:
        if name(override) != "w:lvlOverride":
            continue
        level = number(override, "w:ilvl")
        if (start := child(override, "w:startOverride")) is not None:
            starts[level] = _bounded(start, 1)
        if (own := child(override, "w:lvl")) is not None:
            levels[level] = _level(own)
    return _List(id_, levels, starts)
