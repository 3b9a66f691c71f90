"""The parts of an OpenDocument file, packed or flat, and what it says of itself (OASIS OpenDocument 1.3)."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.errors import ExtractError
from pincite.extract.builder import Builder
from pincite.extract.container.aside import read_aside
from pincite.extract.container.xml_tree import Element, attribute, child, name, parse_xml
from pincite.extract.container.zip_container import Container
from pincite.extract.plain.front_matter import iso_date

_FORMULA = "{http://www.w3.org/1998/Math/MathML}math"
_MANIFEST = "META-INF/manifest.xml"
_SAID = {"meta:initial-creator": "author", "dc:creator": "editor", "dc:date": "date", "dc:language": "language"}


@dataclass(frozen=True, slots=True)
class OdfFile:
    """The roots that hold content, styles and metadata: one and the same in a flat file; None where a part is missing.

    `container` holds further parts of a packed file.
    """

    content: Element
    styles: Element | None
    meta: Element | None
    container: Container | None = None

    def body(self, short: str) -> Element:
        """The body of one kind, such as `office:text`; raises ExtractError `malformed` where there is none."""
        found = child(self.content, "office:body", short)
        if found is None:
            raise ExtractError("malformed", f"the document has no {short!r}", "content.xml")
        return found

    def formula(self, embedded: Element) -> Element | None:
        """The MathML of an embedded object, in it or in a part of its own; None where it is something else."""
        inside = next(iter(embedded), None)
        target = (attribute(embedded, "xlink:href") or "").removeprefix("./")
        part = f"{target}/content.xml"
        if inside is None and target and self.container is not None and part in self.container:
            inside = parse_xml(self.container.read(part), part)
        return inside if inside is not None and inside.tag == _FORMULA else None

    @property
    def metadata(self) -> dict[str, str]:
        """What the document says of itself: title, author, date (of its last change), tags, language."""
        group = child(self.meta, "office:meta") if self.meta is not None else None
        found: dict[str, str] = {}
        tags = []
        for element in group if group is not None else ():
            value = " ".join((element.text or "").split())
            match name(element):
                case "dc:title":
                    found["title"] = value
                case "meta:keyword" if value:
                    tags += [tag.strip() for tag in value.split(",")]
                case "meta:creation-date":
                    found.setdefault("date", iso_date(value))
                case known if known in _SAID:
                    found[_SAID[known]] = iso_date(value) if known == "dc:date" else value
        editor = found.pop("editor", "")
        return {"author": editor} | found | {"tags": ",".join(filter(None, tags))}


def read_odf(data: bytes, builder: Builder) -> OdfFile:
    """The parts of a file, with a note where what it says of itself is damaged; raises ExtractError as `Container` and `parse_xml` do, `encrypted` where its content is."""
    if not data.startswith(b"PK"):
        root = parse_xml(data, "the document")
        return OdfFile(root, root, root)
    container = Container(data)
    if _MANIFEST in container:
        _refuse_encrypted(parse_xml(container.read(_MANIFEST), _MANIFEST))
    content = parse_xml(container.read("content.xml"), "content.xml")
    styles = _part(container, "styles.xml")
    meta = read_aside(builder, "what the document says of itself", lambda: _part(container, "meta.xml"))
    return OdfFile(content, styles, meta, container)


def _part(container: Container, part: str) -> Element | None:
    return parse_xml(container.read(part), part) if part in container else None


def _refuse_encrypted(manifest: Element) -> None:
    if any(child(entry, "manifest:encryption-data") is not None for entry in manifest):
        raise ExtractError("encrypted", "found an OpenDocument file with a password", _MANIFEST)
