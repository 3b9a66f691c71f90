"""Numbers in digits and in words, whatever marks their thousands and decimals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from pincite.answer.facts.number_words import SCALES, number_words

_DIGITS = re.compile(
    r"""(?x)
    (?: (?<![\w.,/]) | (?<=\dx) | (?<=[^\W\d][.]/) | (?<=[^\W\d]/) ) (?P<sign> (?<![\w)\]\x00+] ) [-+] )?
    (?: (?P<whole> \d{1,3}(?:[.,' ]\d{3})+(?!\d) | \d+ ) (?P<rest> [.,]\d+ | '\d{1,2}(?![\d'"]) )? | (?P<point> \.\d+ ) )
    (?: [ ]?(?P<fraction> [½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞] ) | (?:[ -]|[ ]y[ ]|[ ]and[ ])(?P<slashed> [1-9]/(?:2|3|4|5|6|8|10|16) )(?![\w/.,]\d|[\w/]) )?
    | (?P<alone> [½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞] )
    """
)
_AFTER = re.compile(
    r"(?P<ordinal>(?:st|nd|rd|th)\b|\.?[ºª](?!\s?[CF]\b)|\.?er\b|\.[oa]\b)"
    r"|(?P<scale>\s{0,2}-?(?:thousand|mil(?:lones|lón|lon|lions?|l|es(?=\sde\b))?|billions?|billón|billones|trillion|dozen|docenas?)\b\.?"
    r"|(?:bn|mn|mio|k|K|M)\b\.?|\s(?:bn|mn|mio|k|M)\b\.?(?=\s?(?:de\s)?(?:[€$£]|EUR|USD|GBP|CHF|euros?|dollars|pounds|dólares)))"
    r"(?P<more>\s(?:millones|millón|millon)\b)?"
)
_POWER_OF_TEN = re.compile(
    r"\s{0,3}[x×·⋅]\s{0,3}10(?:\s?\^\s{0,5}(?P<up>[-+]?\d{1,2})|(?P<high>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})|(?P<low>-\d{1,2}))(?!\d)"
    r"|(?P<ten>(?<=\b10)(?:\s?\^\s{0,5}(?P<up2>[-+]?\d{1,2})|(?P<high2>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})))(?!\d)"
    r"|[eE](?P<e>[-+]?\d{1,2})(?!\w)"
)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_MONEY_BEFORE = re.compile(r"(?:[€$£¥₹]|\b(?:EUR|USD|GBP|CHF|MXN|CAD|AUD))\s?\Z")
_SHORT_OF_MONEY = re.compile(r"\s?(?P<scale>[Bb]n|BN|[Mm]io|mn|MM|[mMBkK]|tn)\b(?!\.\s?N\b)\.?")
_ENUMERATOR = re.compile(
    r"(?:(?:\A|(?<=\n)|(?<=\w{3}[.;]\s)|(?<=\W[.;]\s))(?<!\b[Aa]rt\.\s)(?<!\b[Ss]ec\.\s)(?<!\b[Nn]o\.\s)(?<!\b[Nn]r\.\s)(?<!\b[Nn]úm\.\s)(?<!\b[Cc]ap\.\s)(?<!\b[Ff]ig\.\s)\s{0,3}\d{1,2}|(?<=:\s)1)[.)]\s{1,3}(?=[^\W\d_])"
)
"""`3. Payment within 45 days`: the number of a clause counts nothing."""
_BELOW_ZERO = re.compile(
    r"\s?(?:[°º]\s?[CF]?|grados(?:\sy\smedio)?|degrees)?(?:\s?(?:Celsius|C|centígrados))?\s(?:bajo cero|below zero)\b",
    re.IGNORECASE,
)
_MINUS = re.compile(r"(?<!\bor )(?<!\bo )(?<!\band )(?<!\by )\b(?:minus|(?<!al )(?<!lo )menos)\s\Z", re.IGNORECASE)
_SLASH = re.compile(r"(?<![\w/.,])(\d{1,3})/(\d{1,3})(?![\w/])")
_OF = re.compile(r"(?<![\w.,/])(\d{1,3})\s(?:of|de|/)\s(?:the\s|las?\s|los\s)?(\d{1,3})(?![\w%]|[.,]\d)")
_ROMAN = re.compile(r"(?<=[^\W\d_][^\W\d_][\s-])(X{0,3}(?:IX|IV|V|V?I{1,3}|X))(?![\w'’])(?<!\bI)")
_ROMAN_SIGNS = {"I": 1, "V": 5, "X": 10}
_THOUSAND = 1000
_TO = re.compile(r"\s{0,2}(?:-|—|to|a|and|y|o|or)\s{0,2}[€$£]?", re.IGNORECASE)
_FEW = dict(
    zip(
        [
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "uno",
            "una",
            "dos",
            "tres",
            "cuatro",
            "cinco",
            "seis",
            "siete",
            "ocho",
            "nueve",
            "diez",
        ],
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        strict=True,
    )
)
_LARGE = {
    "twenty": 20,
    "fifty": 50,
    "hundred": 100,
    "a hundred": 100,
    "one hundred": 100,
    "thousand": 1000,
    "a thousand": 1000,
    "veinte": 20,
    "cincuenta": 50,
    "cien": 100,
    "mil": 1000,
}
_IN_EVERY = re.compile(
    rf"(?<![\w.,])(?P<part>\d{{1,3}}|{'|'.join(_FEW)})\s(?:in(?:\severy)?|out\sof(?:\severy)?|of\severy|de\scada)\s"
    rf"(?P<whole>\d{{1,3}}(?:[.,]?\d{{3}})*|{'|'.join([*_LARGE, *_FEW])})(?![\w%]|[.,]\d)",
    re.IGNORECASE,
)
_FRACTIONS = dict(
    zip(
        "½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞",
        map(
            Fraction, ["1/2", "1/3", "2/3", "1/4", "3/4", "1/5", "2/5", "3/5", "4/5", "1/6", "1/8", "3/8", "5/8", "7/8"]
        ),
        strict=True,
    )
)
_SHORT = {"k": 1000, "K": 1000, "bn": 10**9, "Bn": 10**9, "BN": 10**9, "B": 10**9, "tn": 10**12}
_SHORT |= dict.fromkeys(["m", "M", "MM", "mn", "mio", "Mio"], 10**6)
_POINT_IS_DECIMAL = re.compile(
    r"(?<![\d.,])\d+\.(?:\d{1,2}|\d{4,})(?![\d.,]?\d)|\d,\d{3}(?:\.\d|(?!\d|,\d))(?<=,\d{3}\.\d)|\d,\d{3},\d{3}"
)
_COMMA_IS_DECIMAL = re.compile(r"(?<![\d.,])\d+,(?:\d{1,2}|\d{4,})(?![\d.,]?\d)|\d\.\d{3},\d|\d\.\d{3}\.\d{3}(?![.\d])")


@dataclass(frozen=True, slots=True)
class Number:
    """`text[start:end]` and every value it may have; `sort` is `number`, `ordinal`, `part`, `ratio` or `times`.

    `soft` marks words that count only beside a unit: `one`, `un`; `scale` is the word behind the figures: `million`.
    """

    start: int
    end: int
    values: frozenset[Fraction]
    sort: str = "number"
    soft: bool = False
    scale: Fraction = Fraction(1)


def numbers(text: str, *, spanish: bool) -> list[Number]:
    """The numbers of `text`, which `plain` has made, in order.

    `1.000` and `1,000` are read by the other numbers of the text, else by its language; where neither tells, both readings
    count. A `spanish` text writes `1.000,5`, others `1,000.5`.

    >>> [sorted(map(float, one.values)) for one in numbers("1.000,5 or 1,000.5; two, 3/4, 1.5 million", spanish=False)]
    [[1000.5], [1000.5], [2.0], [0.75], [1500000.0]]
    """
    decimal = _decimal_mark(text, spanish=spanish)
    shown = bool(_POINT_IS_DECIMAL.search(text) or _COMMA_IS_DECIMAL.search(text))
    found = [
        *_slashes(text),
        *_in_every(text),
        *_in_digits(text, decimal, shown=shown),
        *_in_words(text, spanish=spanish),
    ]
    marks = [match.span() for match in _ENUMERATOR.finditer(text)]
    found = [one for one in found if not any(start <= one.start < end for start, end in marks)]
    found.sort(key=lambda one: (one.start, -one.end))
    kept: list[Number] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return _scaled_ranges(text, kept)


def enumerators(text: str) -> frozenset[Fraction]:
    r"""The numbers of the items and clauses of a text, which count nothing: `4) The minimum mark is 7.5`.

    >>> enumerators("3) Nothing.\n4) The mark.")
    frozenset({Fraction(3, 1), Fraction(4, 1)})
    """
    return frozenset(Fraction(digits) for one in _ENUMERATOR.findall(text) if (digits := re.sub(r"\D", "", one)))


def romans(text: str) -> frozenset[Fraction]:
    """The numbers that Roman numerals of a text may be, behind a word: `packing group III`, `intensidad V`.

    >>> sorted(romans("phase III, group V, I saw 5 V"))
    [Fraction(3, 1), Fraction(5, 1)]
    """
    return frozenset(Fraction(roman(match[1])) for match in _ROMAN.finditer(text))


def roman(numeral: str) -> int:
    """What a Roman numeral under forty is.

    >>> roman("XIV")
    14
    """
    values = [_ROMAN_SIGNS[sign] for sign in numeral.upper()]
    return sum(-value if value < max(values[at:]) else value for at, value in enumerate(values))


def ratios(text: str) -> frozenset[Fraction]:
    """What `5 of 9` may be beside two numbers: five ninths.

    >>> ratios("rated 5 of 9, 12 of 10")
    frozenset({Fraction(5, 9)})
    """
    found = [(int(match[1]), int(match[2])) for match in _OF.finditer(text)]
    return frozenset(Fraction(part, whole) for part, whole in found if part < whole)


def _scaled_ranges(text: str, found: list[Number]) -> list[Number]:
    """`20 to 30 million`: the first is of millions as well, or is not."""
    scaled = [*found]
    for at, (one, other) in enumerate(pairwise(found)):
        if other.scale >= _THOUSAND and one.scale == 1 and _TO.fullmatch(text[one.end : other.start]):
            scaled[at] = replace(one, values=one.values | {value * other.scale for value in one.values})
    return scaled


def _decimal_mark(text: str, *, spanish: bool) -> str:
    """`.` or `,` where the text shows which it uses; empty where it does not."""
    point, comma = bool(_POINT_IS_DECIMAL.search(text)), bool(_COMMA_IS_DECIMAL.search(text))
    if point != comma:
        return "." if point else ","
    return "" if point or spanish else "."


def _slashes(text: str) -> Iterator[Number]:
    for match in _SLASH.finditer(text):
        if 0 < int(match[1]) < int(match[2]):
            yield Number(*match.span(), frozenset([Fraction(int(match[1]), int(match[2]))]), "part")


def _in_every(text: str) -> Iterator[Number]:
    """`1 in 10`, `two out of three`, `una de cada cien`."""
    for match in _IN_EVERY.finditer(text):
        part, whole = (_small(match[name]) for name in ("part", "whole"))
        if 0 < part < whole and not 1900 < whole < 2100:
            yield Number(*match.span(), frozenset([Fraction(part, whole)]), "ratio")


def _small(said: str) -> int:
    digits = re.sub(r"[.,]", "", said)
    return int(digits) if digits.isdigit() else _FEW.get(said.lower(), _LARGE.get(said.lower(), 0))


def _in_digits(text: str, decimal: str, *, shown: bool) -> Iterator[Number]:
    for match in _DIGITS.finditer(text):
        values = {_FRACTIONS[match["alone"]]} if match["alone"] else _values(match, decimal, shown=shown)
        end, sort, factor = _scaled(text, match)
        values = {value * factor for value in values}
        if _BELOW_ZERO.match(text, end) or (
            match["alone"] is None and _MINUS.search(text, max(0, match.start() - 9), match.start())
        ):
            values = {-abs(value) for value in values}
        yield Number(match.start(), end, frozenset(values), sort, scale=factor)


def _scaled(text: str, match: re.Match[str]) -> tuple[int, str, Fraction]:
    """Where the number ends with what stands behind it, its sort, and by what it is multiplied."""
    power = _POWER_OF_TEN.match(text, match.end())
    if power:
        said = next(power[name] for name in ("up", "high", "low", "up2", "high2", "e") if power[name])
        exponent = int(said.translate(_SUPERSCRIPTS))
        return power.end(), "number", Fraction(10) ** (exponent - 1 if power["ten"] else exponent)
    after = _AFTER.match(text, match.end())
    if after and after["ordinal"]:
        return after.end(), "ordinal", Fraction(1)
    if after:
        return after.end(), "number", Fraction(_factor(after))
    short = _SHORT_OF_MONEY.match(text, match.end())
    if short and _MONEY_BEFORE.search(text, max(0, match.start() - 5), match.start()):
        return short.end(), "number", Fraction(_SHORT[short["scale"]])
    return match.end(), "number", Fraction(1)


def _factor(after: re.Match[str]) -> int:
    scale = after["scale"].strip(" -.\n")
    factor = _SHORT.get(scale) or SCALES[scale.lower()]
    return factor * 10**6 if after["more"] else factor


def _values(match: re.Match[str], decimal: str, *, shown: bool) -> set[Fraction]:
    sign = -1 if match["sign"] == "-" else 1
    part = Fraction(match["slashed"]) if match["slashed"] else _FRACTIONS.get(match["fraction"] or "", Fraction(0))
    if match["point"]:
        return {sign * Fraction(match["point"])}
    return {sign * (value + part) for value in _readings(match["whole"], match["rest"] or "", decimal, shown=shown)}


def _readings(whole: str, rest: str, decimal: str, *, shown: bool) -> Iterator[Fraction]:
    """`1.000` as a thousand and as one, unless the rest of the number or `decimal` tells which."""
    joined = re.sub(r"[.,' ]", "", whole)
    mark = next((sign for sign in whole if sign in ".,"), "")
    if rest and rest[0] != mark:
        yield Fraction(f"{joined}.{rest[1:]}")
    elif rest:
        yield Fraction(f"{joined}{rest[1:]}")
    elif mark and whole.count(mark) == 1 and " " not in whole and "'" not in whole:
        decimals = Fraction(whole.replace(mark, "."))
        grouped = Fraction(joined)
        if whole.startswith("0") or (decimal == mark and shown):
            yield decimals
        elif decimal and decimal != mark:
            yield grouped
        else:
            yield from (grouped, decimals)
    else:
        yield Fraction(joined)


def _in_words(text: str, *, spanish: bool) -> Iterator[Number]:
    for said in number_words(text, spanish=spanish):
        soft = said.value == 1 and said.sort == "number"
        yield Number(said.start, said.end, frozenset([said.value]), said.sort, soft)
