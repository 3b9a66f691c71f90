"""Numbers with what they count in: units, currencies, percentages, and parts of them (`half a litre`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from pincite.answer.facts.fact import Fact, Value
from pincite.answer.facts.numbers import Number, numbers
from pincite.answer.facts.unit_after import UnitAfter, per_unit, unit_after
from pincite.answer.facts.unit_table import CURRENCIES, Unit, unit

_HOUR: Unit = ("time", Fraction(3600))
PERCENT: Unit = ("percent", Fraction(1))
_BEFORE = re.compile(r"(US\$|RD\$|R\$|A\$|C\$|\$U|\b[SB]/\.?|\b[GB]s\.?|[€$£¥₹₡₲]|\b[A-Z]{3})\s?\Z")
_LETTERS = {"L": "HNL", "Q": "GTQ"}
_LETTER = re.compile(r"(?<!\w)([LQ])\.?\s?\Z")
"""`L 1.246.300`, `Q 3,140`: money, where the number is too large for anything else that the letter may be."""
_GROUPED = re.compile(r"\d[.,]\d{3}|\d{4}")
_PERCENT = re.compile(
    r"\s{0,9}-?(?:(?:vol|wt|mol|w|v|m)?[.\s-]{0,3}%|per\s?cent(?:age)?\b|pct\b|por\s?cien(?:to)?\b|por 100\b|percentage points\b|puntos porcentuales\b|p\.?\s?p\.?(?=\W|\Z))",
    re.IGNORECASE,
)
_BASIS = re.compile(
    r"\s?-?(?:basis[\s-]points?\b|puntos?\s(?:básicos?|base)\b|p\.\s?b\.|(?P<sign>bps?|pbs?)\b)", re.IGNORECASE
)
_THOUSANDTH = re.compile(
    r"(?:\s[^\W\d]{3,12})?\s(?:per|por|in|out of|in every|de cada)\s(?:1[,. ]?000|(?:a\s|one\s)?thousand|mil)\b(?![,.]?\d)",
    re.IGNORECASE,
)
_CURRENCY_AND_FIGURE = re.compile(r"\s?(?:[A-Z]{3}|[€$£])\s?\d")
"""`single USD 7.20`: the currency is that of the next number."""
_AGED = re.compile(r"\b(?:under|over)-\Z", re.IGNORECASE)
"""`under-6s`: the s is no second."""
_POINTS = re.compile(r"\s(?:points?|puntos?)\b", re.IGNORECASE)
_TEMPERATURES = frozenset(["degree", "celsius", "fahrenheit"])
_BELOW_ZERO = re.compile(r"(?:\s(?:Celsius|centígrados|C))?\s(?:bajo cero|below zero)\b", re.IGNORECASE)
_PER_MILLE: Unit = ("percent", Fraction(1, 10))
_BASIS_POINT: Unit = ("percent", Fraction(1, 100))
_RANGE = re.compile(
    r"\s{0,2}(?:-|—|…|\.{2,3}|~|x|×|to|a|and|y|o|or|by|por|hasta|through)\s{0,2}(?:(?:the|el|la|los|las)\s)?",
    re.IGNORECASE,
)
_CLOCK = re.compile(r"([01]?\d|2[0-3])\.([0-5]\d)")
_AND = re.compile(r"\s?(?:,\s?)?(?:(?:and|y)\s)?|\s?con\s")
_PART_OF = re.compile(
    r"(?<!\w)(?<!and\s)(?<!and\sa\s)(?<!y\s)(?:(?P<half>half(?:\s(?:of\s)?an?)?|(?:an?\s)?half|medi[oa])|(?P<quarters>three[\s-]quarters\sof\san?|tres\scuartos\sde)"
    r"|(?P<quarter>(?:an?\s|one\s)?quarter(?:\sof)?\san?|(?:un\s)?cuarto\sde)|(?P<third>(?:an?\s|one\s)?third\sof\san?|(?:un\s)?tercio\sde)"
    r"|(?P<one>an?|one|una?))(?=[\s-])|(?<!\w)(?P<none>)(?=(?:hour\sand\sa\s(?:half|quarter)|hora\sy\s(?:media|cuarto))\b)",
    re.IGNORECASE,
)
_PARTS = {
    "half": Fraction(1, 2),
    "quarters": Fraction(3, 4),
    "quarter": Fraction(1, 4),
    "third": Fraction(1, 3),
    "one": Fraction(1),
    "none": Fraction(1),
}
_AND_PART = re.compile(
    r"\s(?:(?P<half>and\sa\shalf|y\smedi[oa])|(?P<quarters>and\sthree\squarters|y\stres\scuartos)|(?P<quarter>and\sa\squarter|y\s(?:un\s)?cuarto))\b",
    re.IGNORECASE,
)
_UNIT_WORD = re.compile(
    r"\b[BS]/\.?|\b[GB]s\.|(?:RD|US)\$|[°º]\s?[CFK]\b|[€$£¥%°]|(?<![A-Za-z0-9.])(?:[µA-Za-z\u00c0-\u024f]+[²³23]?)(?!\w)"
)


def quantities(text: str, *, spanish: bool) -> list[Fact]:
    """Every number of `text`, with its unit where one stands beside it; a range gives its unit to both ends.

    >>> [sorted(fact.values) for fact in quantities("5 km, 3-day, 5 %, €20", spanish=False)]  # doctest: +ELLIPSIS
    [[('length', Fraction(5000, 1))], [('time', Fraction(259200, 1))], [('percent', ...)], [('EUR', ...)]]
    """
    found = [(number, *_unit_of(text, number)) for number in numbers(text, spanish=spanish)]
    facts = [_fact(text, number, start, end, read) for number, start, end, read in found]
    known = [read.units for _, _, _, read in found]
    for two in reversed(range(1, len(found))):
        one, first, second = two - 1, found[two - 1][0], found[two][0]
        if known[two] and not known[one] and _RANGE.fullmatch(text[first.end : second.start]):
            known[one] = known[two]
            values = facts[one].values | _values(first, known[one])
            facts[one] = replace(facts[one], values=values, sort=facts[two].sort, need="always")
    for (_, (first, _, _, (_, units, _))), (two, (second, _, _, (_, others, _))) in pairwise(enumerate(found)):
        if units and not others and _money(units) and _RANGE.fullmatch(text[first.end : second.start]):
            facts[two] = replace(facts[two], values=facts[two].values | _values(second, units))
    return _added(text, facts)


def _added(text: str, facts: list[Fact]) -> list[Fact]:
    """`1 h 35 min`, `una hora y 35 minutos` and `hora y media` as one time, `12 euros con 50 céntimos` as one sum."""
    kept: list[Fact] = []
    for fact in facts:
        last = kept[-1] if kept else None
        gap = text[last.end : fact.start] if last else ""
        if last and fact.start < last.end:  # the thousand of `14 per 1,000`
            continue
        if (
            last
            and fact.sort == last.sort
            and (fact.sort in {"time", "years"} or (fact.sort.isupper() and _amount(fact) < 1))
            and _AND.fullmatch(gap)
            and _amount(fact) < _amount(last)
        ):
            sums = {
                (fact.sort, Fraction(one) + Fraction(two))
                for _, one in last.values
                for name, two in fact.values
                if name == fact.sort
            }
            bare = last.bare if text[last.start].isdigit() else frozenset()
            kept[-1] = replace(last, end=fact.end, values=frozenset(sums), bare=bare, need="always")
        else:
            kept.append(fact)
    odd = list(_parts_of_units(text))
    kept = [fact for fact in kept if not any(one.start < fact.end and fact.start < one.end for one in odd)]
    return [*kept, *odd]


def _amount(fact: Fact) -> Fraction:
    return max(Fraction(value) for _, value in fact.values)


def _parts_of_units(text: str) -> Iterator[Fact]:
    """`half a litre`, `un cuarto de hora`, `a year and a half`: a part of one unit, or one and a part."""
    for match in _PART_OF.finditer(text):
        found = unit_after(text, match.end())
        more = _AND_PART.match(text, found.end) if found else None
        if found and (more or match.lastgroup not in {"one", "none"}):
            value = _PARTS[match.lastgroup or "one"] + (_PARTS[more.lastgroup or ""] if more else 0)
            number = Number(match.start(), match.end(), frozenset([value]))
            end = more.end() if more else found.end
            yield _fact(text, number, match.start(), end, found._replace(end=end))


def mentioned_units(text: str) -> frozenset[Unit]:
    """All units named in `text`, beside a number or not: a column may carry it in its head."""
    found = [match for match in _UNIT_WORD.finditer(text) if unit(match.group())]
    whole = [read for match in found if (read := unit_after(text, match.start()))]
    return frozenset(one for match in found for one in unit(match.group())) | {
        one for read in whole for one in read.units
    }


def _unit_of(text: str, number: Number) -> tuple[int, int, UnitAfter]:
    """Where the number with its unit starts and ends, and the readings of the unit."""
    none = UnitAfter(number.end, ())
    worded = text[number.start].isalpha()
    aged = _AGED.search(text, max(0, number.start - 6), number.start)
    if aged or number.sort == "ordinal" or (worded and _CURRENCY_AND_FIGURE.match(text, number.end)):
        return number.start, number.end, none
    thousandth = _THOUSANDTH.match(text, number.end)
    if thousandth:
        return number.start, thousandth.end(), UnitAfter(thousandth.end(), (_PER_MILLE,))
    basis = _BASIS.match(text, number.end)
    if basis:
        return number.start, basis.end(), UnitAfter(basis.end(), (_BASIS_POINT, *unit(basis["sign"] or "")))
    before = _BEFORE.search(text, max(0, number.start - 5), number.start)
    if before is None and _GROUPED.search(text, number.start, number.end):
        before = _LETTER.search(text, max(0, number.start - 3), number.start)
    sign = _LETTERS.get(before[1], before[1]) if before else ""
    money = sign in CURRENCIES
    percent = None if money else _PERCENT.match(text, number.end)  # `EUR 65 p.p.` is per person
    if percent:
        return number.start, percent.end(), UnitAfter(percent.end(), (PERCENT,))
    after = unit_after(text, number.end)
    if before and money and not (after and {*unit(sign)} & {*after.units}):
        return before.start(1), number.end, per_unit(text, UnitAfter(number.end, unit(sign)))
    found = after or none
    more = _AND_PART.match(text, found.end) if found.units else None
    return number.start, more.end() if more else found.end, found


def _money(units: tuple[Unit, ...]) -> bool:
    return any(dimension.isupper() for dimension, _ in units)


def _fact(text: str, number: Number, start: int, end: int, read: UnitAfter) -> Fact:
    units = read.units
    if not units:
        need = "never" if number.soft else "always" if number.sort in {"number", "ratio"} else "contrast"
        parts = number.values if number.sort in {"part", "ratio"} else frozenset[Fraction]()
        values: set[Value] = {("percent", value * 100) for value in parts}
        plain: set[Value] = {("number", value) for value in number.values}
        if _POINTS.match(text, number.end):
            values |= {("points", value) for value in number.values}
        clock = _CLOCK.fullmatch(text[number.start : number.end])
        if clock:
            values = values | {("time", str(int(clock[1]) * 60 + int(clock[2])))}
        return Fact("number", number.start, number.end, frozenset(plain | values), number.values, number.sort, need)  # type: ignore[arg-type]
    kind = "percentage" if units[0][0] == "percent" else "unit"
    need = "contrast" if number.soft else "always"
    more = _AND_PART.fullmatch(text, read.end, end)
    if more:  # `dos horas y media`
        part = _PARTS[more.lastgroup or ""]
        number = replace(number, values=frozenset(value + (part if value > 0 else -part) for value in number.values))
    if units[0][0] in _TEMPERATURES and _BELOW_ZERO.match(text, end):
        number = replace(number, values=frozenset(-abs(value) for value in number.values))
    found = _values(number, units)
    if units[0] == PERCENT and "p" in text[number.end : end].lower().replace("percent", "", 1).replace("por", ""):
        found |= {("points", value) for value in number.values}
    if units[0] == _HOUR and text[number.end : end].strip() in {"h", "hrs", "h."}:  # `a las 21 h` is a time of day
        found |= {("time", str(int(value) * 60)) for value in number.values if value.denominator == 1 and value <= 24}
    return Fact(kind, start, end, found, number.values, units[0][0], need, _values(number, read.whole))  # type: ignore[arg-type]


def _values(number: Number, units: tuple[Unit, ...]) -> frozenset[Value]:
    return frozenset((dimension, value * factor) for value in number.values for dimension, factor in units)
