"""One linear look at an HTML page before it is parsed: trees and attribute lists that would hang a parser."""

from __future__ import annotations

import re
from collections import Counter

from pincite.errors import ExtractError

_DEEPEST = 512  # what browsers keep
_MOST_ATTRIBUTES = 1000
_TAG = re.compile(r"<(?:(!--)|(/?)([a-zA-Z][^\s/>]*))")
_ATTRIBUTE = re.compile(r"""[\s/]*(?:(>)|=\s*(?:"[^"]*(?:"|\Z)|'[^']*(?:'|\Z)|[^\s>]*)|([^\s>=/]+))""")
_RAW = {"script", "style", "textarea", "title", "xmp", "noembed", "noframes"}
_NEVER_NESTS = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
        "p",
        "li",
        "dt",
        "dd",
        "tr",
        "td",
        "th",
        "thead",
        "tbody",
        "tfoot",
        "option",
        "optgroup",
        "rp",
        "rt",
        "colgroup",
        "caption",
        "body",
        "html",
        "head",
    ]
)


def refuse_bombs(page: str) -> None:
    """Raise ExtractError `too_deep` where tags nest deeper than 512, or one has more than 1,000 attributes."""
    open_tags: Counter[str] = Counter()
    depth = position = 0
    while match := _TAG.search(page, position):
        comment, closing, raw_name = match.groups()
        if comment:
            position = _after(page, "-->", match.end())
            continue
        name = raw_name.lower()
        position = _end_of_tag(page, match.end(), name)
        if closing:
            if open_tags[name]:
                open_tags[name] -= 1
                depth -= 1
        elif name in _RAW:
            position = _after(page, f"</{raw_name}", position)
        elif name not in _NEVER_NESTS and page[position - 2 : position] != "/>":
            open_tags[name] += 1
            depth += 1
        if depth > _DEEPEST:
            raise ExtractError("too_deep", f"tags nest deeper than {_DEEPEST}", f"character {position}")


def _after(page: str, mark: str, position: int) -> int:
    found = page.find(mark, position)
    return len(page) if found < 0 else found


def _end_of_tag(page: str, position: int, name: str) -> int:
    attributes = 0
    while match := _ATTRIBUTE.match(page, position):
        position = match.end()
        if match.group(1):
            return position
        attributes += bool(match.group(2))
        if attributes > _MOST_ATTRIBUTES:
            raise ExtractError(
                "too_deep", f"<{name}> has more than {_MOST_ATTRIBUTES} attributes", f"character {position}"
            )
    return len(page)
