"""What the markup of all Office formats has in common: alternatives, and the words of any element in one line."""

from __future__ import annotations

import re

from pincite.extract.container.xml_tree import Element, attribute, name

DELETED = frozenset(("w:del", "w:moveFrom"))
"""Elements that hold what was deleted or moved away while changes were tracked."""

_WORDS = {"w:t", "w:delText", "m:t", "a:t"}
_BLANKS = {"w:p", "a:p", "w:tab", "w:br", "w:tc"}
_UNDERSTOOD = re.compile(r"(?:wps|wpg|wpc|wp14|w1[456]\w*|w16\w*|a14|p1[45]|cx\d*|v)\Z")


def chosen(element: Element) -> Element | None:
    """The one branch of alternatives to read: the first that needs only what we understand, else the fallback."""
    for found in element:
        needed = (attribute(found, "Requires") or "").split()
        if name(found) == "mc:Fallback" or all(map(_UNDERSTOOD.match, needed)):
            return found
    return None


def plain_text(element: Element) -> str:
    """The words of an element in one line, for notes: those of deletions too, so that none is lost."""
    words: list[str] = []
    _collect(element, words)
    return " ".join("".join(words).split())


def _collect(element: Element, words: list[str]) -> None:
    short = name(element)
    if short in _WORDS:
        words.append(element.text or "")
        return
    branch = chosen(element) if short == "mc:AlternateContent" else element
    for found in branch if branch is not None else ():
        _collect(found, words)
    if short in _BLANKS:
        words.append(" ")
