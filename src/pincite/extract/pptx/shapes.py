"""Where the shapes of a slide stand, and the order in which a reader meets them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pincite.extract.container.ooxml_text import chosen
from pincite.extract.container.opc import Package
from pincite.extract.container.xml_tree import Element, attribute, child, name, number

_SAME_LINE = 228_600  # a quarter of an inch, in EMU: shapes whose tops differ by less stand side by side
_PROPERTIES = ("p:nvSpPr", "p:nvPicPr", "p:nvGraphicFramePr", "p:nvGrpSpPr", "p:nvCxnSpPr")
_TRANSFORMS = (("p:spPr", "a:xfrm"), ("p:grpSpPr", "a:xfrm"), ("p:xfrm",))
_FURNITURE = {"dt", "ftr", "sldNum", "hdr"}
Position = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Placeholder:
    """What a shape is on its layout: a type (`title`, `body`, ...; `obj` where none is said) and an index."""

    type: str
    index: str

    @property
    def is_title(self) -> bool:
        """Whether it holds the title of the slide."""
        return self.type in {"title", "ctrTitle"}

    @property
    def is_furniture(self) -> bool:
        """Whether it is the date, the number or the header or footer of the slide."""
        return self.type in _FURNITURE


class Layouts:
    """Where placeholders stand that say nothing of it themselves: by their slide's layout, else by its master."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._known: dict[str, dict[Placeholder, Position]] = {}

    def of(self, slide: str) -> dict[Placeholder, Position]:
        """The positions of placeholders for one slide part."""
        layout = next(iter(self._package.related(slide, "slideLayout")), "")
        if layout not in self._known:
            master = next(iter(self._package.related(layout, "slideMaster")), "") if layout else ""
            by_master = self._placed(master)
            self._known[layout] = by_layout = self._placed(layout, by_master)
            for placeholder, at in by_master.items():
                by_layout.setdefault(placeholder, at)
        return self._known[layout]

    def _placed(self, part: str, above: dict[Placeholder, Position] | None = None) -> dict[Placeholder, Position]:
        tree = child(self._package.xml(part), "p:cSld", "p:spTree") if part else None
        found = {}
        for shape in tree if tree is not None else ():
            placeholder = placeholder_of(shape)
            at = position(shape) or (_by_type(above or {}, placeholder.type) if placeholder else None)
            if placeholder and at:
                found[placeholder] = at
        return found


def reading_order(tree: Element, layout: dict[Placeholder, Position]) -> Iterator[Element]:
    """The shapes below a tree, groups opened: the title first, then top down, side by side from left to right."""
    shapes = [found for shape in tree for found in _alternatives(shape)]
    for shape in sorted(shapes, key=lambda shape: _key(shape, layout)):
        if name(shape) == "p:grpSp" and not is_hidden(shape):
            yield from reading_order(shape, layout)
        else:
            yield shape


def placeholder_of(shape: Element) -> Placeholder | None:
    """Which placeholder a shape fills; None where it is one of its own."""
    for properties in _PROPERTIES:
        if (found := child(shape, properties, "p:nvPr", "p:ph")) is not None:
            return Placeholder(attribute(found, "type") or "obj", attribute(found, "idx") or "0")
    return None


def position(shape: Element) -> Position | None:
    """The left and top edge of a shape in EMU; None where its layout says it."""
    for path in _TRANSFORMS:
        if (offset := child(shape, *path, "a:off")) is not None:
            return number(offset, "x"), number(offset, "y")
    return None


def is_hidden(shape: Element) -> bool:
    """Whether a shape is switched off."""
    found = _named(shape)
    return found is not None and attribute(found, "hidden") in {"1", "true"}


def description(shape: Element) -> str:
    """What a shape says to those who cannot see it; empty where nothing."""
    found = _named(shape)
    return (attribute(found, "descr") or "") if found is not None else ""


def _named(shape: Element) -> Element | None:
    return next((found for one in _PROPERTIES if (found := child(shape, one, "p:cNvPr")) is not None), None)


def _alternatives(shape: Element) -> Iterator[Element]:
    if name(shape) == "mc:AlternateContent":
        branch = chosen(shape)
        yield from branch if branch is not None else ()
    elif name(shape) in {"p:sp", "p:pic", "p:graphicFrame", "p:grpSp"}:
        yield shape


def _key(shape: Element, layout: dict[Placeholder, Position]) -> tuple[bool, int, int]:
    placeholder = placeholder_of(shape)
    left, top = position(shape) or _on(layout, placeholder) or (0, 0)
    return not (placeholder and placeholder.is_title), round(top / _SAME_LINE), left


def _on(layout: dict[Placeholder, Position], placeholder: Placeholder | None) -> Position | None:
    """By index first, which is how a slide's placeholders belong to its layout's."""
    if placeholder is None:
        return None
    same = (at for known, at in layout.items() if known.index == placeholder.index and placeholder.index != "0")
    return next(same, None) or _by_type(layout, placeholder.type)


def _by_type(layout: dict[Placeholder, Position], type_: str) -> Position | None:
    wanted = {"ctrTitle": "title", "obj": "body", "subTitle": "body"}.get(type_, type_)
    return next((at for known, at in layout.items() if known.type in {type_, wanted}), None)
