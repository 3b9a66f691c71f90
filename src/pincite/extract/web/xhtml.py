"""XHTML, which is XML, made fit for a parser of HTML."""

from __future__ import annotations

import html
import re

_TAG = re.compile(r"""<([a-zA-Z][\w:.-]*+)((?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+)>""")
_SECTION, _SECTION_ENDS = "<![CDATA[", "]]>"
_DECLARED = re.compile(r"\s*(?:<\?xml\b|(?:<!DOCTYPE[^>]*>\s*)?<html\b[^>]*\bxmlns\s*=)", re.IGNORECASE)
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)


def is_xhtml(page: str) -> bool:
    """Whether a page says that it is XML, as a browser would not believe without being told by whoever serves it.

    >>> is_xhtml('<?xml version="1.0"?><html/>'), is_xhtml("<!DOCTYPE html><html lang='en'>")
    (True, False)
    """
    return _DECLARED.match(page) is not None


def as_html(page: str) -> str:
    """XHTML as HTML: elements closed in themselves get an end tag, marked sections become text.

    >>> as_html("<title/><a id='x'/><br/><![CDATA[1 < 2]]>")
    "<title></title><a id='x'></a><br/>1 &lt; 2"
    """
    return _TAG.sub(_opened, _without_sections(page))


def _without_sections(page: str) -> str:
    """The page with the words of its marked sections as text; one that never ends is left as it is."""
    parts, at = [], 0
    while (begin := page.find(_SECTION, at)) >= 0 and (end := page.find(_SECTION_ENDS, begin)) >= 0:
        parts += [page[at:begin], html.escape(page[begin + len(_SECTION) : end], quote=False)]
        at = end + len(_SECTION_ENDS)
    return "".join((*parts, page[at:]))


def _opened(found: re.Match[str]) -> str:
    tag, attributes = found.groups()
    if not attributes.endswith("/") or tag.lower() in _VOID:
        return found.group()
    return f"<{tag}{attributes[:-1]}></{tag}>"
