"""Numbers in words, English and Spanish: `twenty-five`, `dos mil quinientos`, `the third`, `half`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

_SMALL = {
    word: value
    for value, words in enumerate(
        """
        zero,cero one,uno,un,una two,dos three,tres four,cuatro five,cinco six,seis seven,siete eight,ocho nine,nueve ten,diez
        eleven,once twelve,doce thirteen,trece fourteen,catorce fifteen,quince sixteen,dieciséis,dieciseis
        seventeen,diecisiete eighteen,dieciocho nineteen,diecinueve twenty,veinte
        veintiuno,veintiún,veintiun,veintiuna veintidós,veintidos veintitrés,veintitres veinticuatro veinticinco
        veintiséis,veintiseis veintisiete veintiocho veintinueve
        """.split()  # noqa: SIM905 - read more easily than as quoted words
    )
    for word in words.split(",")
}
_TENS = {
    word: 10 * value
    for value, words in enumerate(
        [
            "thirty,treinta",
            "forty,cuarenta,fourty",
            "fifty,cincuenta",
            "sixty,sesenta",
            "seventy,setenta",
            "eighty,ochenta",
            "ninety,noventa",
        ],
        start=3,
    )
    for word in words.split(",")
} | {"twenty": 20}
_POINT = re.compile(r"\s(?:point|coma|punto)", re.IGNORECASE)
_HUNDREDS = {
    f"{stem}{ending}": 100 * value
    for value, stem in {
        2: "dosc",
        3: "tresc",
        4: "cuatroc",
        5: "quin",
        6: "seisc",
        7: "setec",
        8: "ochoc",
        9: "novec",
    }.items()
    for ending in ("ientos", "ientas")
} | {"cien": 100, "ciento": 100}
SCALES = {
    "hundred": 100,
    "thousand": 1000,
    "mil": 1000,
    "million": 10**6,
    "millions": 10**6,
    "millón": 10**6,
    "millon": 10**6,
    "millones": 10**6,
    "billion": 10**9,
    "billions": 10**9,
    "trillion": 10**12,
    "billón": 10**12,
    "billones": 10**12,
    "miles": 1000,
    "mill": 10**6,
    "dozen": 12,
    "dozens": 12,
    "docena": 12,
    "docenas": 12,
}
_ALONE = frozenset(["mil", "hundred", "thousand", "dozen", "docena"])
_ORDINALS = {
    word: value
    for value, words in enumerate(
        """
        first,primer,primero,primera second,segundo,segunda third,tercer,tercero,tercera fourth,cuarto,cuarta fifth,quinto,quinta
        sixth,sexto,sexta seventh,séptimo,séptima eighth,octavo,octava ninth,noveno,novena tenth,décimo,décima eleventh twelfth
        thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth
        """.split(),  # noqa: SIM905 - as above
        start=1,
    )
    for word in words.split(",")
}
_TENTHS = {
    "thirtieth": 30,
    "fortieth": 40,
    "fiftieth": 50,
    "sixtieth": 60,
    "seventieth": 70,
    "eightieth": 80,
    "ninetieth": 90,
    "hundredth": 100,
    "vigésimo": 20,
    "trigésimo": 30,
    "undécimo": 11,
    "duodécimo": 12,
    "centésimo": 100,
}
_PARTS = {
    "half": Fraction(1, 2),
    "halves": Fraction(1, 2),
    "mitad": Fraction(1, 2),
    "third": Fraction(1, 3),
    "thirds": Fraction(1, 3),
    "tercio": Fraction(1, 3),
    "tercios": Fraction(1, 3),
    "quarters": Fraction(1, 4),
    "quarter": Fraction(1, 4),
    "fifths": Fraction(1, 5),
    "quintos": Fraction(1, 5),
}
_TIMES = {
    "twice": 2,
    "double": 2,
    "doble": 2,
    "both": 2,
    "pair": 2,
    "par": 2,
    "ambos": 2,
    "ambas": 2,
    "once": 1,
    "triple": 3,
    "single": 1,
}
_WORD = re.compile(r"[^\W\d_]+")
_JOINS = re.compile(r"[ \n-]{1,3}(?:(?:and|y)[ \n]{1,2})?")
_AND_A_HALF = re.compile(r"\s{1,2}(?:and a half|y medi[oa])\b", re.IGNORECASE)
_SCALE_AFTER = re.compile(r"[ \n](thousand|million|billion|millones|mil)\b", re.IGNORECASE)
_PART_OF_SCALE = re.compile(r"\s(?:(?:of\s)?an?\s)?(thousand|million|billion|millón|dozen|docena)\b", re.IGNORECASE)
_NO_NUMBER = re.compile(r"\b(?:por\s?ciento|per\s?cent|bajo\scero|sub\s?cero|below\szero)\Z", re.IGNORECASE)
_HALF_OF = re.compile(r"\s(?!de\b|del\b|y\b|a\b|para\b|es\b|en\b)[^\W\d]{3,}", re.IGNORECASE)
_PART_OF = re.compile(r"\s{1,2}(?:of|the|as|an?|del?|un|una|parte)\b", re.IGNORECASE)


class Words(NamedTuple):
    """`text[start:end]` is the number `value`; `sort` is `number`, `ordinal`, `part` or `times`."""

    start: int
    end: int
    value: Fraction
    sort: str


def number_words(text: str, *, spanish: bool) -> Iterator[Words]:
    """The numbers in words of `text`, in order; `once` is eleven only where the text is Spanish.

    >>> [(said.value, said.sort) for said in number_words("The third of two hundred and five", spanish=False)]
    [(Fraction(3, 1), 'ordinal'), (Fraction(205, 1), 'number')]
    """
    words = [word for word in _WORD.finditer(text) if word.group().lower() not in {"and", "y"}]
    words = [word for word in words if not _NO_NUMBER.search(text, max(0, word.start() - 6), word.end())]
    at = 0
    while at < len(words):
        used = _cardinal(text, words, at, spanish=spanish)
        if used:
            count, value = used
            start, end = words[at].start(), words[at + count - 1].end()
            whole = Words(start, end, value, "number")
            decimal = _decimal(text, words, at + count, whole, spanish=spanish)
            yield from [decimal] if decimal else _with_part(text, words, at, count, whole)
            at += count
            while decimal and at < len(words) and words[at].start() < decimal.end:
                at += 1
            continue
        yield from _other(text, words[at])
        at += 1


def _decimal(text: str, words: list[re.Match[str]], at: int, whole: Words, *, spanish: bool) -> Words | None:
    """`three point five`, `tres coma cero cinco`: the number with its decimals, which begin after the word at `at`."""
    if at >= len(words) or not _POINT.fullmatch(text, whole.end, words[at].end()) or text[: whole.end].endswith(" un"):
        return None
    digits, end, last = "", whole.end, at + 1
    while last < len(words) and words[last].start() - words[last - 1].end() == 1:
        value = _SMALL.get(words[last].group().lower(), 10)
        if value >= 10:
            break
        digits, end, last = f"{digits}{value}", words[last].end(), last + 1
    if not digits:
        used = _cardinal(text, words, last, spanish=spanish) if last < len(words) else None
        if used is None or used[1] >= 100:
            return None
        digits, end = str(used[1]), words[last + used[0] - 1].end()
    return Words(whole.start, end, Fraction(f"{whole.value}.{digits}"), "number")


def _with_part(text: str, words: list[re.Match[str]], at: int, count: int, whole: Words) -> Iterator[Words]:
    """The number, with `and a half` after it, or as the count of a part (`two thirds`)."""
    half = _AND_A_HALF.match(text, whole.end)
    following = words[at + count] if at + count < len(words) else None
    if half:
        last = words[at + count - 1].group().lower()
        scale = SCALES.get(last, 1) if SCALES.get(last, 1) >= 1000 else 1
        by = _SCALE_AFTER.match(text, half.end())
        value = (whole.value + Fraction(scale, 2)) * (SCALES[by[1].lower()] if by else 1)
        yield Words(whole.start, by.end() if by else half.end(), value, "number")
    elif following and _ends_ordinal(text, whole, following):
        yield Words(whole.start, following.end(), whole.value + _ORDINALS[following.group().lower()], "ordinal")
    elif following and following.group().lower() in _PARTS and _JOINS.fullmatch(text[whole.end : following.start()]):
        yield Words(whole.start, following.end(), whole.value * _PARTS[following.group().lower()], "part")
    else:
        yield whole


def _ends_ordinal(text: str, whole: Words, following: re.Match[str]) -> bool:
    """`twenty-fifth`: tens, a hyphen and an ordinal under ten."""
    value = _ORDINALS.get(following.group().lower(), 10)
    return value < 10 and whole.value % 10 == 0 and whole.value > 10 and text[whole.end : following.start()] == "-"


def _other(text: str, word: re.Match[str]) -> Iterator[Words]:
    said = word.group().lower()
    scaled = _PART_OF_SCALE.match(text, word.end()) if said in {"half", "medio", "media"} else None
    if scaled:
        yield Words(word.start(), scaled.end(), Fraction(SCALES[scaled[1].lower()], 2), "number")
    elif said in {"medio", "media"} and _HALF_OF.match(text, word.end()):
        yield Words(*word.span(), Fraction(1, 2), "part")
    elif said in {"half", "mitad"} or (said in _PARTS and _PART_OF.match(text, word.end()) and not _the(text, word)):
        yield Words(*word.span(), _PARTS[said], "part")
    elif said in _ORDINALS:
        yield Words(*word.span(), Fraction(_ORDINALS[said]), "ordinal")
    elif said in _TENTHS:
        yield Words(*word.span(), Fraction(_TENTHS[said]), "ordinal")
    elif said in _TIMES:
        yield Words(*word.span(), Fraction(_TIMES[said]), "times")


def _the(text: str, word: re.Match[str]) -> bool:
    return text[max(0, word.start() - 4) : word.start()].lower() == "the "


def _scaled(total: int, current: int, scale: int) -> tuple[int, int]:
    """The number so far, times `scale`: what lies above a million, and the rest."""
    if scale == 100:
        thousands, rest = divmod(current, 1000)
        return total, thousands * 1000 + max(1, rest) * 100
    if scale <= 1000:
        return total, max(1, current) * scale
    return total + max(1, current) * scale, 0


def _cardinal(text: str, words: list[re.Match[str]], at: int, *, spanish: bool) -> tuple[int, Fraction] | None:
    """How many words from `at` make one number, and the number."""
    total = current = 0
    count = 0
    room = 10**15  # a further word must be smaller than the last, else it begins another number
    while at + count < len(words):
        word = words[at + count]
        said = word.group().lower()
        if count and not _JOINS.fullmatch(text[words[at + count - 1].end() : word.start()]):
            break
        if said in {"once", "miles"} and not spanish:
            break
        value = _TENS.get(said, _HUNDREDS.get(said, _SMALL.get(said)))
        if value is not None and value < room and (count == 0 or value):
            current += value
            room = 10 ** (len(str(value)) - 1) if said in _HUNDREDS or said in _TENS else 1
        elif said in SCALES and (count or said in _ALONE):
            total, current = _scaled(total, current, SCALES[said])
            room = SCALES[said]
        else:
            break
        count += 1
    return (count, Fraction(total + current)) if count else None
