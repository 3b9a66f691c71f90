"""The one way to parse XML of strangers: no entities, no DTD, no network, bounded depth and sizes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NoReturn
from xml.parsers import expat

from lxml import etree

from pincite.errors import ExtractError

Element = Any
"""An element of lxml, which ships no types."""

_CHUNK = 1 << 16
_OOXML = "http://schemas.openxmlformats.org/"
_STRICT = "http://purl.oclc.org/ooxml/"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_NAMESPACES = {
    "w": (_OOXML + "wordprocessingml/2006/main", _STRICT + "wordprocessingml/main"),
    "a": (_OOXML + "drawingml/2006/main", _STRICT + "drawingml/main"),
    "p": (_OOXML + "presentationml/2006/main", _STRICT + "presentationml/main"),
    "r": (_OOXML + "officeDocument/2006/relationships", _STRICT + "officeDocument/relationships"),
    "m": (_OOXML + "officeDocument/2006/math", _STRICT + "officeDocument/math"),
    "wp": (_OOXML + "drawingml/2006/wordprocessingDrawing", _STRICT + "drawingml/wordprocessingDrawing"),
    "c": (_OOXML + "drawingml/2006/chart", _STRICT + "drawingml/chart"),
    "dgm": (_OOXML + "drawingml/2006/diagram", _STRICT + "drawingml/diagram"),
    "pr": (_OOXML + "package/2006/relationships",),
    "ct": (_OOXML + "package/2006/content-types",),
    "cp": (_OOXML + "package/2006/metadata/core-properties",),
    "mc": (_OOXML + "markup-compatibility/2006",),
    "wps": ("http://schemas.microsoft.com/office/word/2010/wordprocessingShape",),
    "v": ("urn:schemas-microsoft-com:vml",),
    "dc": ("http://purl.org/dc/elements/1.1/",),
    "dcterms": ("http://purl.org/dc/terms/",),
    "office": (_ODF + "office:1.0",),
    "text": (_ODF + "text:1.0",),
    "table": (_ODF + "table:1.0",),
    "draw": (_ODF + "drawing:1.0",),
    "style": (_ODF + "style:1.0",),
    "presentation": (_ODF + "presentation:1.0",),
    "meta": (_ODF + "meta:1.0",),
    "manifest": (_ODF + "manifest:1.0",),
    "svg": (_ODF + "svg-compatible:1.0",),
    "opf": ("http://www.idpf.org/2007/opf",),
    "container": (_ODF + "container",),
    "enc": ("http://www.w3.org/2001/04/xmlenc#",),
    "xlink": ("http://www.w3.org/1999/xlink",),
    "xml": ("http://www.w3.org/XML/1998/namespace",),
}
_PREFIXES = {uri: prefix for prefix, uris in _NAMESPACES.items() for uri in uris}


def parse_xml(data: bytes, where: str) -> Element:
    """The root element of the XML in `data`, without comments and processing instructions; `where` names the part.

    Raises ExtractError `malformed` for what is no XML or declares a DTD, `truncated` where it ends inside an element,
    `too_deep` where elements nest deeper than 256, `too_large` where one text has more than 10 million bytes.
    """
    _refuse_dtd(data, where)
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise _refusal(error, where) from None


def name(element: Element) -> str:
    """The name of an element with the prefix that we use for its namespace: `w:p`; `?:p` where we know none.

    >>> name(parse_xml(b'<x:p xmlns:x="http://purl.oclc.org/ooxml/wordprocessingml/main"/>', "part"))
    'w:p'
    """
    return _short(element.tag)


def attribute(element: Element, short: str) -> str | None:
    """The value of an attribute by its short name (`w:val`, or `id` for one without a namespace); None where it is missing."""
    for key in _long(short):
        value: str | None = element.get(key)
        if value is not None:
            return value
    return None


def number(element: Element, short: str, default: int = 0) -> int:
    """The value of an attribute as a whole number; `default` where it is missing or none."""
    raw = attribute(element, short) or ""
    return (
        int(raw) if len(raw) < 12 and raw.lstrip("-").isdecimal() and raw.isascii() and raw.count("-") < 2 else default
    )


def child(element: Element, *path: str) -> Element | None:
    """The first element that is reached by these short names, one below the other; None where there is none."""
    for short in path:
        element = next((found for found in element if name(found) == short), None)
        if element is None:
            return None
    return element


@lru_cache(maxsize=4096)
def _short(tag: str) -> str:
    uri, brace, local = tag[1:].rpartition("}")
    return f"{_PREFIXES.get(uri, '?')}:{local}" if brace else tag


@lru_cache(maxsize=1024)
def _long(short: str) -> tuple[str, ...]:
    prefix, colon, local = short.rpartition(":")
    return tuple(f"{{{uri}}}{local}" for uri in _NAMESPACES[prefix]) if colon else (short,)


class _FirstElementError(Exception):
    """The prologue is over."""


def _refuse_dtd(data: bytes, where: str) -> None:
    """Raise `malformed` where the prologue declares a document type, before anything is done with it."""
    scanner = expat.ParserCreate()

    def on_doctype(*_: object) -> NoReturn:
        raise ExtractError("malformed", f"{where!r} declares a document type (DTD): such parts have none", where)

    def on_element(*_: object) -> NoReturn:
        raise _FirstElementError

    scanner.StartDoctypeDeclHandler = on_doctype
    scanner.StartElementHandler = on_element
    try:
        for at in range(0, len(data), _CHUNK):
            scanner.Parse(data[at : at + _CHUNK], False)
    except _FirstElementError:
        return
    except expat.ExpatError as error:
        raise ExtractError("malformed", f"{where!r} is no XML: {error}", where) from None
    raise ExtractError("malformed", f"{where!r} is no XML: no element in {len(data)} bytes", where)


def _refusal(error: etree.XMLSyntaxError, where: str) -> ExtractError:
    message = (
        str(error.msg).replace("\n", " ").replace(", use XML_PARSE_HUGE option", "").replace(", try XML_PARSE_HUGE", "")
    )
    if "Excessive depth" in message:
        return ExtractError("too_deep", f"{where!r}: elements nest deeper than 256", where)
    if "Resource limit" in message or "too long" in message:
        return ExtractError("too_large", f"{where!r}: {message}", where)
    if "Premature end" in message:
        return ExtractError("truncated", f"{where!r}: {message}", where)
    return ExtractError("malformed", f"{where!r} is no XML that can be read: {message}", where)
