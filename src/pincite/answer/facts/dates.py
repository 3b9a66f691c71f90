"""Days, months and times of day, however they are written in English and Spanish."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from fractions import Fraction
from itertools import zip_longest

from pincite.answer.facts.clock import clock
from pincite.answer.facts.fact import Fact, Value
from pincite.answer.facts.numbers import roman
from pincite.answer.facts.periods import periods, years_of

_MONTHS = {
    name: number
    for number, names in enumerate(
        """
        january,jan,enero,ene february,feb,febrero march,mar,marzo april,apr,abril,abr may,mayo june,jun,junio july,jul,julio
        august,aug,agosto,ago september,sept,sep,septiembre,setiembre october,oct,octubre november,nov,noviembre
        december,dec,diciembre,dic
        """.split(),  # noqa: SIM905 - read more easily than as quoted words
        start=1,
    )
    for name in names.split(",")
}
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        """
        monday,lunes tuesday,martes wednesday,miércoles,miercoles thursday,jueves friday,viernes saturday,sábado,sabado,sábados
        sunday,domingo,domingos
        """.split(),  # noqa: SIM905 - as above
        start=1,
    )
    for name in names.split(",")
}
_SPANISH_HEADS = {"Lun": 1, "Mié": 3, "Jue": 4, "Vie": 5, "Sáb": 6, "Dom": 7}
_SHORT_DAYS = _SPANISH_HEADS | {
    name: number
    for number, names in enumerate(
        ["Mon,lun", "Tue,Tues", "Wed,mié", "Thu,Thur,Thurs,jue", "Fri,vie", "Sat,sáb", "Sun,dom"], start=1
    )
    for name in names.split(",")
}
_AFTER_SHORT = frozenset(["", *" -.,:;)/\n"])
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\b\.?"
_DAY_WORDS = {
    word: day
    for day, words in enumerate(
        """
        first,uno,primero second,dos third,tres fourth,cuatro fifth,cinco sixth,seis seventh,siete eighth,ocho ninth,nueve
        tenth,diez eleventh,once twelfth,doce thirteenth,trece fourteenth,catorce fifteenth,quince sixteenth,dieciséis
        seventeenth,diecisiete eighteenth,dieciocho nineteenth,diecinueve twentieth,veinte twenty-first,veintiuno
        twenty-second,veintidós twenty-third,veintitrés twenty-fourth,veinticuatro twenty-fifth,veinticinco
        twenty-sixth,veintiséis twenty-seventh,veintisiete twenty-eighth,veintiocho twenty-ninth,veintinueve
        thirtieth,treinta thirty-first,treinta_y_uno
        """.split(),  # noqa: SIM905 - as above
        start=1,
    )
    for word in words.replace("_", " ").split(",")
}
_DAY = rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th|\.?º|\.)?|{'|'.join(sorted(_DAY_WORDS, key=len, reverse=True))})"
_YEAR = r"(?P<year>\d{4}(?!\d)|(?<=-)\d\d(?!\d)|'\d\d(?!\d))"
_PATTERNS = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\w.,]){_DAY}(?:\s{{1,2}}(?:of|de|del)\s{{1,2}}|[\s-]{{1,2}}){_MONTH}(?:(?:,?\s{{0,2}}(?:of|de|del)?\s{{1,2}}|,\s?|-){_YEAR})?",
        rf"(?<!\w){_MONTH}(?:(?<!\.)\s{{1,2}}(?:the\s)?|(?<=\b\w{{3}}\.)\s{{1,2}}(?=\d)|(?<=\bSept\.)\s{{1,2}}(?=\d)){_DAY}(?![\d:]|[.,]\d)(?:,?\s{{1,2}}{_YEAR})?",
        rf"(?<![\w.,]){_YEAR},?\s{_MONTH}\s{{1,2}}{_DAY}(?![\d:]|[.,]\d)",
        rf"(?<!\w){_MONTH}(?:\s{{1,2}}(?:of|de|del)\s{{1,2}}|,?\s{{1,2}}|-){_YEAR}",
    )
]
_ISO = re.compile(
    r"(?<![\w.-])(?P<year>\d{4})[-/.](?P<month>\d{1,2})(?:[-/.](?P<day>\d{1,2}))?(?:T(?P<clock>\d\d:\d\d)(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?)?(?!\w|[-.]\d)"
)
_NUMERIC = re.compile(
    r"(?:(?<![\w./-])|(?<=\d{4}-))(?<!version\s)(?<!versión\s)(?<!\bv\s)(?<!ection\s)(?<!lause\s)"
    r"(\d{1,2})([-/.])(\d{1,2}|[IVX]{1,4})\2(\d{4}|\d{2})(?![\w/]|\.\d|-(?!\d{1,2}[./]\d{1,2}[./]\d))"
)
_COMPACT = re.compile(r"(?<![\w.,-])((?:19|20)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\w.,-])")
_DAY_MONTH = re.compile(r"(?<![\w./-])(\d{1,2})/(\d{1,2})(?![\w/-])")
_DAY_DASH_MONTH = re.compile(
    r"(?i:(?<=\bel\s)|(?<=\bdel\s)|(?<=\bal\s)|(?<=\bdía\s))(\d{1,2})-(0[1-9]|1[0-2])(?![\w/-])"
)
"""`hasta el 15-06`."""
_MONTH_YEAR = re.compile(r"(?<![\w./-])(0?[1-9]|1[0-2])[/.-]((?:19|20)\d\d)(?![\w/-]|[.,]\d)")
_LISTED = re.compile(
    r"(?<![\w.,:/-])(?:\d{1,2}(?:st|nd|rd|th|º)?\s?(?:,(?=\s)|-|/|&|and|or|to|y|e|o|al?|hasta|until|through)\s?(?:el\s|the\s)?)+\Z",
    re.IGNORECASE,
)
_DAYS_AFTER = re.compile(
    r"(?:\s?(?:-|/|&|and|to|through|y|al?)\s?(?:the\s)?\d{1,2}(?:st|nd|rd|th)?)+(?![\w:/]|[.,]\d)"
    rf"(?:,?\s{{1,2}}(?:of\s|de\s)?{_YEAR})?",
    re.IGNORECASE,
)
_WEEKDAY_OF = re.compile(r",?\s{1,2}(?:the\s|el\s|día\s)?\Z")
_LETTERS = re.compile(r"(?<![\w-])(?:(L)\s?(?:-|a)\s?([MXJVSD])|(M)\s?-\s?(F))(?![\w-])")
_DAY_LETTERS = {"L": 1, "M": 2, "X": 3, "J": 4, "V": 5, "S": 6, "D": 7}
_BEFORE_DAY = re.compile(
    r"\b(?:on|from|until|to|by|before|after|since|the|el|del|al|desde|hasta|antes del?|día)\s\Z", re.IGNORECASE
)
_NAMED = re.compile(r"(?<!\w)([^\W\d_]+)\b")
_CENTURY = re.compile(r"\b(?:siglo\s)([IVX]+)\b|\b([IVX]+)\s(?:century)\b")
_ALONE = {name for name in _MONTHS if len(name) > 3 and name not in {"march", "marzo"}} | {"March", "marzo"}


def dates(text: str, *, day_first: bool = False) -> list[Fact]:
    """The days, months, weekdays and times of `text`, every reading of each; `03/04/2024` has two, unless the day comes first.

    A value is `y-m-d` with `*` for what is not said.

    >>> [sorted(fact.values) for fact in dates("2024-01-31; 31 de enero de 2024; Jan 31; 2:30 pm")]
    [[('date', '2024-1-31')], [('date', '2024-1-31')], [('date', '*-1-31')], [('time', '870')]]
    """
    taken: set[int] = set()
    kept: list[Fact] = []
    found = [
        *periods(text),
        *_numeric(text, day_first=day_first),
        *_compact(text),
        *_letters(text),
        *_month_year(text),
        *_day_month(text),
        *_written(text),
        *clock(text),
        *_single(text),
    ]
    for fact in sorted(found, key=lambda one: (-(one.end - one.start), one.start)):
        span = range(fact.start, fact.end)
        if taken.isdisjoint(span):
            taken.update(span)
            kept.append(fact)
    return list(_implied(text, sorted(kept, key=lambda one: one.start)))


def _implied(text: str, found: list[Fact]) -> Iterator[Fact]:
    """A weekday before the date that it is says nothing of its own."""
    for one, other in zip_longest(found, found[1:]):
        if other and one.sort == "weekday" and _WEEKDAY_OF.fullmatch(text[one.end : other.start]):
            days = {str(day.isoweekday()) for day in map(_full_date, other.values) if day}
            yield replace(one, need="never") if days & {str(value) for _, value in one.values} else one
        else:
            yield one


def _full_date(value: Value) -> date | None:
    parts = str(value[1]).split("-")
    return date(*map(int, parts)) if value[0] == "date" and all(map(str.isdigit, parts)) else None


def holds(quoted: frozenset[Value], value: Value, bare: frozenset[Fraction]) -> bool:
    """Whether the quotes say this date, or a fuller one, or the day in one place and the year, in `bare`, in another."""
    if value in quoted:
        return True
    if value[0] == "decade":
        return any(Fraction(year) in bare for year in years_of(value))
    if value[0] == "years":
        return all(Fraction(year) in bare for year in str(value[1]).split("-"))
    if value[0] != "date":
        return False
    wanted = str(value[1]).split("-")
    if any(kind == "date" and _covers(str(other).split("-"), wanted) for kind, other in quoted):
        return True
    year, rest = wanted[0], ["*", *wanted[1:]]
    years = bare | {
        Fraction(str(other).split("-")[0]) for kind, other in quoted if kind == "date" and str(other)[0] != "*"
    }
    apart = any(kind == "date" and str(other).split("-") == rest for kind, other in quoted)
    return apart and year != "*" and Fraction(year) in years


def day_of_month(quoted: frozenset[Value], value: Value, text: str) -> bool:
    """Whether the quotes, whose text is `text`, have the month with some day, and the day as `the 14th` in another place."""
    if value[0] != "date":
        return False
    year, month, day = str(value[1]).split("-")
    others = [str(other).split("-") for kind, other in quoted if kind == "date"]
    months = {other[1] for other in others if "*" in {year, other[0]} or year == other[0]}
    alone = rf"\b(?:the\s{day}(?:st|nd|rd|th)|(?:el|día)\s{day})\b(?!\sde\b|[/.,-]\d)"
    return month in months and day.isdigit() and re.search(alone, text, re.IGNORECASE) is not None


def agree(one: Value, other: Value) -> bool:
    """Whether two dates may be one: `22 July` and `22 July 2025`.

    >>> agree(("date", "*-7-22"), ("date", "2025-7-22")), agree(("date", "*-7-22"), ("date", "*-7-21"))
    (True, False)
    """
    if one[0] != "date" or other[0] != "date":
        return one == other
    pairs = zip(str(one[1]).split("-"), str(other[1]).split("-"), strict=False)
    return all("*" in {a, b} or a == b for a, b in pairs)


def _covers(other: list[str], wanted: list[str]) -> bool:
    return all(part in {"*", said} for part, said in zip(wanted, other, strict=True))


def _date(start: int, end: int, *readings: tuple[int | None, int, int | None]) -> Fact:
    values: set[Value] = {("date", "-".join("*" if part is None else str(part) for part in one)) for one in readings}
    bare = frozenset(Fraction(part) for one in readings for part in (one[0], one[2]) if part is not None)
    return Fact("date", start, end, frozenset(values), bare, "date")


def _numeric(text: str, *, day_first: bool) -> Iterator[Fact]:
    for match in _ISO.finditer(text):
        year, month, day = int(match["year"]), int(match["month"]), match["day"]
        if day is None and not (text[match.end("year")] == "-" and len(match["month"]) == 2):
            continue  # 1000.5 is a number
        if 1 <= month <= 12 and 1000 <= year <= 2999 and (day is None or _is_date(year, month, int(day))):
            end = match.end("day" if day else "month")
            yield _date(match.start(), end, (year, month, int(day) if day else None))
            if match["clock"]:
                yield from (replace(one, start=match.start("clock"), end=match.end()) for one in clock(match["clock"]))
    for match in _NUMERIC.finditer(text):
        first, second = int(match[1]), int(match[3]) if match[3].isdigit() else roman(match[3])
        readings = [
            (year, m, d)
            for year in _years(match[4])
            for d, m in dict.fromkeys([(first, second), (second, first)])
            if _is_date(year, m, d)
        ]
        if readings:
            yield _date(*match.span(), *(readings[:1] if day_first and len(match[4]) == 4 else readings))


def _compact(text: str) -> Iterator[Fact]:
    """`20240612`, which may be a number as well."""
    for match in _COMPACT.finditer(text):
        year, month, day = (int(part) for part in match.groups())
        if _is_date(year, month, day):
            fact = _date(*match.span(), (year, month, day))
            number = Fraction(match.group())
            yield replace(fact, values=fact.values | {("number", number)}, bare=fact.bare | {number})


def _month_year(text: str) -> Iterator[Fact]:
    """`11/2027`."""
    for match in _MONTH_YEAR.finditer(text):
        yield _date(*match.span(), (int(match[2]), int(match[1]), None))


def _day_month(text: str) -> Iterator[Fact]:
    """`15/6`, where it can be no fraction or words say that it is a day."""
    for match in _DAY_DASH_MONTH.finditer(text):
        if _is_date(2024, int(match[2]), int(match[1])):
            yield _date(*match.span(), (None, int(match[2]), int(match[1])))
    for match in _DAY_MONTH.finditer(text):
        first, second = int(match[1]), int(match[2])
        readings = [(None, m, d) for d, m in dict.fromkeys([(first, second), (second, first)]) if _is_date(2024, m, d)]
        if readings and (first > second or _BEFORE_DAY.search(text, max(0, match.start() - 10), match.start())):
            yield _date(*match.span(), *readings)


def _written(text: str) -> Iterator[Fact]:
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            parts = match.groupdict()
            month, said, years = _MONTHS[parts["month"].lower()], parts.get("day"), parts.get("year")
            day = _day(said) if said else None
            year = _full_year(years.lstrip("'")) if years else None
            if day is None or _is_date(year or 2024, month, day):
                more = _DAYS_AFTER.match(text, match.end()) if day and not year else None
                if more and more["year"]:
                    year = _full_year(more["year"].lstrip("'"))
                yield _date(*match.span(), (year, month, day))
                yield from _days_before(text, match.start(), year, month) if day else ()
                yield from _days_in(more.group(), more.start(), year, month, more["year"]) if more else ()


def _single(text: str) -> Iterator[Fact]:
    """Months and weekdays alone, centuries in Roman numerals."""
    tuesday = re.search(r"(?<!\w)([Mm]ar)\W{1,4}[Mm]ié(?!\w)", text)
    if tuesday:
        yield Fact("date", *tuesday.span(1), frozenset([("weekday", "2")]), sort="weekday")
    for match in _NAMED.finditer(text):
        word = match[1].lower()
        short = _SHORT_DAYS.get(match[1]) if text[match.end() : match.end() + 1] in _AFTER_SHORT else None
        if short or word in _WEEKDAYS or (word.endswith("s") and word[:-1] in _WEEKDAYS):
            number = short or _WEEKDAYS.get(word) or _WEEKDAYS[word[:-1]]
            yield Fact("date", *match.span(), frozenset([("weekday", str(number))]), sort="weekday")
        elif (word in _ALONE or match[1] in _ALONE) and not (
            word == "may" or (word == "august" and match[1][0] == "a")
        ):
            yield _date(*match.span(), (None, _MONTHS[word], None))
    for match in _CENTURY.finditer(text):
        value = Fraction(roman(match[1] or match[2]))
        group = 1 if match[1] else 2
        yield Fact("number", *match.span(group), frozenset([("number", value)]), frozenset([value]), "ordinal")


def _days_before(text: str, start: int, year: int | None, month: int) -> Iterator[Fact]:
    """The other days of a list or a range whose last has the month: `24, 25 and 31 December`, `del 2 al 20 de mayo`."""
    listed = _LISTED.search(text, max(0, start - 60), start)
    if listed:
        yield from _days_in(listed.group(), listed.start(), year, month)


def _days_in(listed: str, start: int, year: int | None, month: int, said: str | None = None) -> Iterator[Fact]:
    """The days of a list that begins at `start`; the last ends with the year as it is `said` there."""
    found = list(re.finditer(r"(?<!\d)\d{1,2}(?!\d)", listed.removesuffix(said or "")))
    for one in found:
        if _is_date(year or 2024, month, int(one.group())):
            end = len(listed) if said and one is found[-1] else one.end()
            yield _date(start + one.start(), start + end, (year, month, int(one.group())))


def _letters(text: str) -> Iterator[Fact]:
    """`L-V`, `M-F`."""
    for match in _LETTERS.finditer(text):
        for group in (1, 2) if match[1] else (3, 4):
            day = _DAY_LETTERS[match[group]] if match[1] else {"M": 1, "F": 5}[match[group]]
            yield Fact("date", *match.span(group), frozenset([("weekday", str(day))]), sort="weekday")


def _day(said: str) -> int:
    digits = re.match(r"\d+", said)
    return int(digits.group()) if digits else _DAY_WORDS[said.lower()]


def _years(digits: str) -> list[int]:
    """A year of two digits may be of either century."""
    return [int(digits)] if len(digits) == 4 else [2000 + int(digits), 1900 + int(digits)]


def _full_year(digits: str) -> int:
    year = int(digits)
    return year if len(digits) == 4 else year + (2000 if year < 70 else 1900)


def _is_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True
