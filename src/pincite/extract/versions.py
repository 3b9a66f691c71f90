"""The name and version of each extractor, known without loading a parser; a change makes older documents stale."""

from __future__ import annotations

from importlib.metadata import version

EXTRACTORS = {
    "txt": "text 1",
    "md": f"markdown 1 (markdown-it-py {version('markdown-it-py')})",
    "html": f"html 1 (selectolax {version('selectolax')})",
    "pdf": f"pdf 1 (pypdfium2 {version('pypdfium2')})",
}
"""By the type that filters use. Raise the first number whenever an extractor gives other text, blocks or places."""


def current_extractor(type_: str) -> str:
    """What would read a document of this type today; empty for a type that nothing reads any more.

    >>> current_extractor("txt")
    'text 1'
    """
    return EXTRACTORS.get(type_, "")
