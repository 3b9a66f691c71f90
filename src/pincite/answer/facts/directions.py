"""Words that turn a sentence round: `more` and `less`, `before` and `after`, `at least` and `at most`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.answer.facts.fact import Fact
from pincite.answer.facts.names import folded
from pincite.answer.facts.negations import stem
from pincite.lexical.function_words import FUNCTION_WORDS

_PAIRS = """
at least|no less than|no fewer than|not less than|minimum|minimum of|al menos|como mínimo|por lo menos|mínim[oa]s?|no menos de = at most|no more than|not more than|not exceed|maximum|maximum of|a lo sumo|como máximo|máxim[oa]s?|no más de|hasta un máximo
before|prior to|ahead|in advance|beforehand|antes|previo a|antelación = after|afterwards|following|después|tras
increas\\w+|rises?|rose|risen|rising|grow[sn]?|grew|growth|aument\\w+|incrementa\\w*|sub(?:e|en|ió|ieron|ida)|crec\\w+ = decreas\\w+|declin\\w+|falls?|fell|fallen|drop(?:s|ped)?|reduc\\w+|shr[aiu]nk\\w*|disminu\\w+|baj(?:a|an|ó|aron|ada)|descen\\w+|redu[cj]\\w+
above|exceed\\w*|higher|greater|larger|bigger|over the|por encima|superior(?:es)?|mayor(?:es)?|más alt[oa]s? = below|under|beneath|lower|smaller|por debajo|inferior(?:es)?|menor(?:es)?|más baj[oa]s?
longer|más larg[oa]s? = shorter|más cort[oa]s?
faster|quicker|más rápid[oa]s? = slower|más lent[oa]s?
earlier|earliest|sooner = later|latest
more than|more|más de|más = less than|fewer than|less|fewer|menos de|menos
allow\\w*|permit\\w*|permite\\w*|permitid[oa]s? = forbid\\w*|forbade|prohibit\\w*|disallow\\w*|prohíb\\w+|prohib\\w+
includ\\w+|incluy\\w+|incluid[oa]s? = exclud\\w+|excluy\\w+|excluid[oa]s?
with|con = without|sin
enabled?|activad[oa]s?|enables = disabled?|desactivad[oa]s?|disables
always|siempre = never|nunca|jamás
north\\w*|norte = south\\w*|sur
left|izquierd[oa]s? = right|derech[oa]s?
mandatory|compulsory|required|obligatori[oa]s? = optional|opcional(?:es)?|voluntary|voluntari[oa]s?
best|mejor(?:es)? = worst|peor(?:es)?
cheaper|más barat[oa]s? = dearer|more expensive|más car[oa]s?
open(?:s|ed|ing)?|abr(?:e|en|ir) = clos(?:e|es|ed|ing)|cierr\\w+
start(?:s|ed|ing)?|begin(?:s|ning)?|began|empiez\\w+|comienz\\w+ = end(?:s|ed|ing)?|finish\\w*|termin\\w+
all|every|todos|todas = none
gain(?:s|ed)?|win(?:s)?|won = los(?:e|es|t)|loss(?:es)?
accept(?:s|ed)?|acept\\w+ = reject(?:s|ed)?|refus\\w+|rechaz\\w+
accelerat\\w+|aceler\\w+ = decelerat\\w+|slow(?:s|ed)? down|desaceler\\w+
positive|positiv[oa]s? = negative|negativ[oa]s?
"""
_FAMILIES = [
    tuple(
        re.compile(rf"(?<!\w)(?:{side.strip()})(?!\w)", re.IGNORECASE)
        for side in row.replace("\\\\", "\\").split(" = ")
    )
    for row in _PAIRS.strip().splitlines()
]


_AFTER = re.compile(r"\d[\d.,]*\d|\w+")
_JOINS = re.compile(r"(?<!\w)(?:and|but|y|e|pero)\s", re.IGNORECASE)
_END = re.compile(r"[;:!?()¦]|\.(?!\d)|\n\s*\n|,\s")


def directions(text: str) -> Iterator[Fact]:
    """The words of direction in `text`; the value names the pair and the side.

    >>> [sorted(fact.values)[0][1] for fact in directions("At least 5, after lunch")]
    ['0a', '1b']
    """
    for number, sides in enumerate(_FAMILIES):
        for name, pattern in zip("ab", sides, strict=True):
            for match in pattern.finditer(text):
                yield Fact(
                    "direction",
                    *match.span(),
                    frozenset([("direction", f"{number}{name}")]),
                    sort=str(number),
                    need="contrast",
                )


def object_of(text: str, end: int) -> str:
    """What a word of direction that ends at `end` is about: the first content word or number after it in its clause.

    >>> object_of("after the power cut", 5), object_of("the last 64 characters", 8), object_of("soon after.", 10)
    ('power', '64', '')
    """
    for word in _AFTER.finditer(text, end, end + 40):
        if _END.search(text, end, word.start()) or _JOINS.search(text, end, word.start()):
            return ""
        said = word.group()
        if said[0].isdigit() or folded(said) not in FUNCTION_WORDS:
            return said if said[0].isdigit() else stem(said)
    return ""


def clause_of(text: str, start: int, end: int) -> str:
    """The clause where `text[start:end]` stands."""
    first = max((match.end() for match in _END.finditer(text, 0, start)), default=0)
    last = _END.search(text, end)
    return text[first : last.start() if last else len(text)].strip()


def opposite(value: str) -> str:
    """The other side of a pair.

    >>> opposite("0a")
    '0b'
    """
    return value[:-1] + ("b" if value.endswith("a") else "a")
