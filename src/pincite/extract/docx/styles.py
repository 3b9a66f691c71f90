"""The styles of a Word document: which are headings, lists, quotes, code, or hidden, with what they inherit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from pincite.extract.container.xml_tree import Element, attribute, child, name, number
from pincite.types.document import BlockKind

_BODY_LEVEL = 9
_HEADING = re.compile(
    r"(?:heading|überschrift|t[ií]tulo|encabezado|titre|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor"
    r"|заголовок|başlık|标题|標題|見出し|제목) ?([1-9])\Z"
)
_CONTENTS = re.compile(r"(?:toc \d|toc heading|contents (?:\d|heading)|table of figures)\Z")
_KINDS: dict[str, BlockKind] = {
    "caption": "caption",
    "quote": "quote",
    "quotations": "quote",
    "intense quote": "quote",
    "block text": "quote",
    "html preformatted": "code",
    "preformatted text": "code",
    "source code": "code",
    "code": "code",
    "macro": "code",
}
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Style:
    """What one style says itself; None where it leaves it to the style it is based on."""

    id: str
    name: str
    based_on: str | None
    outline: int | None
    numbering: tuple[str | None, int | None] | None
    hidden: bool | None


class Styles:
    """All styles of a document, by id; a document without a part for them has none."""

    def __init__(self, root: Element | None) -> None:
        elements = [found for found in root if name(found) == "w:style"] if root is not None else []
        self._styles = {style.id: style for style in map(_style, elements)}
        self._default = next((attribute(e, "w:styleId") for e in elements if _is_default_paragraph(e)), None)

    def heading_level(self, style_id: str | None, outline: int | None) -> int:
        """1 to 6 for a heading, by the paragraph's own outline level, its style's, or the style's name; else 0."""
        if outline is None:
            outline = self._first(style_id, lambda style: style.outline)
        if outline is None:
            outline = self._first(style_id, lambda style: 0 if style.name == "title" else _level_in_name(style.name))
        return min(outline + 1, 6) if outline is not None and 0 <= outline < _BODY_LEVEL else 0

    def is_title(self, style_id: str | None) -> bool:
        """Whether the style is the one for the title of the whole document."""
        return self._named(style_id) == "title"

    def is_contents(self, style_id: str | None) -> bool:
        """Whether the style belongs to a table of contents."""
        return bool(_CONTENTS.match(self._named(style_id)))

    def kind(self, style_id: str | None) -> BlockKind:
        """What a paragraph that is neither a heading nor an item is."""
        return self._first(style_id, lambda style: _KINDS.get(style.name)) or "paragraph"

    def hidden(self, style_id: str | None) -> bool:
        """Whether text in this style is not shown."""
        return bool(self._first(style_id, lambda style: style.hidden))

    def numbering(self, style_id: str | None) -> tuple[str, str | None, int | None]:
        """The style that numbers its paragraphs, the numbering's id and its level (None where the numbering knows it)."""
        for style in self._chain(style_id):
            if style.numbering:
                return (style.id, *style.numbering)
        return "", None, None

    def _named(self, style_id: str | None) -> str:
        style = self._styles.get(style_id or "")
        return style.name if style else ""

    def _first(self, style_id: str | None, get: Callable[[Style], _Found | None]) -> _Found | None:
        return next((found for style in self._chain(style_id) if (found := get(style)) is not None), None)

    def _chain(self, style_id: str | None) -> Iterator[Style]:
        seen = set()
        following = style_id if style_id in self._styles else self._default
        while following in self._styles and following not in seen:
            seen.add(following)
            yield self._styles[following]
            following = self._styles[following].based_on


def switched_on(element: Element | None) -> bool | None:
    """The value of an on/off property: None where it is not there, True where it stands without a value."""
    if element is None:
        return None
    return attribute(element, "w:val") not in {"0", "false", "off"}


def outline_of(properties: Element | None) -> int | None:
    """The outline level that paragraph properties give, from 0; None where they give none."""
    found = child(properties, "w:outlineLvl") if properties is not None else None
    return number(found, "w:val", _BODY_LEVEL) if found is not None else None


def numbering_of(properties: Element | None) -> tuple[str | None, int | None] | None:
    """The id of a numbering and the level in it that paragraph properties give; None where they give neither."""
    found = child(properties, "w:numPr") if properties is not None else None
    if found is None:
        return None
    id_, level = child(found, "w:numId"), child(found, "w:ilvl")
    return (
        attribute(id_, "w:val") if id_ is not None else None,
        number(level, "w:val") if level is not None else None,
    )


def _style(element: Element) -> Style:
    properties, based_on, named = child(element, "w:pPr"), child(element, "w:basedOn"), child(element, "w:name")
    return Style(
        attribute(element, "w:styleId") or "",
        ((attribute(named, "w:val") if named is not None else None) or "").casefold(),
        attribute(based_on, "w:val") if based_on is not None else None,
        outline_of(properties),
        numbering_of(properties),
        switched_on(child(element, "w:rPr", "w:vanish")),
    )


def _is_default_paragraph(element: Element) -> bool:
    return attribute(element, "w:type") == "paragraph" and attribute(element, "w:default") in {"1", "true", "on"}


def _level_in_name(style_name: str) -> int | None:
    found = _HEADING.match(style_name)
    return int(found.group(1)) - 1 if found else None
