"""A text without its formatting, character for character in its place."""

from __future__ import annotations

import re
from html import unescape
from unicodedata import normalize

from pincite.answer.facts.formula import without_tex

_POWER = re.compile(
    r"<sup>\s?([-+\u2212]?\d{1,3})\s?</sup>|\^[{(]([-+\u2212]?\d{1,3})[})]|(?<=\d)\*\*([-+]?\d{1,3})(?![\d*])",
    re.IGNORECASE,
)
"""`10<sup>5</sup>`, `10^{5}`, `10^(5)` and `10**5` are `10^5`."""
_LOW = re.compile(r"(?<=\w)<sub>(\w{1,3})</sub>", re.IGNORECASE)
_TIMES = re.compile(r"(?<=\d)(\s?)\*(?=\s?\d)|\\times\b")
_EMPHASIS = re.compile(r"[*`~]|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)|\\(?=[_*`$%&#\[\]])|</?[a-zA-Z][^<>\n]{0,60}>")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,12});")
_KEPT = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞ºª°µμ…™")
_SIGNS = str.maketrans(
    {"−": "-", "‐": "-", "‑": "-", "‒": "-", "–": "-", "’": "'", "‘": "'", "ʼ": "'", "٪": "%", "⁄": "/"}
)
_SPACED = str.maketrans(dict.fromkeys("\u00a0\u2007\u2009\u200a\u202f\u200b\ufeff\u00ad\u2060", " "))


CELL = "¦"
"""What stands between two cells of a table, so that no unit is read across it."""


def plain(text: str) -> str:
    """`text` with marks of emphasis and code as spaces and every dash, apostrophe and digit in its common form.

    The length stays, so that a place in the result is a place in `text`.

    >>> plain("**5\u00a0%** of `max_bytes`, −3")
    '  5 %   of  max_bytes , -3'
    """
    if "$" in text or "\\(" in text:
        text = without_tex(text)
    if "&" in text:
        text = _ENTITY.sub(_character, text)
    if not text.isascii():
        text = "".join(_compatible(sign) for sign in text.translate(_SIGNS).translate(_SPACED))
    if "<" in text or "^" in text or "*" in text:
        text = _LOW.sub(lambda found: found[1].ljust(len(found.group())), text)
        text = _POWER.sub(_raised, text)
        text = _TIMES.sub(lambda found: f"{found[1] or ''}×".ljust(len(found.group())), text)
    return _EMPHASIS.sub(lambda found: " " * len(found.group()), text).replace("|", CELL)


def _raised(found: re.Match[str]) -> str:
    """The exponent in its place, a `^` before it."""
    at = found.lastindex or 1
    before = "^".ljust(found.start(at) - found.start())
    return f"{before}{found[at]}".translate(_SIGNS).ljust(len(found.group()))


def _compatible(sign: str) -> str:
    if sign.isascii() or sign in _KEPT:
        return sign
    other = normalize("NFKC", sign)
    return other if len(other) == 1 else sign


def _character(entity: re.Match[str]) -> str:
    """What an entity of HTML stands for, with spaces for the rest of its places."""
    said = unescape(entity.group())
    return said.ljust(len(entity.group())) if len(said) == 1 else entity.group()
