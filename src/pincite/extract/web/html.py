"""HTML: a browser's tree, our own walk over it, and a note for everything that is left out."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

from pincite.extract.builder import Builder, canonical
from pincite.extract.formats import current_extractor
from pincite.extract.plain.encoding import decode_source
from pincite.extract.plain.front_matter import iso_date
from pincite.extract.source import Source
from pincite.extract.web.guard import refuse_bombs
from pincite.extract.web.walk import HtmlWalk
from pincite.extract.web.xhtml import as_html, is_xhtml
from pincite.types.document import Document

_DECLARED = re.compile(
    rb"""<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,200}?encoding=["']([\w.:-]+)""", re.IGNORECASE
)
_META = {
    "author": "author",
    "article:author": "author",
    "dc.creator": "author",
    "keywords": "tags",
    "date": "date",
    "dc.date": "date",
    "article:published_time": "date",
    "datepublished": "date",
}


def extract_html(source: Source) -> Document:
    """A page as a document: what a reader sees, without the page's furniture, which is kept in notes.

    Raises ExtractError `too_deep` for a page that nests or repeats attributes as no person would write.
    """
    label = declared_encoding(source.data)
    for keep_furniture in (False, True):  # a page that is nothing but furniture says just that
        builder = Builder()
        found = decode_source(source, builder, label)
        page = canonical(found.text)
        page = as_html(page) if is_xhtml(page) else page
        refuse_bombs(page)
        tree = LexborHTMLParser(page)
        walk = HtmlWalk(builder, keep_furniture=keep_furniture)
        if tree.root is not None:
            walk.run(tree.root)
        if builder.length:
            break
    return builder.build(
        "html",
        current_extractor("html"),
        source_sha256=source.sha256,
        title=_title(tree) or walk.first_title,
        metadata=_metadata(tree) | {"encoding": found.encoding},
    )


def declared_encoding(data: bytes) -> str | None:
    """The encoding that a page says it is in; None where it says nothing."""
    declared = _DECLARED.search(data[:4096])
    return declared.group(declared.lastindex or 1).decode() if declared else None


def _title(tree: LexborHTMLParser) -> str:
    node = tree.css_first("head > title")
    return " ".join(node.text().split()) if node else ""


def _metadata(tree: LexborHTMLParser) -> dict[str, str]:
    found: dict[str, str] = {}
    for node in tree.css("meta[content]"):
        attributes = node.attributes
        key = (attributes.get("name") or attributes.get("property") or attributes.get("itemprop") or "").lower()
        value = " ".join((attributes.get("content") or "").split())
        name = _META.get(key)
        if name and value:
            found.setdefault(name, iso_date(value) if name == "date" else value)
    if "tags" in found:
        found["tags"] = ",".join(filter(None, (tag.strip() for tag in found["tags"].split(","))))
    if language := _language(tree):
        found["language"] = language
    return {name: value for name, value in found.items() if value}


def _language(tree: LexborHTMLParser) -> str:
    return (tree.root.attributes.get("lang") or "").strip() if tree.root is not None else ""
