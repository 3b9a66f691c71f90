"""Quarters and halves of a year, decades and spans of years: `Q3 2022`, `tercer trimestre`, `the 1990s`, `2019-21`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from pincite.answer.facts.fact import Fact, Value

_WHICH = {
    word: number
    for number, words in enumerate(
        [
            "first 1st primer primera 1er 1.er 1º 1.º 1ª 1.ª",
            "second 2nd segundo segunda 2º 2.º 2ª 2.ª",
            "third 3rd tercer tercero 3er 3.er 3º 3.º",
            "fourth 4th cuarto 4º 4.º",
        ],
        start=1,
    )
    for word in words.split()
} | {"last": 0, "final": 0, "último": 0, "última": 0}
_SIGNS = {"Q": "Q", "T": "Q", "H": "H", "S": "H"}
_LAST = {"Q": 4, "H": 2}
_LATEST = 70
_YEAR = r"(?P<year>\d{4}|'\d\d)(?!\w|[.,]\d)"
_OF = r"(?:\s(?:of|de|del)\s(?:the\syear\s|año\s)?|,?\s|\s?/\s?|-)(?:FY\s?)?"
_SAID = re.compile(
    rf"(?<!\w)(?P<which>{'|'.join(sorted(map(re.escape, _WHICH), key=len, reverse=True))})[\s-]"
    r"(?P<what>quarter|trimestre|half(?:-year)?|semestre|semester|mitad)\b"
    rf"(?:{_OF}{_YEAR})?",
    re.IGNORECASE,
)
_SIGNED = re.compile(
    rf"(?<![\w.,/-])(?:(?:(?P<first>\d{{4}})[\s/-]?)?(?:(?P<sign>[QTHS])(?P<n>[1-4])|(?P<n2>[1-4])(?P<sign2>[QTHS]))"
    rf"(?:(?:{_OF})?(?P<year>\d{{4}}|'\d\d|(?<=[QTHS])\d\d))?)(?![\w-]|[.,]\d)"
)
_TENS = {
    word: 10 * number
    for number, words in enumerate(
        [
            "twenties,veinte",
            "thirties,treinta",
            "forties,cuarenta",
            "fifties,cincuenta",
            "sixties,sesenta",
            "seventies,setenta",
            "eighties,ochenta",
            "nineties,noventa",
        ],
        start=2,
    )
    for word in words.split(",")
}
_SHORT_DECADE = rf"'?(?P<short>\d0)'?s|(?P<word>{'|'.join(word for word in _TENS if word.endswith('ies'))})"
_DECADES = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<![\w.,])(?P<full>1[0-9]\d0|20\d0)'?s\b",
        rf"(?<!\w)(?:(?:the|late|early|mid)[\s-]{{1,2}}){{1,2}}(?:{_SHORT_DECADE})\b",
        (
            r"\b(?:años|décadas?\sdel?(?:\slos)?(?:\saños)?)\s(?:(?P<full>1[0-9]\d0|20\d0)|'?(?P<short>[2-9]0)"
            rf"|(?P<word>{'|'.join(word for word in _TENS if not word.endswith('ies'))}))(?![\w.,])"
        ),
        (
            r"\b(?:en|de|desde|hasta|a)\slos\s(?:'?(?P<short>[2-9]0)"
            rf"|(?P<word>{'|'.join(word for word in _TENS if not word.endswith('ies'))}))(?=[.,;:)]|\Z|\sy\s(?!un[oa]?\b|dos\b|tres\b|cuatro\b|cinco\b|seis\b|siete\b|ocho\b|nueve\b)|\s(?:se|del|de\sl|fue|hubo)\b)"
        ),
    )
]
_SPAN = re.compile(r"(?<![\w./-])((?:1[5-9]|20)\d\d)\s?([-/])\s?(\d{4}|\d\d)(?![\w/-]|[.,]\d)")


def periods(text: str) -> Iterator[Fact]:
    """Quarters and halves as `y-Qn-*` and `y-Hn-*`, decades by their first year, spans by both years.

    >>> [sorted(value for _, value in fact.values) for fact in periods("third quarter of 2022, 3T22, the 1990s, 2019-21")]
    [['2022-Q3-*'], ['2022-Q3-*'], ['1990'], ['2019-2021']]
    """
    yield from _parts_of_years(text)
    for pattern in _DECADES:
        for match in pattern.finditer(text):
            yield _decade(match)
    for match in _SPAN.finditer(text):
        yield from _span(match)


def years_of(decade: Value) -> range:
    """The years of a decade."""
    first = int(str(decade[1]))
    return range(first, first + 10)


def _parts_of_years(text: str) -> Iterator[Fact]:
    for match in _SAID.finditer(text):
        sign = "Q" if match["what"].lower() in {"quarter", "trimestre"} else "H"
        number = _WHICH[match["which"].lower()] or _LAST[sign]
        if number <= _LAST[sign]:
            yield _part(match, sign, number, match["year"])
    for match in _SIGNED.finditer(text):
        letter, number = match["sign"] or match["sign2"], int(match["n"] or match["n2"])
        sign, year = _SIGNS[letter], match["year"] or match["first"]
        if number <= _LAST[sign] and (year or match["sign"] == "Q" or match["sign2"] == "T"):
            yield _part(match, sign, number, year)


def _part(match: re.Match[str], sign: str, number: int, said: str | None) -> Fact:
    year = _full(said) if said else None
    value: Value = ("date", f"{year or '*'}-{sign}{number}-*")
    bare = frozenset([Fraction(year)]) if year else frozenset[Fraction]()
    return Fact("date", *match.span(), frozenset([value]), bare, "quarter", "always" if year else "contrast")


def _full(said: str) -> int:
    year = int(said.lstrip("'"))
    return year if year > 99 else year + (2000 if year < _LATEST else 1900)


def _decade(match: re.Match[str]) -> Fact:
    """A decade of two digits may be of either century, and what looks like one a number: `en los 90`."""
    found = match.groupdict()
    if found.get("full"):
        return Fact("date", *match.span(), frozenset([("decade", found["full"])]), sort="decade")
    tens = int(found["short"]) if found["short"] else _TENS[found["word"].lower()]
    values: set[Value] = {("decade", str(1900 + tens)), ("number", Fraction(tens))}
    values |= {("decade", str(2000 + tens))} if tens <= 20 else set()
    return Fact("date", *match.span(), frozenset(values), frozenset([Fraction(tens)]), "decade")


def _span(match: re.Match[str]) -> Iterator[Fact]:
    """`2019-21`; `2010-12` may be a month as well."""
    first, last = int(match[1]), int(match[3])
    month = len(match[3]) == 2 and match[2] == "-" and 1 <= last <= 12
    last += first // 100 * 100 if len(match[3]) == 2 else 0
    if last > first:
        values: set[Value] = {("years", f"{first}-{last}")}
        values |= {("date", f"{first}-{last % 100}-*")} if month else set()
        yield Fact("date", *match.span(), frozenset(values), frozenset([Fraction(first), Fraction(last)]), "years")
