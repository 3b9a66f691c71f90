"""PowerPoint presentations: slides in the order of the presentation, each with its notes; the place is the slide."""

from __future__ import annotations

from functools import partial

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.container.aside import read_aside
from pincite.extract.container.opc import Package
from pincite.extract.container.xml_tree import attribute, child, name
from pincite.extract.formats import current_extractor
from pincite.extract.pptx.shapes import Layouts
from pincite.extract.pptx.walk import PptxWalk
from pincite.extract.source import Source
from pincite.types.document import Document
from pincite.types.places import Slide


def extract_pptx(source: Source) -> Document:
    """The document in a .pptx file: each slide's title is a heading, its notes a note below it.

    A slide that cannot be read is noted (`slide-failed`), hidden ones are read and noted (`hidden-slide`). Raises
    ExtractError as `Container` and `parse_xml` do, `malformed` where no slide can be read.
    """
    package, builder = Package(source.data), Builder()
    main = package.main("ppt/presentation.xml")
    slides = _slides(package, main)
    walk, layouts, failed = PptxWalk(builder, package), Layouts(package), 0
    for number, part in enumerate(slides, 1):
        try:
            root = package.xml(part)
        except ExtractError as error:
            if error.code not in {"malformed", "truncated"}:
                raise
            failed += 1
            builder.note("slide-failed", f"slide {number} cannot be read: {error.message}", page=number)
            continue
        start = builder.length
        hidden = attribute(root, "show") in {"0", "false"}
        walk.slide(part, root, layouts.of(part), Slide(number, hidden))
        for notes in package.related(part, "notesSlide"):
            walk.notes(package.xml(notes))
        if hidden:
            message = f"slide {number} is hidden when the slides are shown"
            builder.note("hidden-slide", message, start=start, end=builder.length, page=number)
        read_aside(builder, "the comments", partial(_note_comments, package, builder, part, number))
    if failed == len(slides):
        raise ExtractError("malformed", f"none of {failed} slides can be read", main)
    said = dict(read_aside(builder, "what the presentation says of itself", lambda: package.metadata) or {})
    title = said.pop("title", "") or next(iter(walk.titles), "")
    return builder.build(
        "pptx",
        current_extractor("pptx"),
        source_sha256=source.sha256,
        title=title,
        metadata=said | {"slides": str(len(slides))},
    )


def _slides(package: Package, main: str) -> list[str]:
    """The parts of the slides in the order of the presentation, which is not that of their names."""
    listed = child(package.xml(main), "p:sldIdLst")
    known = package.relations(main)
    ids = [attribute(found, "r:id") or "" for found in listed if name(found) == "p:sldId"] if listed is not None else []
    if not ids:
        raise ExtractError("empty", "the presentation has no slides", main)
    return [known[id_].target if id_ in known else f"{main}#{id_}" for id_ in ids]


def _note_comments(package: Package, builder: Builder, part: str, number: int) -> None:
    for comments in package.related(part, "comments"):
        for found in package.xml(comments).iter():
            if name(found) in {"p:text", "a:t"} and (found.text or "").strip():
                builder.note("comment", f"left out: a comment on slide {number}", page=number, text=found.text or "")
