"""What the markup of all Office formats has in common: alternatives, and the words of any element in one line."""

from __future__ import annotations

import re

from pincite.extract.xml_tree import Element, attribute, name

DELETED = frozenset(("w:del", "w:moveFrom"))
"""Elements that hold what was deleted or moved away while changes were tracked."""

_UNDERSTOOD = re.compile(r"(?:wps|wpg|wpc|wp14|w1[456]\w*|w16\w*|a14|p1[45]|cx\d*|v)\Z")


def chosen(element: Element) -> Element | None:
    """The one branch of alternatives to read: the first that needs only what we understand, else the fallback."""
    for found in element:
        needed = (attribute(found, "Requires") or "").split()
        if name(found) == "mc:Fallback" or all(map(_UNDERSTOOD.match, needed)):
            return found
    return None


def plain_text(element: Element, *, deleted: bool = False) -> str:
    """The words of an element in one line, for notes; with those of deletions where `deleted` says so."""
    words: list[str] = []
    _collect(element, words, deleted=deleted)
    return " ".join("".join(words).split())


def _collect(element: Element, words: list[str], *, deleted: bool) -> None:
    short = name(element)
    if short in {"w:t", "m:t", "a:t"} or (deleted and short == "w:delText"):
        words.append(element.text or "")
    elif short == "mc:AlternateContent":
        if (branch := chosen(element)) is not None:
            _collect(branch, words, deleted=deleted)
    elif deleted or short not in DELETED:
        for found in element:
            _collect(found, words, deleted=deleted)
        if short in {"w:p", "a:p", "w:tab", "w:br", "w:tc"}:
            words.append(" ")
