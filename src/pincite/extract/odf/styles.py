"""The styles of an OpenDocument file: which text is a title, a quote, code or hidden, and how lists are numbered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pincite.extract.container.xml_tree import Element, attribute, child, name, number
from pincite.extract.counting import letters, roman
from pincite.extract.odf.package import OdfFile
from pincite.types.document import BlockKind

_KINDS: dict[str, BlockKind] = {"quotations": "quote", "preformatted text": "code", "caption": "caption"}
_LARGEST = 1_000_000
_FORMATS: dict[str, Callable[[int], str]] = {
    "1": str,
    "a": letters,
    "A": lambda value: letters(value).upper(),
    "i": roman,
    "I": lambda value: roman(value).upper(),
}


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is numbered; an empty `format` shows no number, as with bullets."""

    format: str = ""
    prefix: str = ""
    suffix: str = ""
    levels: int = 1
    start: int = 1


@dataclass(frozen=True, slots=True)
class _Style:
    names: tuple[str, ...]
    parent: str | None
    hidden: bool | None
    list_style: str | None


class OdfStyles:
    """The styles that the content may name, by family and name."""

    def __init__(self, file: OdfFile) -> None:
        groups = [child(file.content, "office:automatic-styles"), child(file.content, "office:styles")]
        if file.styles is not None and file.styles is not file.content:
            groups.append(child(file.styles, "office:styles"))
        self._styles: dict[tuple[str, str], _Style] = {}
        self._lists: dict[str, dict[int, Level]] = {}
        self.outline: dict[int, Level] = {}
        for element in (found for group in groups if group is not None for found in group):
            self._add(element)

    def _add(self, element: Element) -> None:
        named = attribute(element, "style:name") or ""
        match name(element):
            case "style:style":
                self._styles.setdefault((attribute(element, "style:family") or "", named), _style(element, named))
            case "text:list-style":
                self._lists.setdefault(named, _levels(element))
            case "text:outline-style":
                self.outline = _levels(element)

    def is_title(self, style: str | None) -> bool:
        """Whether a paragraph style is that of the title of the whole document."""
        return any("title" in found.names for found in self._chain("paragraph", style))

    def kind(self, style: str | None) -> BlockKind:
        """What a paragraph in this style is."""
        names = (known for found in self._chain("paragraph", style) for known in found.names)
        return next((_KINDS[known] for known in names if known in _KINDS), "paragraph")

    def hidden(self, family: str, style: str | None) -> bool:
        """Whether text, or a slide, in this style is not shown."""
        return next((found.hidden for found in self._chain(family, style) if found.hidden is not None), False)

    def list_style(self, style: str | None) -> str | None:
        """The list style that a paragraph style brings along."""
        return next((found.list_style for found in self._chain("paragraph", style) if found.list_style), None)

    def level(self, list_style: str | None, level: int) -> Level:
        """The rule for a level of a list, counted from 1."""
        return self._lists.get(list_style or "", {}).get(level, Level())

    def _chain(self, family: str, style: str | None) -> Iterator[_Style]:
        """A style, then what it inherits from; one that is not defined is known by its name alone."""
        seen = set()
        while style and style not in seen:
            seen.add(style)
            found = self._styles.get((family, style)) or _Style(_names(style), None, None, None)
            yield found
            style = found.parent


def shown_number(levels: Callable[[int], Level], counts: dict[int, int], level: int) -> str:
    """The number of an item as a list shows it, with those of the levels above where it does; empty for none.

    >>> rules = {1: Level("1"), 2: Level("a", "(", ")", 2)}
    >>> shown_number(rules.__getitem__, {1: 3, 2: 2}, 2)
    '(3.b)'
    """
    rule = levels(level)
    if not rule.format:
        return ""
    parts = []
    for above in range(max(level - rule.levels + 1, 1), level + 1):
        figures = levels(above).format
        if figures:
            parts.append(_FORMATS.get(figures[0], str)(counts.get(above, levels(above).start)))
    return f"{rule.prefix}{'.'.join(parts)}{rule.suffix}"


def _style(element: Element, named: str) -> _Style:
    text, page = child(element, "style:text-properties"), child(element, "style:drawing-page-properties")
    display = attribute(text, "text:display") if text is not None else None
    visibility = attribute(page, "presentation:visibility") if page is not None else None
    hidden = display == "none" if display is not None else visibility == "hidden" if visibility is not None else None
    return _Style(
        (*_names(named), (attribute(element, "style:display-name") or "").casefold()),
        attribute(element, "style:parent-style-name"),
        hidden,
        attribute(element, "style:list-style-name"),
    )


def _names(named: str) -> tuple[str, ...]:
    return (named.casefold().replace("_20_", " "),)


def _levels(element: Element) -> dict[int, Level]:
    return {
        number(found, "text:level"): Level(
            (attribute(found, "style:num-format") or "") if "bullet" not in name(found) else "",
            attribute(found, "style:num-prefix") or "",
            attribute(found, "style:num-suffix") or "",
            min(max(number(found, "text:display-levels", 1), 1), 10),
            min(max(number(found, "text:start-value", 1), 0), _LARGEST),
        )
        for found in element
    }
