"""Word documents (ECMA-376 and ISO 29500, transitional and strict): what a reader sees, with all changes accepted."""

from __future__ import annotations

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.container.aside import read_aside
from pincite.extract.container.ooxml_text import plain_text
from pincite.extract.container.opc import Package
from pincite.extract.container.xml_tree import Element, attribute, child, name
from pincite.extract.docx.numbering import Numbering
from pincite.extract.docx.styles import Styles
from pincite.extract.docx.walk import DocxWalk
from pincite.extract.formats import current_extractor
from pincite.extract.source import Source
from pincite.types.document import Document


def extract_docx(source: Source) -> Document:
    """The document in a .docx file: text in document order, without pages, which a Word file does not have.

    Raises ExtractError as `Container` and `parse_xml` do, `malformed` where there is no body.
    """
    package, builder = Package(source.data), Builder()
    main = package.main("word/document.xml")
    body = child(package.xml(main), "w:body")
    if body is None:
        raise ExtractError("malformed", f"{main!r} has no body", main)
    walk = DocxWalk(
        builder,
        Styles(_part(package, main, "styles")),
        Numbering(_part(package, main, "numbering")),
        _notes(package, main),
        lambda relation: _foreign(package, main, relation),
    )
    walk.run(body)
    read_aside(builder, "the comments", lambda: _note_comments(package, main, walk, builder))
    read_aside(builder, "headers and footers", lambda: _note_furniture(package, main, builder))
    if walk.runs.inserted:
        builder.note("tracked-changes", f"{walk.runs.inserted} tracked insertions are part of the text")
    said = dict(read_aside(builder, "what the document says of itself", lambda: package.metadata) or {})
    stated = said.pop("title", "")
    first = next((title for level, title in walk.titles if level == 1), "")
    return builder.build(
        "docx",
        current_extractor("docx"),
        source_sha256=source.sha256,
        title=walk.title or stated or first,
        metadata=said,
    )


def _part(package: Package, main: str, type_: str) -> Element | None:
    found = package.related(main, type_)
    return package.xml(found[0]) if found else None


def _foreign(package: Package, main: str, relation: str) -> bytes | None:
    found = package.relations(main).get(relation)
    return package.read(found.target) if found and not found.external and found.target in package else None


def _notes(package: Package, main: str) -> dict[tuple[str, str], Element]:
    """Footnotes and endnotes by kind and id, without the lines that separate them from the text."""
    found = {}
    for kind in ("footnote", "endnote"):
        part = _part(package, main, f"{kind}s")
        for element in part if part is not None else ():
            if attribute(element, "w:type") in {None, "normal"}:
                found[kind, attribute(element, "w:id") or ""] = element
    return found


def _note_comments(package: Package, main: str, walk: DocxWalk, builder: Builder) -> None:
    part = _part(package, main, "comments")
    for element in part if part is not None else ():
        start, end = walk.runs.commented.get(attribute(element, "w:id") or "", (None, None))
        author = attribute(element, "w:author") or "someone"
        text = plain_text(element)
        if name(element) == "w:comment" and text:
            builder.note("comment", f"left out: a comment by {author}", start=start, end=end, text=text)


def _note_furniture(package: Package, main: str, builder: Builder) -> None:
    for type_ in ("header", "footer"):
        for part in package.related(main, type_):
            if text := plain_text(package.xml(part)):
                builder.note("furniture", f"left out: a {type_} of the pages", text=text)
