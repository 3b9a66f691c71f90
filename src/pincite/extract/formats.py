"""The table of formats: a new one is one file with an extractor and one row here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pincite.extract.html import extract_html
from pincite.extract.markdown import extract_markdown
from pincite.extract.pdf import extract_pdf
from pincite.extract.source import Source
from pincite.extract.text import extract_text
from pincite.types.document import Document


@dataclass(frozen=True, slots=True)
class Format:
    """A type as filters name it, the extensions that hint at it, and its extractor."""

    type: str
    extensions: frozenset[str]
    extract: Callable[[Source], Document]


FORMATS = {
    row.type: row
    for row in (
        Format("txt", frozenset({"txt", "text", "log", "rst", "org", "tex", "adoc", "csv", "tsv"}), extract_text),
        Format("md", frozenset({"md", "markdown", "mdx"}), extract_markdown),
        Format("html", frozenset({"html", "htm", "xhtml"}), extract_html),
        Format("pdf", frozenset({"pdf"}), extract_pdf),
    )
}

_EXTENSIONS = frozenset().union(*(row.extensions for row in FORMATS.values()))


def supported(name: str) -> bool:
    """Whether a folder walk should take a file of this name: by its extension, before anything is read.

    >>> supported("notes/Report.PDF"), supported("photo.png"), supported("README")
    (True, False, True)
    """
    extension = Source(b"", name).extension
    return not extension or extension in _EXTENSIONS
