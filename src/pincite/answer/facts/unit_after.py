"""The unit that stands after a number: `square metres`, `degrees Celsius`, `working days`, `m³/s`, `milligrams per litre`."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from pincite.answer.facts.unit_table import Unit, per, unit

PERIODS = {
    "second": "second|segundo",
    "minute": "minute|min|minuto",
    "hour": "hour|hr|h|hora",
    "day": "day|night|día|dia|noche",
    "week": "week|semana",
    "month": "month|mes",
    "quarter": "quarter|trimestre",
    "year": "year|yr|annum|año",
}
_TIMES = frozenset(["time", "years"])
_BETWEEN = (
    "calendar natural naturales consecutive full whole more additional further extra other complete straight solar academic "
    "school consecutivos consecutivas completos completas enteros enteras más adicionales seguidos seguidas hasta of de short long "
    "metric US fluid imperial troy"
)
_ADJECTIVES = frozenset(_BETWEEN.split())
_WORKING = frozenset("business working work hábiles laborables lectivos hábil laborable".split())  # noqa: SIM905 - read more easily than as quoted words
_SQUARE, _CUBIC = "square sq squared cuadrados cuadrado cuadradas", "cubic cu cúbicos cúbico cubicos cubico"
_POWERS = dict.fromkeys(_SQUARE.split(), 2) | dict.fromkeys(_CUBIC.split(), 3)
_POWER_NAMES = {2: "area", 3: "volume"}
_LITRES = 1000
"""Of a cubic metre: the base of volume is the litre."""
_GAP = r"[\s-]{0,9}"
_SIGN = (
    r"US\$|R\$|A\$|C\$|NZ\$|HK\$|S\$|[kKM][€$]|[€$£¥₹¢%‰₩₽₺₪]|[°º]\s?[CFK]\b|[°º]|[µμkMG]?Ω|×\s?g\b|N[·⋅]m\b|"
    r"[µμA-Za-z\u00c0-\u024f]+(?=[²³23]?(?!\w)|[\u2070-\u207f\u00b9\u00b2\u00b3])"
)
_NAME = re.compile(rf"{_GAP}({_SIGN})\.?")
_NAME_ONLY = re.compile(rf"{_GAP}({_SIGN})")
_QUALIFIED = re.compile(
    r"\s(?!(?:two|three|four|five|six|seven|eight|nine|ten|twelve|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce)\b)"
    r"(?!and\b|or\b|y\b|o\b|in\b|en\b|to\b|a\b|at\b|for\b|per\b|por\b|al\b)[a-záéíóúñ]{3,14}\s(?:days?|weeks?|months?|years?|hours?|minutes?|euros?)\b"
    r"|\s(?:Swiss|US|American|Canadian|Australian|Mexican|Argentine|Chilean|Colombian|Norwegian|Swedish|Danish|Indian|British)\s"
    r"(?:francs?|dollars?|pesos?|kroner|kron[ae]|kronor|rupees?|pounds?)\b"
)
_WORKING_AFTER = re.compile(r"\s{1,3}(hábiles|laborables|lectivos|hábil|laborable)\b")
_HAS_DONE = re.compile(r"\s(?:\w+(?:[aií]d[oa]|t[oa]|ch[oa])\b)")
"""`Android 9 ha dejado` is no hectare."""
_INCHES = re.compile(r"\s?in\b\.?(?=\s*(?:[¦;,)]|\Z|[×x]\s?\d)|[ \t]*\n)")
"""`in` is a unit where nothing follows that may be a place or a year."""
_NAUTICAL = re.compile(rf"{_GAP}(?:nautical\smiles?|millas?\snáuticas?)\b", re.IGNORECASE)
_OF_TWO = re.compile(
    r"(?i:[\s-]{1,3}(?:(?P<hours>hours?|hora?s?|h)|(?P<metres>met(?:re|er)s?|metros?))\b)|[·⋅]?(?P<h>h)\b|[·⋅ ]?(?P<m>m)\b"
)
_PER = re.compile(
    r"\s{0,3}/\s{0,3}(?=\(?[^\W\d]|[€$£])|\s{1,3}(?:per|por)\s{1,3}(?:(?:each|every|cada)\s)?|\s{1,3}(?:an?|al|a\sla|each|every|cada|y)\s{1,3}(?=(?:{0})s?\b)".replace(
        "{0}", "|".join(PERIODS.values())
    ),
    re.IGNORECASE,
)
_EXPONENT = re.compile(r"\s?\^\s{0,5}(?P<up>[-+]?\d)|(?P<high>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹])|(?P<low>-?[123])")
_INVERSE = re.compile(rf"[\s·⋅]?(?P<unit>[a-zA-ZµΩ]{{1,3}})(?:{_EXPONENT.pattern})(?!\w)")
_FACTOR = re.compile(r"\s?[·⋅*]\s?(?=[^\W\d])|(?<=[²³])(?=[A-Za-z])|(?<=m[23])\s(?=K\b)")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_MOST_FACTORS = 3
_TURNS: tuple[Unit, ...] = (("turns|time", Fraction(1, 60)), ("number", Fraction(1)))
"""`4000 min⁻¹` may be turns or anything else that is counted."""


class UnitAfter(NamedTuple):
    """Where the unit ends and its readings; `whole` are those of the numerator alone where there is a `per`."""

    end: int
    units: tuple[Unit, ...]
    whole: tuple[Unit, ...] = ()


def unit_after(text: str, at: int) -> UnitAfter | None:
    """The unit of a number that ends at `at`, or None where no unit follows it.

    >>> unit_after("5 metros cúbicos por segundo", 1) == unit_after("5 m³/s                      ", 1)
    False
    >>> unit_after("5 metros cúbicos por segundo", 1).units == unit_after("5 m³/s", 1).units
    True
    """
    inches = _INCHES.match(text, at)
    if inches:
        return UnitAfter(inches.end(), unit("inch"))
    nautical = _NAUTICAL.match(text, at)
    found = (nautical.end(), unit("NM")) if nautical else _term(text, at)
    if found is None:
        inverse = _inverse(text, at)
        return UnitAfter(inverse[0], _TURNS) if inverse and inverse[1] == unit("min") else None
    return per_unit(text, UnitAfter(*found))


def per_unit(text: str, read: UnitAfter) -> UnitAfter:
    """A unit with all that it is per; an amount of money per day or month stays one of money."""
    end, units, _ = read
    whole = units
    for _ in range(_MOST_FACTORS):
        other = _divisor(text, end)
        if other is None or (_is_money(whole) and {dimension for dimension, _ in other[1]} & _TIMES):
            break
        end, units = other[0], per(units, other[1])
    return UnitAfter(end, units, whole if units != whole else ())


def _divisor(text: str, end: int) -> tuple[int, tuple[Unit, ...]] | None:
    """What a unit that ends at `end` is per: `/s²`, `per square metre`, `(m²·K)`, `mol⁻¹`."""
    by = _PER.match(text, end)
    if by is None:
        return _inverse(text, end)
    bracket = text[by.end() : by.end() + 1] == "("
    found = _term(text, by.end() + bracket, beside="")
    if found and _is_money(found[1]) and by.group() != by.group().strip():  # `1.15 kg / NOK 2,400`
        return None
    further = _FACTOR.match(text, found[0]) if found else None
    other = _term(text, further.end(), beside="") if further else None
    if found and other:
        found = other[0], per(found[1], tuple((name, 1 / factor) for name, factor in other[1]))
    return (found[0] + (bracket and text[found[0] : found[0] + 1] == ")"), found[1]) if found else None


def _is_money(units: tuple[Unit, ...]) -> bool:
    return any(dimension.isupper() for dimension, _ in units)


def _inverse(text: str, end: int) -> tuple[int, tuple[Unit, ...]] | None:
    """`K⁻¹`, `m^-3` or `s-1`."""
    found = _INVERSE.match(text, end)
    units = unit(found["unit"]) if found else ()
    power = _power(found) if found else 0
    return (found.end(), tuple(_raised(*one, -power) for one in units)) if found and units and power < 0 else None


def _power(found: re.Match[str]) -> int:
    return int((found["up"] or found["high"] or found["low"]).translate(_SUPERSCRIPTS))


def _term(text: str, at: int, beside: str = "adjectives") -> tuple[int, tuple[Unit, ...]] | None:
    """A unit without what it is per, with up to three words before it that leave it as it is or tell its power."""
    working, power = False, 1
    for _ in range(3):
        match = _NAME_ONLY.match(text, at)
        if match is None:
            return None
        name = match[1].replace("º", "°") if match[1][0] in "°º" else match[1]
        units = unit(name.replace(" ", ""))
        if _is_money(units) and text[match.end() : match.end() + 1].isdigit():  # `£2,600-£3,400`
            return None
        if units and not (name == "ha" and _HAS_DONE.match(text, match.end())):
            raised = _EXPONENT.match(text, match.end())
            if raised is None or not name.isalpha():
                return _finished(text, match.end(), units, working=working, power=power)
            by = _power(raised)
            return (raised.end(), tuple(_raised(*one, by) for one in units)) if by > 0 else None
        word = name.lower()
        passes = word in _ADJECTIVES or word in _WORKING or word in _POWERS or bool(_QUALIFIED.match(text, at))
        if not passes or (not beside and word not in _POWERS):
            return None
        working, power = working or word in _WORKING, _POWERS.get(word, power)
        at = match.end() + (text[match.end() : match.end() + 1] == "." and word in _POWERS)
    return None


def _finished(
    text: str, end: int, units: tuple[Unit, ...], *, working: bool, power: int
) -> tuple[int, tuple[Unit, ...]]:
    """The unit with what follows it: `degrees Celsius`, `metros cuadrados`, `días hábiles`, `kilowatt hours`."""
    following = _NAME.match(text, end)
    word = following[1].lower() if following else ""
    if following and units[0][0] == "degree":
        scale = unit(word)
        if scale and scale[0][0] in {"celsius", "fahrenheit"}:
            return following.end(1), scale
    if following and word in _POWERS:
        power, end = _POWERS[word], following.end(1)
    if power > 1:
        return end, tuple(_raised(*one, power) for one in units)
    joined = _OF_TWO.match(text, end)
    product = _product(units, joined) if joined else ()
    if joined and product:
        return joined.end(), product
    if working or _WORKING_AFTER.match(text, end):
        units = tuple((f"working {dimension}", factor) for dimension, factor in units)
    return end, units


def _raised(dimension: str, factor: Fraction, power: int) -> Unit:
    if dimension == "length" and power in _POWER_NAMES:
        return _POWER_NAMES[power], factor**power * (_LITRES if power == 3 else 1)
    return (f"{dimension}^{power}" if power > 1 else dimension), factor**power


def _product(units: tuple[Unit, ...], joined: re.Match[str]) -> tuple[Unit, ...]:
    dimension, factor = units[0]
    if dimension == "power" and (joined["hours"] or joined["h"]):
        return (("energy", factor * 3600),)
    if dimension == "current" and (joined["hours"] or joined["h"]):
        return (("charge", factor * 1000),)
    name = {"force": "torque", "resistance": "resistivity"}.get(dimension)
    return ((name, factor),) if name and (joined["metres"] or joined["m"]) else ()
