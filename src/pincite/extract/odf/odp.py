"""OpenDocument presentations (.odp): slides in their order, each with its notes; the place is the slide."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.container.xml_tree import Element, attribute, child, name
from pincite.extract.formats import current_extractor
from pincite.extract.odf.package import read_odf
from pincite.extract.odf.runs import plain_text
from pincite.extract.odf.styles import OdfStyles
from pincite.extract.odf.walk import OdfWalk
from pincite.extract.source import Source
from pincite.types.document import Document
from pincite.types.places import Slide

_LENGTH = re.compile(r"(-?\d{1,9}(?:\.\d{1,9})?)(cm|mm|in|pt|pc|px)?\Z")
_CENTIMETRES = {"cm": 1.0, "mm": 0.1, "in": 2.54, "pt": 2.54 / 72, "pc": 2.54 / 6, "px": 2.54 / 96}
_SAME_LINE = 0.635  # a quarter of an inch: shapes whose tops differ by less stand side by side
_FURNITURE = {"header", "footer", "date-time", "page-number"}


def extract_odp(source: Source) -> Document:
    """The document in an OpenDocument presentation: each slide's title is a heading, its notes a note below it.

    Hidden slides are read and noted (`hidden-slide`). Raises ExtractError as `read_odf` does, `malformed` where it is no
    presentation, `empty` where it has no slides.
    """
    builder = Builder()
    file = read_odf(source.data, builder)
    styles = OdfStyles(file)
    walk = OdfWalk(builder, file)
    slides = [found for found in file.body("office:presentation") if name(found) == "draw:page"]
    if not slides:
        raise ExtractError("empty", "the presentation has no slides", "content.xml")
    for number, slide in enumerate(slides, 1):
        start = builder.length
        hidden = styles.hidden("drawing-page", attribute(slide, "draw:style-name"))
        walk.writer.where = Slide(number, hidden)
        _write_slide(walk, slide, number)
        if hidden:
            message = f"slide {number} is hidden when the slides are shown"
            builder.note("hidden-slide", message, start=start, end=builder.length, page=number)
    said = file.metadata
    title = said.pop("title", "") or next((title for _, title in walk.writer.titles), "")
    return builder.build(
        "odp",
        current_extractor("odp"),
        source_sha256=source.sha256,
        title=title,
        metadata=said | {"slides": str(len(slides))},
    )


def _write_slide(walk: OdfWalk, slide: Element, number: int) -> None:
    shapes = [shape for shape in sorted(slide, key=_key) if _is_shown(shape, walk)]
    title = next((shape for shape in shapes if _class(shape) == "title" and plain_text(shape)), None)
    done = None
    if title is not None:
        walk.heading([found for found in title.iter() if name(found) in {"text:p", "text:h"}], 1)
    elif (first := next((shape for shape in shapes if plain_text(shape)), None)) is not None:
        done = _head_without_title(walk, first, number)
    for shape in shapes:
        if shape is not title and shape is not done:
            walk.run(_as_body(shape))
    for notes in (found for found in slide if name(found) == "presentation:notes"):
        _write_notes(walk, notes)


def _head_without_title(walk: OdfWalk, first: Element, number: int) -> Element | None:
    """Give a slide without a title its first shape as heading, if it is one paragraph; else its number."""
    paragraphs = [found for found in first.iter() if name(found) in {"text:p", "text:h"} and plain_text(found)]
    if len(paragraphs) == 1 and child(first, "table:table") is None:
        walk.heading(paragraphs, 1)
        return first
    walk.writer.begin("heading", 1)
    walk.writer.insert(f"Slide {number}")
    walk.writer.end()
    return None


def _write_notes(walk: OdfWalk, notes: Element) -> None:
    walk.writer.begin("note")
    for shape in notes:
        if _class(shape) == "notes" and attribute(shape, "presentation:placeholder") != "true":
            walk.run(shape)
    walk.writer.end()


def _is_shown(shape: Element, walk: OdfWalk) -> bool:
    if name(shape) == "presentation:notes" or attribute(shape, "presentation:placeholder") == "true":
        return False
    if _class(shape) in _FURNITURE:
        walk.left_out.add("furniture", plain_text(shape))
        return False
    return name(shape).startswith("draw:")


def _as_body(shape: Element) -> Element | Iterator[Element]:
    """What stands in a shape; the shapes of a group in their own order."""
    return iter(sorted(shape, key=_key)) if name(shape) == "draw:g" else shape


def _class(shape: Element) -> str:
    return attribute(shape, "presentation:class") or ""


def _key(shape: Element) -> tuple[int, float]:
    return round(_length(attribute(shape, "svg:y")) / _SAME_LINE), _length(attribute(shape, "svg:x"))


def _length(raw: str | None) -> float:
    """A length in centimetres; 0 where it is none.

    >>> _length("2.5cm"), _length("1in"), _length(None)
    (2.5, 2.54, 0.0)
    """
    found = _LENGTH.match(raw or "")
    return float(found.group(1)) * _CENTIMETRES[found.group(2) or "px"] if found else 0.0
