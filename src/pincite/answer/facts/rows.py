"""Rows of a table, as Markdown draws them and as lines of comma-separated values."""

from __future__ import annotations

import re
from itertools import groupby

from pincite.answer.facts.unit_table import CURRENCIES

_SIGNS = ("\t", ";", ",")
"""What parts the values of a line."""
_LEAST = 2
"""How often it must, in each of two lines or more."""
_GAP = re.compile(r" {3,}")
"""What parts the columns of a table of plain text; its first line is the head."""
_CODE = re.compile(r"_([a-z]{3})(?![a-z])")
_PER = re.compile(
    r"(?<=_m3|_m2|_km|_kg|_mg|_ug|_kw|_mb|_gb|._m|._l|._g|._t)_(?=(?:s|h|min|d|day|ha|l|kg|m3|m2)\b)", re.IGNORECASE
)
"""`flow_m3_s` is in m³/s."""
_CUBIC = re.compile(r"(?<=_m3)(?=[sh]\b)")
_UNITS = "kW kWh MWh W V A Hz kHz MHz GHz MB GB TB kPa hPa dB mS °C Wh"
_SIGNS_OF_UNITS = {name.lower(): f"_{name}" for name in _UNITS.split()} | {
    "c": "_°C",
    "f": "_°F",
    "pct": "_%",
    "ug": "_µg",
}
"""Units as a key has them, all in small letters, by their signs."""
_LOW = re.compile(rf"_({'|'.join(sorted(_SIGNS_OF_UNITS, key=len, reverse=True))})(?![a-z0-9])", re.IGNORECASE)
_HAS_DIGIT = re.compile(r"(?<![A-Za-z\d])\d")
"""A figure that is no part of a name, as the one of `pm10` is."""


def cells(row: str) -> tuple[str, ...]:
    """The cells of a row of a Markdown table; empty for what is no row.

    >>> cells("| Model | 14 h |"), cells("14 h")
    (('Model', '14 h'), ())
    """
    return tuple(cell.strip() for cell in row.strip()[1:-1].split("|")) if row.strip().startswith("|") else ()


def with_tables(text: str) -> str:
    r"""`text` with two or more lines of comma-separated values in it, or of others, as a Markdown table; the first is its head if it has no figure.

    >>> with_tables("lot,weight_kg,note\nHU-1,1250,dry\nAll of 2024.")
    '| lot | weight kg | note |\n|---|---|---|\n| HU-1 | 1250 | dry |\nAll of 2024.'
    """
    if "\n" not in text or max(map(text.count, (*_SIGNS, "   ", " | "))) < 2 * _LEAST:
        return text
    lines: list[str] = []
    for (sign, count), group in groupby(text.split("\n"), key=_parted_by):
        same = list(group)
        lines += _drawn(same, sign) if count and len(same) > 1 else same
    return "\n".join(lines)


def _parted_by(line: str) -> tuple[str, int]:
    """The sign that parts the values of a line, and how often; 0 for prose, where white space follows it."""
    bars = line.count(" | ")
    if bars >= _LEAST and not line.lstrip().startswith("|"):
        return " | ", bars
    for sign in _SIGNS:
        count = line.count(sign)
        if count >= _LEAST and "|" not in line and f"{sign} " not in line and line[-1:] not in ".:":
            return sign, count
    return ("   ", len(_GAP.findall(line.strip()))) if "|" not in line and "   " in line.strip() else ("", 0)


def _drawn(lines: list[str], sign: str) -> list[str]:
    parted = [_GAP.split(line.strip()) if sign == "   " else line.strip().split(sign) for line in lines]
    rows = [f"| {' | '.join(parts)} |" for parts in parted]
    if sign == "   ":
        return [rows[0], "|" + "---|" * len(parted[0]), *rows[1:]]
    if _HAS_DIGIT.search(re.sub(r"_\w+", "", lines[0])):
        return rows
    return [spelled(rows[0]), "|" + "---|" * len(parted[0]), *rows[1:]]


def spelled(key: str) -> str:
    """A key or a head with its underscores as spaces and its units as they are written elsewhere.

    >>> spelled("pump_kw"), spelled("flow_m3_s"), spelled("cost_limit_eur_month"), spelled("day_temp_c")
    ('pump kW', 'flow m3/s', 'cost limit EUR month', 'day temp °C')
    """
    key = _CODE.sub(_currency, _CUBIC.sub("/", _PER.sub("/", key)))
    return _LOW.sub(lambda found: _SIGNS_OF_UNITS[found[1].lower()], key).replace("_", " ")


def _currency(found: re.Match[str]) -> str:
    code = found[1].upper()
    return f"_{code}" if code in CURRENCIES else found.group()
