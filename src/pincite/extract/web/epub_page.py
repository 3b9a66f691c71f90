"""A chapter of a book as a tree."""

from __future__ import annotations

from selectolax.lexbor import LexborHTMLParser

from pincite.extract.builder import canonical
from pincite.extract.plain.encoding import decode
from pincite.extract.web.guard import refuse_bombs
from pincite.extract.web.html import declared_encoding
from pincite.extract.web.xhtml import as_html


def parse_page(data: bytes) -> LexborHTMLParser:
    """The tree of a chapter; raises ExtractError `too_deep` as for HTML, `encoding` where its bytes are no text."""
    text = canonical(decode(data, declared=declared_encoding(data)).text)
    page = as_html(text)
    refuse_bombs(page)
    return LexborHTMLParser(page)
