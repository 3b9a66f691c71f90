"""What an EPUB says of itself: its chapters in order, its tables of contents, its metadata, its locks."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

from pincite.errors import ExtractError
from pincite.extract.container.xml_tree import Element, attribute, child, name, parse_xml
from pincite.extract.container.zip_container import Container
from pincite.extract.plain.front_matter import iso_date
from pincite.types.places import Chapter

_PAGES = {"application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document"}
_ONLY_FONTS = {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}
_LOCKS = "META-INF/encryption.xml"


@dataclass(frozen=True, slots=True)
class Book:
    """The chapters in reading order, the members that are tables of contents, and what is said of the book.

    `not_pages` names what stands in the order of reading and is no page: not listed, or a picture.
    """

    chapters: tuple[Chapter, ...]
    not_pages: tuple[str, ...]
    contents: frozenset[str]
    metadata: dict[str, str]


def read_book(container: Container) -> Book:
    """The book in an archive; raises ExtractError `encrypted` where a chapter is locked, `malformed` where there is none."""
    listed = parse_xml(container.read("META-INF/container.xml"), "META-INF/container.xml")
    root_file = child(listed, "container:rootfiles", "container:rootfile")
    where = (attribute(root_file, "full-path") if root_file is not None else None) or ""
    package = parse_xml(container.read(where), where)
    folder = posixpath.dirname(where)
    items = {attribute(item, "id"): item for item in _inside(package, "opf:manifest", "opf:item")}
    spine = [attribute(item, "idref") for item in _inside(package, "opf:spine", "opf:itemref")]
    pages = {
        number: items[id_]
        for number, id_ in enumerate(spine, 1)
        if id_ in items and attribute(items[id_], "media-type") in _PAGES
    }
    if not pages:
        raise ExtractError("malformed", f"{where!r} lists no chapters", where)
    contents = {
        _member(folder, item) for item in pages.values() if "nav" in (attribute(item, "properties") or "").split()
    }
    for reference in _inside(package, "opf:guide", "opf:reference"):
        if attribute(reference, "type") == "toc" and "#" not in (attribute(reference, "href") or ""):
            contents.add(_member(folder, reference))
    numbers: dict[str, int] = {}
    for number, item in pages.items():
        numbers.setdefault(_member(folder, item), number)
    _refuse_locks(container, set(numbers))
    chapters = tuple(Chapter(number, file) for file, number in numbers.items())
    not_pages = tuple(id_ or "an item without a name" for number, id_ in enumerate(spine, 1) if number not in pages)
    return Book(chapters, not_pages, frozenset(contents), _metadata(package))


def _inside(package: Element, group: str, wanted: str) -> Iterator[Element]:
    found = child(package, group)
    return (item for item in (found if found is not None else ()) if name(item) == wanted)


def _member(folder: str, item: Element) -> str:
    """The member that an item points at: a name in the archive, whatever it climbs over."""
    target = unquote((attribute(item, "href") or "").partition("#")[0])
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")


def _refuse_locks(container: Container, chapters: set[str]) -> None:
    """Raise `encrypted` where a chapter is; scrambled fonts are no lock."""
    if _LOCKS not in container:
        return
    for locked in parse_xml(container.read(_LOCKS), _LOCKS):
        method, reference = (
            child(locked, "enc:EncryptionMethod"),
            child(locked, "enc:CipherData", "enc:CipherReference"),
        )
        algorithm = attribute(method, "Algorithm") if method is not None else None
        target = unquote((attribute(reference, "URI") or "") if reference is not None else "")
        if algorithm not in _ONLY_FONTS and target.lstrip("/") in chapters:
            raise ExtractError("encrypted", "the book is locked by rights management (DRM)", target)


def _metadata(package: Element) -> dict[str, str]:
    found: dict[str, str] = {}
    tags, authors = [], []
    for element in next((group for group in package if name(group) == "opf:metadata"), ()):
        value = " ".join((element.text or "").split())
        match name(element):
            case "dc:title":
                found.setdefault("title", value)
            case "dc:language":
                found.setdefault("language", value)
            case "dc:date" if iso_date(value) and attribute(element, "opf:event") in {None, "publication"}:
                found.setdefault("date", iso_date(value))
            case "dc:creator" if value:
                authors.append(value)
            case "dc:subject" if value:
                tags.append(value.replace(",", " "))
    return found | {"author": ", ".join(authors), "tags": ",".join(tags)}
