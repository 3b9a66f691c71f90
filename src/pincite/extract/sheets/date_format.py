"""A day count of a sheet as a date, a time or a duration, by the tokens of its format code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

_LAST_DAY = 2_958_465  # 9999-12-31
_ENGLISH = (
    [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
)
_SPANISH = (
    [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    ["lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"],
)
_START_1904 = datetime(1904, 1, 1)  # noqa: DTZ001 - the clock of a sheet has no zone
_START_1900 = datetime(1899, 12, 31)  # noqa: DTZ001 - as above; a day earlier after the invented one
_ELAPSED = {"h": 3600, "m": 60, "s": 1}


def date_as_shown(value: float, tokens: Sequence[re.Match[str]], *, from_1904: bool) -> str:
    """The date of day `value` by the tokens of a section; empty where there is no such day.

    Day 60 of the calendar from 1900 is its invented 29 February, and shown as 1 March.
    """
    decimals = max((len(token["fraction"]) - 1 for token in tokens if token["fraction"]), default=0)
    seconds = round(value * 86400, min(decimals, 3))
    if not 0 <= value < _LAST_DAY + 1:
        return ""
    first = _START_1904 if from_1904 else _START_1900 - timedelta(days=value >= 61)
    try:
        moment = first + timedelta(seconds=seconds)
    except OverflowError:
        return ""
    names = _SPANISH if any(_is_spanish(token["locale"]) for token in tokens) else _ENGLISH
    half = any(token["half"] for token in tokens)
    minutes = _minutes(tokens)
    parts = (
        _part(token, moment, seconds, names, half=half, minute=index in minutes) for index, token in enumerate(tokens)
    )
    return "".join(parts).strip()


def _is_spanish(locale: str | None) -> bool:
    """Whether the language of a locale id (its lowest ten bits) is Spanish."""
    digits = (locale or "").rpartition("-")[2]
    try:
        return int(digits, 16) & 0x3FF == 0x0A
    except ValueError:
        return (locale or "").lower().startswith("es")


def _minutes(tokens: Sequence[re.Match[str]]) -> set[int]:
    """Which `m` are minutes: those after hours or before seconds."""
    clock = [
        (index, (token["elapsed"] or token["date"])[0].lower())
        for index, token in enumerate(tokens)
        if token["elapsed"] or token["date"]
    ]
    found = set()
    for (index, letter), before, after in zip(clock, [("", ""), *clock[:-1]], [*clock[1:], ("", "")], strict=True):
        if letter == "m" and (before[1] == "h" or after[1] == "s"):
            found.add(index)
    return found


def _part(
    token: re.Match[str],
    moment: datetime,
    seconds: float,
    names: tuple[list[str], list[str]],
    *,
    half: bool,
    minute: bool,
) -> str:
    if token["elapsed"]:
        unit = token["elapsed"].lower()
        return str(int(seconds // _ELAPSED[unit[0]])).zfill(len(unit))
    if token["half"]:
        return "AM" if moment.hour < 12 else "PM"
    if token["date"]:
        fraction = token["fraction"] or ""
        decimals = f".{moment.microsecond:06}"[: len(fraction)]
        return _field(token["date"].lower(), moment, names, half=half, minute=minute) + decimals
    if token["literal"] is not None:
        return token["quoted"] or token["escaped"] or (" " if token["blank"] else "")
    return token["currency"] or token["digits"] or token["other"] or ""


def _field(mark: str, moment: datetime, names: tuple[list[str], list[str]], *, half: bool, minute: bool) -> str:
    letter, length = mark[0], len(mark)
    if letter in "ye":
        return str(moment.year) if length > 2 or letter == "e" else f"{moment.year % 100:02}"
    if letter in "md" and length > 2 and not minute:
        word = names[0][moment.month - 1] if letter == "m" else names[1][moment.weekday()]
        return word[:1] if length == 5 else word[:3] if length == 3 else word
    numbers = {
        "m": moment.minute if minute else moment.month,
        "d": moment.day,
        "h": (moment.hour - 1) % 12 + 1 if half else moment.hour,
        "s": moment.second,
    }
    return str(numbers[letter]).zfill(min(length, 2)) if letter in numbers else ""
