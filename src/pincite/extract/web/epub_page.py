"""A chapter of a book, which is XML, made fit for a parser of HTML."""

from __future__ import annotations

import html
import re

from selectolax.lexbor import LexborHTMLParser

from pincite.extract.builder import canonical
from pincite.extract.plain.encoding import decode
from pincite.extract.web.guard import refuse_bombs
from pincite.extract.web.html import declared_encoding

_TAG = re.compile(r"""<([a-zA-Z][\w:.-]*+)((?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+)>""")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)


def parse_page(data: bytes) -> LexborHTMLParser:
    """The tree of a chapter; raises ExtractError `too_deep` as for HTML, `encoding` where its bytes are no text."""
    text = canonical(decode(data, declared=declared_encoding(data)).text)
    page = as_html(text)
    refuse_bombs(page)
    return LexborHTMLParser(page)


def as_html(page: str) -> str:
    """XHTML as HTML: elements closed in themselves get an end tag, marked sections become text.

    >>> as_html("<title/><a id='x'/><br/><![CDATA[1 < 2]]>")
    "<title></title><a id='x'></a><br/>1 &lt; 2"
    """
    page = _CDATA.sub(lambda found: html.escape(found.group(1), quote=False), page)
    return _TAG.sub(_opened, page)


def _opened(found: re.Match[str]) -> str:
    tag, attributes = found.groups()
    if not attributes.endswith("/") or tag.lower() in _VOID:
        return found.group()
    return f"<{tag}{attributes[:-1]}></{tag}>"
