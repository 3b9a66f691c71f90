r"""Where sentences end: rules for English and Spanish, and the full stops of Chinese and Japanese.

A mark ends a sentence when white space follows (not needed after `。！？`) and the next word does not start in lower
case (a text without any capital is let off this), unless the mark belongs to an abbreviation, an initial, a list number
or a code span. In doubt two sentences stay together: a missed end costs a longer chunk, a wrong one a broken quotation.
A line end that a dump has written as `\n` counts as white space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(
    r"(?<![.!?…])(?<![.!?…][ \u00a0])[.!?…]++(?:[ \u00a0][.!?…]++)*+[\"'”’»)\]}*_`]*+(?=\s|\\n)"  # lookbehinds and possessive marks keep this linear
    r"|(?<![。！？｡])[。！？｡]++[\"'”’」』】》）]*+"
)
_CODE_SPAN = re.compile(r"`[^`\n]{1,200}`")
_NEXT_WORD = re.compile(r"(?:\s|\\n)*+([\"'“‘«(\[{¿¡*_`]*+)(.?)", re.DOTALL)
_LAST_WORD = re.compile(r"(?:\\n)?([^\s\\(\[{\"'“‘«*_`]*)\Z")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]\Z")
_LIST_NUMBER = re.compile(r"(?:\A|[\n.!?:;…]|\\n)[ \t>*_-]*(?:\d{1,3}|[a-zA-Z])\Z")

_ALWAYS = frozenset(
    """
    e.g i.e cf vs viz al ca approx dr mr mrs ms prof rev hon gen col capt lt sgt gov sen rep st mt jr sr inc ltd co corp
    bros dept univ est resp incl excl esp
    sra srta dra dña ud uds vd lic ing ej aprox avda cía ee uu dto dpto izq dcha tel máx mín
    """.split()  # noqa: SIM905 - sixty words are read more easily than sixty quoted words
)
"""Abbreviations that a name or the rest of the sentence follows."""

_BEFORE_NUMBER = frozenset(
    """
    no nos nr fig figs eq eqs sec secs ch chap vol vols p pp pg art arts app tab ver v n para
    jan feb mar apr jun jul aug sep sept oct nov dec
    núm núms pág págs cap caps ap ec ene abr ago dic
    """.split()  # noqa: SIM905 - as above
)
"""Abbreviations only when a number follows: `No.` is also a sentence."""

_MAY_END = frozenset(["a.m", "p.m", "etc"])


def sentences(text: str, start: int, end: int, *, loose: bool = False) -> list[tuple[int, int]]:
    """The spans of the sentences of `text[start:end]`, in order, without the white space between them.

    Every character that is not white space lies in one of them. `loose` takes a mark for an end also before lower case:
    for what is too long to stay whole.

    >>> said = "Dr. Vega uses v. 2.5, e.g. at home. Does it work? Sí."
    >>> [said[a:b] for a, b in sentences(said, 0, len(said))]
    ['Dr. Vega uses v. 2.5, e.g. at home.', 'Does it work?', 'Sí.']
    """
    spans = []
    for stop in (*_ends(text, start, end, loose=loose), end):
        while start < stop and text[start].isspace():
            start += 1
        last = stop
        while last > start and text[last - 1].isspace():
            last -= 1
        if start < last:
            spans.append((start, last))
        start = stop
    return spans


def _ends(text: str, start: int, end: int, *, loose: bool) -> Iterator[int]:
    spans = _CODE_SPAN.finditer(text, start, end)
    span = next(spans, None)
    capitals = not loose and not text[start:end].islower()
    for match in _END.finditer(text, start, end):
        while span and span.end() <= match.start():
            span = next(spans, None)
        if span and span.start() < match.start():
            continue
        if _closes(text, start, match.start(), match.end(), end, capitals=capitals):
            yield match.end()


def _closes(text: str, start: int, mark: int, after: int, end: int, *, capitals: bool) -> bool:
    if text[mark] in "。！？｡":
        return True
    following = _NEXT_WORD.match(text, after, end)
    opener, first = (following[1], following[2]) if following else ("", "")
    if first.islower() and capitals and "`" not in opener:
        return False
    return text[mark] != "." or after - mark > 1 or not _abbreviated(text, start, mark, first)


def _abbreviated(text: str, start: int, mark: int, first: str) -> bool:
    before = text[max(start, mark - 24) : mark]
    found = _LAST_WORD.search(before)
    word = found[1].lower() if found else ""
    if word in _MAY_END:
        return False
    if word in _ALWAYS or (word in _BEFORE_NUMBER and first.isdigit()):
        return True
    return bool((_INITIALS.match(word) and word != "i") or _LIST_NUMBER.search(before))
