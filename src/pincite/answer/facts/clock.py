"""Times of day, in figures and in words: `14:30`, `2.30 pm`, `half past nine in the evening`, `las diez y media de la noche`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from pincite.answer.facts.fact import Fact, Value

_HOURS = {
    word: hour
    for hour, words in enumerate(
        "one,una two,dos three,tres four,cuatro five,cinco six,seis seven,siete eight,ocho nine,nueve ten,diez eleven,once twelve,doce".split(),  # noqa: SIM905 - read more easily than as quoted words
        start=1,
    )
    for word in words.split(",")
}
_MINUTES = {
    "five": 5,
    "cinco": 5,
    "ten": 10,
    "diez": 10,
    "quarter": 15,
    "a quarter": 15,
    "cuarto": 15,
    "fifteen": 15,
    "quince": 15,
    "twenty": 20,
    "veinte": 20,
    "twenty-five": 25,
    "twenty five": 25,
    "veinticinco": 25,
    "half": 30,
    "media": 30,
    "thirty": 30,
    "treinta": 30,
    "treinta y cinco": 35,
    "cuarenta": 40,
    "cuarenta y cinco": 45,
    "cincuenta": 50,
    "cincuenta y cinco": 55,
}
_HOUR = rf"(?P<hour>\d{{1,2}}|{'|'.join(_HOURS)})"
_MINUTE = rf"(?P<minute>\d{{1,2}}|{'|'.join(sorted(_MINUTES, key=len, reverse=True))})"
_PART = (
    r"(?:\s(?:de|por|en)\sla\s(?P<part>mañana|tarde|noche|madrugada)|\sdel\s(?P<noon>mediod[ií]a)"
    r"|\s(?:in\sthe\s(?P<english>morning|afternoon|evening)|at\s(?P<night>night)))\b"
)
_HALF = r"\s?(?P<half>[ap])\.?\s?m\b\.?"
_EXACT = re.compile(
    r"(?<![\w.:])(?P<hour>\d{1,2})(?P<minutes>(?:[:.]|h\s?)(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?)?"
    rf"(?:{_HALF}|(?P<h>\s?h(?:rs?|oras?)?\b\.?(?!/))(?:{_PART})?|{_PART.replace('part', 'part2').replace('noon', 'noon2').replace('english', 'english2').replace('night>', 'night2>')})?(?:(?<=\d)Z\b|(?!\w|:\d))(?!\s?%)",
    re.IGNORECASE,
)
_IN_SPANISH = re.compile(
    rf"(?<!\w)(?P<the>(?:a|de|desde|hasta|sobre)\slas?\s|las?\s(?=\w+\s(?:y|menos)\s))?{_HOUR}(?:\s(?P<sign>y|menos)\s{_MINUTE})?(?P<sharp>\sen\spunto)?(?:{_PART})?(?![\w:])(?![.,]\d)",
    re.IGNORECASE,
)
_IN_ENGLISH = re.compile(
    rf"(?<!\w)(?:(?P<minutes>{_MINUTE})\s(?:minutes\s)?(?P<sign>past|to)\s)?{_HOUR}(?P<sharp>\so'clock)?(?:{_HALF}|{_PART})?(?!\w)",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b(noon|midday|mediod[ií]a|midnight|medianoche)\b", re.IGNORECASE)
_RANGE_TO = re.compile(r"(?<![\w.:])(?P<hour>\d{1,2})(?:[:.](?P<minute>[0-5]\d))?\s?(?:-|to|and|until|till)\s?\Z")
_TO_HALF = re.compile(r"\s?(?:-|to|and|until|till)\s?\d{1,2}(?:[:.][0-5]\d)?\s?[ap]\.?\s?m\b", re.IGNORECASE)
_GOES_ON = re.compile(r"\s?(?:[^\w\s]|\Z|\s(?:a|hasta|y|o|los|el|en|de)\b(?!\sla\s))", re.IGNORECASE)
_EARLY = 5


def clock(text: str) -> Iterator[Fact]:
    """The times of `text`, which `plain` has made, as texts of minutes after midnight; one without half of the day has two readings.

    With a colon it may be a duration too, in seconds: 14 h 30 min, or 14 min 30 s.

    >>> [sorted(f"{value}" for _, value in fact.values) for fact in clock("14:30, half past nine")]
    [['52200', '870', '870'], ['1290', '570']]
    """
    yield from _exact(text)
    yield from _in_words(text, _IN_SPANISH, past={"y"})
    yield from _in_words(text, _IN_ENGLISH, past={"past"})
    for match in _NAMED.finditer(text):
        yield _time(*match.span(), [0 if match[1].lower() in {"midnight", "medianoche"} else 720], 12)


def _exact(text: str) -> Iterator[Fact]:
    for match in _EXACT.finditer(text):
        hour, minute = int(match["hour"]), int(match["minute"] or 0)
        half, part = (match["half"] or "").lower(), _part_of(match)
        colon = match["minutes"] and match["minutes"][0] in ":hH"
        if (
            hour > 24
            or not (half or part or colon or (match["h"] and match["minute"]))
            or (half and not 1 <= hour <= 12)
            or (colon and not half and _TO_HALF.match(text, match.end()))
        ):
            continue
        if half:
            yield from _first_of_range(text, match, half)
            hour = hour % 12 + (12 if half == "p" else 0)
        hours = _by_part(hour, part) if part else [hour]
        fact = _time(*match.span(), [one * 60 + minute for one in hours], int(match["hour"]), minute)
        yield fact if half or part or not colon else replace(fact, values=fact.values | _lasts(match))


def _lasts(match: re.Match[str]) -> frozenset[Value]:
    """How long `4:21:08` and `0:38` are, hours first or minutes first, should they be no times of day."""
    hour, minute, second = int(match["hour"]), int(match["minute"]), int(match["second"] or 0)
    long: Value = ("time", Fraction(hour * 3600 + minute * 60 + second))
    return frozenset([long] if match["second"] or match["h"] else [long, ("time", Fraction(hour * 60 + minute))])


def _first_of_range(text: str, match: re.Match[str], half: str) -> Iterator[Fact]:
    """`8-10 pm`: the first may be either half of the day."""
    first = _RANGE_TO.search(text, max(0, match.start() - 14), match.start())
    if first and 1 <= int(first["hour"]) <= 12:
        base = int(first["hour"]) % 12 * 60 + int(first["minute"] or 0)
        end = first.end("minute") if first["minute"] else first.end("hour")
        both = [base, base + 720] if half == "p" else [base]
        yield _time(first.start(), end, both, int(first["hour"]))


def _in_words(text: str, pattern: re.Pattern[str], past: set[str]) -> Iterator[Fact]:
    """Hours in words, where something says that they are: `las`, `o'clock`, `past`, a part of the day."""
    for match in pattern.finditer(text):
        found = match.groupdict()
        part, half, sign = _part_of(match), (found.get("half") or "").lower(), (found["sign"] or "").lower()
        said = found["hour"].lower()
        hour = int(said) if said.isdigit() else _HOURS[said]
        if hour > 24 or not (part or half or found["sharp"] or _surely(text, match)):
            continue
        minute = (found["minute"] or "").lower()
        after = int(minute) if minute.isdigit() else _MINUTES.get(minute, 0)
        after = after if sign in past or not sign else -after
        hours = [hour % 12 + (12 if half == "p" else 0)] if half else _by_part(hour, part)
        start = match.end("the") if found.get("the") else match.start()
        yield _time(start, match.end(), [one * 60 + after for one in hours], hour)


def _surely(text: str, match: re.Match[str]) -> bool:
    """Whether an hour without a part of the day is one: `a las dos`, `quarter to ten`, but not `five to ten` or `a las dos partes`."""
    found = match.groupdict()
    if "the" in found:
        goes_on = _GOES_ON.match(text, match.end())
        one = (found["the"] or "").strip().lower().endswith("la") and found["hour"].lower() not in {"1", "una"}
        return bool(found["the"]) and not one and bool(found["sign"] or goes_on)
    return bool(found["sign"]) and (found["sign"].lower() == "past" or "quarter" in found["minutes"].lower())


def _part_of(match: re.Match[str]) -> str:
    found = match.groupdict()
    names = [name for name in found if name.rstrip("2") in {"part", "noon", "english", "night"}]
    return next((found[name].lower() for name in names if found[name]), "")


def _by_part(hour: int, part: str) -> list[int]:
    """The hours of 24 that an hour may be."""
    if hour > 12 or hour == 0:
        return [hour]
    early, late = hour % 12, hour % 12 + 12
    match part:
        case "mañana" | "madrugada":
            return [early, 12] if hour == 12 else [early]
        case "morning":
            return [early]
        case "afternoon" | "tarde" | "mediodía" | "mediodia":
            return [late]
        case "evening" | "noche" | "night":
            return [0] if hour == 12 else [early, late] if hour < _EARLY else [late]
    return [early, late]


def _time(start: int, end: int, minutes: Iterable[int], *bare: int) -> Fact:
    values: frozenset[Value] = frozenset(("time", str(one % 1440)) for one in minutes)
    return Fact("date", start, end, values, frozenset(map(Fraction, bare)), "time")
