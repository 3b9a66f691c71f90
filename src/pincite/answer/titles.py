"""Lines that name what stands below them: Markdown headings, lines bold as a whole, a few words above a list or a table."""

from __future__ import annotations

import re

_MARKER = re.compile(r"\s*\[\d+\]")
_HASHES = re.compile(r"[ \t]{0,3}#{1,6}(?:\s+|\Z)")
_INSIDE = r"(?:[^*_.!?\n]|\.(?=\w)){1,100}"
_BEHIND = r"(?:[ \t]*(?:\([^()\n]{1,60}\)|`[^`\n]{1,40}`|[—–·,|-][ \t]*[\d./ -]{1,20}))?"
_STRONG = rf"[ \t]*(?:\*\*|__){_INSIDE}:?(?:\*\*|__)"
_BOLD = re.compile(rf"{_STRONG}:?[ \t]*\Z")
_BOLD_AND_MORE = re.compile(rf"[ \t]*(?:\*\*|__){_INSIDE}(?<!:)(?:\*\*|__){_BEHIND}:?[ \t]*\Z")
_PLAIN = re.compile(rf"[ \t]*[*_]?[^\W\d_]{_INSIDE}{_BEHIND}(?<![:;,])[*_]?[ \t]*\Z")
_ITEM_OR_ROW = re.compile(r"[ \t]*(?:(?:[-*+•–]|\(?(?:\d{1,3}|[a-z])[.)])[ \t]+\S|\|.*\|[ \t]*\Z)")
_NUMBERING = re.compile(r"[\s#*_]*(?:\d{1,2}[.)]|(?<=#\s)\d{1,2}(?:\.\d{1,2}){0,2})\s")
_FIGURES = re.compile(r"\d[.,:/-]?\d|\d\s?(?:[%€$£°]|(?:[mµ]?[glm]|[ck]m|kg|cc|h|s|min|am|pm|k?[VW]|Hz)\b)|[$€£]\s?\d")
_SAYS = re.compile(
    r"(?i)\b(?:is|are|was|were|be|been|has|have|had|can|could|may|might|must|shall|should|will|would|do|does|did|not?|never|only|without"
    r"|es|son|era|fue|fueron|está|están|hay|ha|han|tiene|tienen|puede|pueden|debe|deben|será|serán|ni|nunca|sólo|solo|sin)\b|n't\b"
)
_MOST_WORDS = 6


def is_title(line: str, following: str, *, alone: bool) -> bool:
    """Whether `line` only leads to what is below it; `following` is the next line that is not empty.

    Without signs of its own it must be short, above a list or a table, and `alone`: the line above it is no text.

    >>> is_title("**Contapyme 5.12** (04/12/2023) [1]", "", alone=True), is_title("Timeline [1]", "- 3:14 am", alone=True)
    (True, True)
    >>> is_title("**Rent is due.** [1]", "", alone=True), is_title("Pets are allowed [1]", "- No dogs", alone=True)
    (False, False)
    """
    bare = _MARKER.sub("", line)
    if _HASHES.match(line) or _BOLD.match(line):
        return True
    above = alone and _PLAIN.match(bare) and _ITEM_OR_ROW.match(following)
    return bool(above or _BOLD_AND_MORE.match(bare)) and _names(bare)


def begins(line: str) -> int:
    """Where a title begins behind its hashes and its number: `## 2. Rent`."""
    numbered = _NUMBERING.match(line)
    return numbered.end() if numbered else len(line) - len(line.lstrip("# \t"))


def has_figures(title: str) -> bool:
    """Whether a title says something that quotes can bear out: a date, an amount, a version, and not only `Step 2`."""
    return _FIGURES.search(title) is not None


def _names(bare: str) -> bool:
    return not _SAYS.search(bare) and (has_figures(bare) or len(bare.split()) <= _MOST_WORDS)
