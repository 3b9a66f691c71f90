"""Places as an export writes them: an object each, whose one name of a kind says where the characters were read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from pincite.knowledge_base.portable.checked import items, maybe, number, row, shown, text, whole
from pincite.types.places import Box, Cells, Chapter, Line, NotebookCell, Page, Place, Places, Slide, Times, Where

MOST_SECONDS = 4_000_000.0
"""Times are kept as milliseconds in four bytes."""

_STEPS = re.compile(r"(?:/[0-9]{1,9}(?:\[[A-Za-z0-9_.:-]{1,80}\])?){0,600}")


def place_to_json(place: Place) -> dict[str, Any]:
    """One place; `confidence` is left out where it is 1, `hidden` where the source shows it.

    >>> place_to_json(Place(0, 4, Slide(2))), place_to_json(Place(0, 4, Slide(2, hidden=True)))
    ({'from': 0, 'to': 4, 'slide': 2}, {'from': 0, 'to': 4, 'slide': 2, 'hidden': True})
    """
    kind, value = _where(place.where)
    told = {} if place.confidence == 1 else {"confidence": place.confidence}
    hidden = {"hidden": True} if isinstance(place.where, Cells | Slide) and place.where.hidden else {}
    return {"from": place.start, "to": place.end, kind: value, **told, **hidden}


def places_from_json(value: Any) -> Places:
    """The places of a document; raises ValueError for what can be none."""
    return Places(items(value, _place))


def _where(where: Where) -> tuple[str, Any]:
    match where:
        case Page(page, box, label):
            boxed = {} if box is None else {"box": list(box)}
            return "page", {"number": page, **boxed, **({} if label is None else {"label": label})}
        case Times(start, end):
            return "times", {"start": start, "end": end}
        case Cells():
            return "cells", {name: getattr(where, name) for name in _CELLS}
        case Chapter(chapter, file, element):
            return "chapter", {"number": chapter, "file": file, **({"element": element} if element else {})}
        case Slide(count) | NotebookCell(count) | Line(count):
            return _COUNTED[type(where)], count


_COUNTED: dict[type, str] = {Slide: "slide", NotebookCell: "notebook_cell", Line: "line"}
_CELLS = ("sheet", "first_row", "first_column", "last_row", "last_column")


def _place(value: Any) -> Place:
    kinds = [kind for kind in _READ if isinstance(value, dict) and kind in value]
    if len(kinds) != 1:
        raise ValueError(f"found a place with {len(kinds)} of {', '.join(_READ)}, expected one of them")
    found = row(value, ("from", "to", kinds[0]), ("confidence", "hidden"))
    where = _READ[kinds[0]](found[kinds[0]])
    if "hidden" in found:
        where = _hidden(where, found["hidden"])
    return Place(whole(found["from"]), whole(found["to"]), where, number(found.get("confidence", 1.0), 0, 1))


def _hidden(where: Where, value: Any) -> Where:
    if value is not True or not isinstance(where, Cells | Slide):
        raise ValueError(f"found `hidden` {shown(value)}, expected true, and only of cells and slides")
    return replace(where, hidden=True)


def _page(value: Any) -> Page:
    found = row(value, ("number",), ("box", "label"))
    return Page(whole(found["number"], 1), maybe(found.get("box"), _box), maybe(found.get("label"), text))


def _box(value: Any) -> Box:
    edges = items(value, lambda edge: number(edge, 0, 1))
    if len(edges) != 4:
        raise ValueError(f"found a box of {len(edges)} numbers, expected left, top, right and bottom")
    return Box(*edges)


def _times(value: Any) -> Times:
    found = row(value, ("start", "end"))
    start = number(found["start"], 0, MOST_SECONDS)
    return Times(start, number(found["end"], start, MOST_SECONDS))


def _cells(value: Any) -> Cells:
    found = row(value, _CELLS)
    first_row, first_column, last_row, last_column = (whole(found[name], 1) for name in _CELLS[1:])
    return Cells(text(found["sheet"]), first_row, first_column, last_row, last_column)


def _chapter(value: Any) -> Chapter:
    found = row(value, ("number", "file"), ("element",))
    element = text(found.get("element", ""))
    if not _STEPS.fullmatch(element):
        raise ValueError(f"found the element {shown(element)}, expected steps of an EPUB CFI such as /4/2[p1]")
    return Chapter(whole(found["number"], 1), text(found["file"]), element)


_READ: dict[str, Callable[[Any], Where]] = {
    "page": _page,
    "times": _times,
    "cells": _cells,
    "slide": lambda value: Slide(whole(value, 1)),
    "notebook_cell": lambda value: NotebookCell(whole(value, 1)),
    "chapter": _chapter,
    "line": lambda value: Line(whole(value, 1)),
}
