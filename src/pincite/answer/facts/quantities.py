"""Numbers with what they count in: units, currencies and percentages, and rates (`per hour`, `daily`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from pincite.answer.facts.fact import Fact, Value
from pincite.answer.facts.numbers import Number, numbers
from pincite.answer.facts.unit_table import CURRENCIES, Unit, unit

_HOUR: Unit = ("time", Fraction(3600))
PERCENT: Unit = ("percent", Fraction(1))
_BETWEEN = (
    "calendar natural naturales consecutive full whole more additional further extra other complete straight solar academic "
    "school consecutivos completos completas enteros enteras más adicionales seguidos hasta of de short long metric US"
)
_ADJECTIVES = frozenset(_BETWEEN.split())
_WORKING = frozenset("business working work hábiles laborables lectivos hábil laborable".split())  # noqa: SIM905
_POWERS = {"square": 2, "sq": 2, "cubic": 3, "cuadrados": 2, "cuadrado": 2, "cuadradas": 2, "cúbicos": 3, "cúbico": 3}
_POWER_NAMES = {2: "area", 3: "volume"}
_NAME = re.compile(
    r"[\s-]{0,4}(US\$|R\$|A\$|C\$|[°º]\s?[CF]\b|[€$£¥₹¢%°Ω]"
    r"|[µk]?Ω|[µA-Za-z\u00c0-\u024f]+(?:[/·⋅][A-Za-zñ]+)?[²³23]?(?!\w))"
)
_BEFORE = re.compile(r"(US\$|R\$|A\$|C\$|[€$£¥₹]|\b[A-Z]{3})\s?\Z")
_PERCENT = re.compile(
    r"\s{0,3}-?(?:%|per\s?cent(?:age)?\b|pct\b|por\s?ciento\b|percentage points\b|puntos porcentuales\b|p\.?\s?p\.?(?=\W|\Z))",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s{0,2}(?:-|—|to|a|and|y|o|or|hasta|through)\s{0,2}", re.IGNORECASE)
_CLOCK = re.compile(r"([01]?\d|2[0-3])\.([0-5]\d)")
_QUALIFIED = re.compile(
    r"\s(?!and\b|or\b|y\b|o\b|in\b|en\b|to\b|a\b|at\b|for\b|per\b)[a-záéíóúñ]{3,14}\s(?:days?|weeks?|months?|years?|hours?|minutes?|euros?)\b"
)
_AND = re.compile(r"\s?,?\s?(?:and|y|con)?\s?")
_ODD_TIMES = [
    (re.compile(pattern, re.IGNORECASE), seconds)
    for pattern, seconds in (
        (r"\b(?:an |one |una )?(?:hour and a half|hora y media)\b", 5400),
        (r"\b(?:three quarters of an hour|tres cuartos de hora)\b", 2700),
        (r"\bhalf an hour\b|\bhalf hour\b|\bmedia hora\b", 1800),
        (r"(?<!three )\b(?:a )?quarters? of an hour\b|(?<!tres )\bcuartos? de hora\b", 900),
    )
]
_PARTS = {
    "l": re.compile(r"lit(?:re|er|ro)s?", re.IGNORECASE),
    "kg": re.compile(r"kilograms?|kilogramos?|kilos?|kg", re.IGNORECASE),
    "ha": re.compile(r"hect(?:are|área)s?", re.IGNORECASE),
    "m²": re.compile(r"square met(?:re|er)s?|metros? cuadrados?", re.IGNORECASE),
}
_SPELLED_RATES = {
    ("length", "hour"): ("speed", Fraction(1, 1000)),
    ("length", "second"): ("speed", Fraction(36, 10)),
    ("power", "hour"): ("energy", Fraction(3600)),
}
_PER_HOUR = re.compile(r"\s(?:per|por|an|a la)\s(hour|second|hora|segundo)\b|[\s-](hours?|horas?)\b", re.IGNORECASE)
_PER_PART = re.compile(rf"\s(?:per|por)\s({'|'.join(part.pattern for part in _PARTS.values())})\b", re.IGNORECASE)
_WORKING_AFTER = re.compile(r"\s{1,3}(hábiles|laborables|lectivos|hábil|laborable)\b")
_UNIT_WORD = re.compile(r"[€$£¥%°]|(?<![\w.])(?:[µA-Za-z\u00c0-\u024f]+(?:[/·⋅][a-z]+)?[²³]?)(?!\w)")
_PERIODS = {
    "second": "second|segundo",
    "minute": "minute|min|minuto",
    "hour": "hour|hr|h|hora",
    "day": "day|night|día|dia|noche",
    "week": "week|semana",
    "month": "month|mes",
    "quarter": "quarter|trimestre",
    "year": "year|yr|annum|año",
}
_ADVERBS = {
    "hour": "hourly",
    "day": "daily|nightly|diari[oa]s?|diariamente",
    "week": "weekly|semanal(?:es|mente)?",
    "month": "monthly|mensual(?:es|mente)?",
    "quarter": "quarterly|trimestral(?:es|mente)?",
    "year": "yearly|annual(?:ly)?|anual(?:es|mente)?",
}
_RATES = [
    (
        period,
        re.compile(
            rf"(?:\bper|\beach|\bevery|\bpor|\bcada|\bal|\ba la|(?<=\w)/)\s{{0,2}}(?:{names})s?\b|\b(?:{_ADVERBS.get(period, names)})\b"
            if period in _ADVERBS
            else rf"(?:\bper|\beach|\bevery|\bpor|\bcada|\bal|(?<=\w)/)\s{{0,2}}(?:{names})s?\b",
            re.IGNORECASE,
        ),
    )
    for period, names in _PERIODS.items()
]
_A_PERIOD = [
    (period, re.compile(rf"\b(?:an?|la|el)\s(?:{names})\b", re.IGNORECASE)) for period, names in _PERIODS.items()
]


def quantities(text: str, *, spanish: bool) -> list[Fact]:
    """Every number of `text`, with its unit where one stands beside it; a range gives its unit to both ends.

    >>> [sorted(fact.values) for fact in quantities("5 km, 3-day, 5 %, $20", spanish=False)]  # doctest: +ELLIPSIS
    [[('length', Fraction(5000, 1))], [('time', Fraction(259200, 1))], [('percent', ...)], [('USD', ...)]]
    """
    found = [(number, *_unit_of(text, number)) for number in numbers(text, spanish=spanish)]
    facts = [_fact(text, number, start, end, units) for number, start, end, units in found]
    for (one, (first, _, _, units)), (two, (second, _, _, others)) in pairwise(enumerate(found)):
        if others and not units and _RANGE.fullmatch(text[first.end : second.start]):
            facts[one] = replace(facts[one], values=facts[one].values | _values(first, others), need="always")
        if units and not others and _money(units) and _RANGE.fullmatch(text[first.end : second.start]):
            facts[two] = replace(facts[two], values=facts[two].values | _values(second, units))
    return _added(text, facts)


def _added(text: str, facts: list[Fact]) -> list[Fact]:
    """`1 h 35 min`, `una hora y 35 minutos` and `hora y media` as one time."""
    kept: list[Fact] = []
    for fact in facts:
        last = kept[-1] if kept else None
        gap = text[last.end : fact.start] if last else ""
        if last and fact.sort == last.sort == "time" and _AND.fullmatch(gap) and _seconds(fact) < _seconds(last):
            sums = {("time", Fraction(one) + Fraction(two)) for _, one in last.values for _, two in fact.values}
            kept[-1] = replace(last, end=fact.end, values=frozenset(sums), need="always")
        else:
            kept.append(fact)
    odd = list(_odd_times(text, kept))
    kept = [fact for fact in kept if not any(one.start < fact.end and fact.start < one.end for one in odd)]
    return [*kept, *odd]


def _seconds(fact: Fact) -> Fraction:
    return max(Fraction(value) for _, value in fact.values)


def _odd_times(text: str, facts: Sequence[Fact]) -> Iterator[Fact]:
    taken = [(fact.start, fact.end) for fact in facts if fact.kind == "unit"]
    for pattern, seconds in _ODD_TIMES:
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end in taken):
                yield Fact("unit", *match.span(), frozenset([("time", Fraction(seconds))]), sort="time")


def rates(text: str) -> Iterator[Fact]:
    """What amounts are for: `per day`, `monthly`, `/h`, `al año`."""
    for period, pattern in _RATES:
        for match in pattern.finditer(text):
            yield Fact("unit", *match.span(), frozenset([("rate", period)]), sort="rate", need="contrast")


def loose_rates(text: str) -> frozenset[Value]:
    """Words that may be a rate, to be found in quotes: `a day`."""
    return frozenset(("rate", period) for period, pattern in _A_PERIOD if pattern.search(text))


def mentioned_units(text: str) -> frozenset[str]:
    """The dimensions of all units named in `text`, beside a number or not: a column may carry it in its head."""
    return frozenset(dimension for match in _UNIT_WORD.finditer(text) for dimension, _ in unit(match.group()))


def _unit_of(text: str, number: Number) -> tuple[int, int, tuple[Unit, ...]]:
    """Where the number with its unit starts and ends, and the readings of the unit."""
    if number.sort == "ordinal":
        return number.start, number.end, ()
    percent = _PERCENT.match(text, number.end)
    if percent:
        return number.start, percent.end(), (PERCENT,)
    after = _after(text, number.end)
    before = _BEFORE.search(text, max(0, number.start - 4), number.start)
    if before and before[1] in CURRENCIES and not (after and _money(after[1])):
        return before.start(1), number.end, unit(before[1])
    return (number.start, *(after or (number.end, ())))


def _after(text: str, at: int) -> tuple[int, tuple[Unit, ...]] | None:
    working, power = False, 1
    for _ in range(3):
        match = _NAME.match(text, at)
        if match is None:
            return None
        name = match[1].replace("º", "°") if match[1][0] in "°º" else match[1]
        units = unit(name.replace(" ", ""))
        if units:
            return _finished(text, match.end(), units, working=working, power=power)
        word = name.lower()
        if word not in _ADJECTIVES and word not in _WORKING and word not in _POWERS and not _QUALIFIED.match(text, at):
            return None
        working, power = working or word in _WORKING, _POWERS.get(word, power)
        at = match.end()
    return None


def _finished(
    text: str, end: int, units: tuple[Unit, ...], *, working: bool, power: int
) -> tuple[int, tuple[Unit, ...]]:
    """The unit with what follows it: `degrees Celsius`, `metros cuadrados`, `días hábiles`."""
    following = _NAME.match(text, end)
    word = following[1].lower() if following else ""
    if following and units[0][0] == "degree" and (scale := unit(word)) and scale[0][0] in {"celsius", "fahrenheit"}:
        return following.end(), scale
    if following and word in _POWERS:
        power, end = _POWERS[word], following.end()
    if power > 1:
        units = tuple((_POWER_NAMES[power], factor**power) for dimension, factor in units if dimension == "length")
    spelled = _PER_HOUR.match(text, end)
    if spelled:
        period = {"hora": "hour", "segundo": "second"}.get(
            found := (spelled[1] or spelled[2]).lower().rstrip("s"), found
        )
        joined = _SPELLED_RATES.get((units[0][0], period))
        if joined and (spelled[1] is not None) == (units[0][0] == "length"):
            return spelled.end(), ((joined[0], units[0][1] * joined[1]),)
    part = _PER_PART.match(text, end)
    if part:
        named = next(name for name, pattern in _PARTS.items() if pattern.fullmatch(part[1]))
        return part.end(), tuple((f"{dimension} per {named}", factor) for dimension, factor in units)
    if working or _WORKING_AFTER.match(text, end):
        units = tuple((f"working {dimension}", factor) for dimension, factor in units)
    return end, units


def _money(units: tuple[Unit, ...]) -> bool:
    return any(dimension.isupper() for dimension, _ in units)


def _fact(text: str, number: Number, start: int, end: int, units: tuple[Unit, ...]) -> Fact:
    if not units:
        need = "never" if number.soft else "contrast" if number.sort != "number" else "always"
        values: set[Value] = {("percent", value * 100) for value in number.values} if number.sort == "part" else set()
        plain: set[Value] = {("number", value) for value in number.values}
        clock = _CLOCK.fullmatch(text[number.start : number.end])
        if clock:
            values = values | {("time", str(int(clock[1]) * 60 + int(clock[2])))}
        return Fact("number", number.start, number.end, frozenset(plain | values), number.values, number.sort, need)  # type: ignore[arg-type]
    kind = "percentage" if units[0][0] == "percent" else "unit"
    need = "contrast" if number.soft else "always"
    read = _values(number, units)
    if units[0] == _HOUR and text[number.end : end].strip() in {"h", "hrs", "h."}:  # `a las 21 h` is a time of day
        read |= {("time", str(int(value) * 60)) for value in number.values if value.denominator == 1 and value <= 24}
    return Fact(kind, start, end, read, number.values, units[0][0], need)  # type: ignore[arg-type]


def _values(number: Number, units: tuple[Unit, ...]) -> frozenset[Value]:
    return frozenset((dimension, value * factor) for value in number.values for dimension, factor in units)
