"""A number as a sheet shows it, by its format code (ECMA-376 part 1, 18.8.30 and 18.8.31)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from typing import NamedTuple

from pincite.extract.sheets.date_format import date_as_shown
from pincite.extract.sheets.fraction_format import fraction_as_shown

BUILT_IN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: '"$"#,##0', 6: '"$"#,##0', 7: '"$"#,##0.00', 8: '"$"#,##0.00',
    9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm",
    17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm",
    37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: "#,##0",
    42: '"$"#,##0', 43: "#,##0.00", 44: '"$"#,##0.00', 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0",
    49: "@",
} | dict.fromkeys([*range(27, 37), *range(50, 59)], "yyyy-mm-dd")  # fmt: skip
"""The codes that every workbook knows by number; those that follow the reader's country show ISO dates here."""

_TOKEN = re.compile(
    r"""(?P<literal>"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_(?P<blank>.)|\*.)"""
    r"""|\[\$(?P<currency>[^\]-]*)(?:-(?P<locale>[^\]]*))?\]"""
    r"""|\[(?P<elapsed>h+|m+|s+)\]|\[(?P<condition>[<>=]{1,2})\s*(?P<bound>-?[\d.]+)\]|(?P<aside>\[[^\]]*\])"""
    r"""|(?P<general>General)|(?P<half>AM/PM|A/P)|(?P<date>y+|m+|d+|h+|s+|e+|b+|g+)(?P<fraction>\.0+)?"""
    r"""|(?P<digits>[#0?][#0?,]*(?:\.[#0?]*)?,*|\.[#0?]+)(?P<exponent>E[+-][#0?]+)?"""
    r"""|(?P<percent>%)|(?P<text>@)|(?P<other>.)""",
    re.IGNORECASE | re.DOTALL,
)
_COMPARE = {
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b, "=": lambda a, b: a == b, "<>": lambda a, b: a != b,
}  # fmt: skip
_LONGEST_CODE = 500


class _Section(NamedTuple):
    """One part of a code: its tokens, when it holds (None: by its position), and the kinds of token that it has."""

    tokens: Sequence[re.Match[str]]
    condition: tuple[str, float] | None
    kinds: frozenset[str]

    def has(self, *kinds: str) -> bool:
        return not self.kinds.isdisjoint(kinds)


def as_shown(value: float, code: str, *, from_1904: bool = False) -> str:
    """The number by the code; `from_1904` says from which year the workbook counts its days.

    Separators and names of months are English unless the code names Spanish; what a code leaves to the reader's
    country is shown as ISO.

    >>> as_shown(0.125, "0.0%"), as_shown(-1234.5, "#,##0.00"), as_shown(45322, "dd/mm/yyyy"), as_shown(3.0, "General")
    ('12.5%', '-1,234.50', '31/01/2024', '3')
    """
    section, size = _chosen(_sections(code[:_LONGEST_CODE]), value)
    if section is None or section.has("general", "text") or not section.has("digits", "date", "elapsed", "half"):
        return general(value) if section is None or section.has("general", "text") else _literals(section)
    if section.has("date", "elapsed", "half"):
        return date_as_shown(value, section.tokens, from_1904=from_1904) or general(value)
    return _number(size, section) if abs(value) < 1e21 else general(value)


def general(value: float) -> str:
    """A number without a format: at most 15 digits, whole numbers without a decimal point.

    >>> general(3.0), general(0.1 + 0.2), general(1e21)
    ('3', '0.3', '1e+21')
    """
    return str(int(value)) if value == int(value) and abs(value) < 1e16 else f"{value:.15g}"


@lru_cache(maxsize=1024)
def _sections(code: str) -> tuple[_Section, ...]:
    parts: list[list[re.Match[str]]] = [[]]
    for token in _TOKEN.finditer(code):
        if token["other"] == ";":
            parts.append([])
        else:
            parts[-1].append(token)
    return tuple(_Section(tokens, _condition(tokens), _kinds(tokens)) for tokens in parts)


def _kinds(tokens: Sequence[re.Match[str]]) -> frozenset[str]:
    return frozenset(kind for token in tokens for kind, text in token.groupdict().items() if text is not None)


def _condition(tokens: Sequence[re.Match[str]]) -> tuple[str, float] | None:
    for token in tokens:
        if token["condition"] in _COMPARE:
            try:
                return token["condition"], float(token["bound"])
            except ValueError:
                return None
    return None


def _chosen(sections: tuple[_Section, ...], value: float) -> tuple[_Section | None, float]:
    """The section for a value, and what it shows of it: the section for negative numbers writes its own sign."""
    numeric = sections[:3]
    if not numeric[0].tokens:
        return (None, value) if len(sections) == 1 else (numeric[0], value)
    if any(section.condition for section in numeric):
        for section in numeric:
            if section.condition is None or _COMPARE[section.condition[0]](value, section.condition[1]):
                return section, value
        return None, value
    if value < 0 and len(numeric) > 1:
        return numeric[1], -value
    return (numeric[2] if value == 0 and len(numeric) > 2 else numeric[0]), value


def _literals(section: _Section) -> str:
    return "".join(map(_literal, section.tokens)).strip()


def _literal(token: re.Match[str]) -> str:
    if token["literal"] is not None:
        return token["quoted"] or token["escaped"] or (" " if token["blank"] else "")
    return token["currency"] or token["percent"] or token["other"] or ""


def _number(value: float, section: _Section) -> str:
    patterns = [token["digits"] for token in section.tokens if token["digits"]]
    if any(token["other"] == "/" for token in section.tokens):
        plain = "".join(token["digits"] or _literal(token) for token in section.tokens)
        return fraction_as_shown(value, plain) or general(value)
    scaled = Decimal(repr(value)).scaleb(
        2 * sum(token["percent"] is not None for token in section.tokens)
        - 3 * (len(patterns[-1]) - len(patterns[-1].rstrip(",")))
    )
    exponent = next((token["exponent"] for token in section.tokens if token["exponent"]), None)
    digits = iter(
        [_scientific(scaled, patterns[0], exponent)]
        if exponent
        else _parted(abs(scaled), patterns, _places(patterns[-1]))
    )
    shown = "".join(next(digits, "") if token["digits"] else _literal(token) for token in section.tokens).strip()
    negative = value < 0 and not exponent and any(char in "123456789" for char in shown)
    return f"-{shown}" if negative else shown


def _places(pattern: str) -> tuple[int, int]:
    """The least and the most decimal places."""
    decimals = pattern.partition(".")[2].rstrip(",")
    return decimals.count("0"), len(decimals)


def _scientific(value: Decimal, pattern: str, exponent: str) -> str:
    mantissa, _, power = f"{value:.{_places(pattern)[1]}E}".partition("E")
    return f"{mantissa}E{power[0]}{power[1:].zfill(exponent.count('0'))}"


def _parted(value: Decimal, patterns: Sequence[str], places: tuple[int, int]) -> Iterator[str]:
    """The digits for each of the patterns: the last takes the decimals, each but the first as many as it has marks."""
    try:
        rounded = value.quantize(Decimal(1).scaleb(-places[1]), ROUND_HALF_UP)
    except InvalidOperation:
        rounded = value
    whole, _, decimals = f"{rounded:f}".partition(".")
    decimals = decimals[: places[0]] + decimals[places[0] :].rstrip("0")
    marks = [pattern.partition(".")[0].replace(",", "") for pattern in patterns]
    whole = whole.lstrip("0").zfill(sum(mark.count("0") for mark in marks))
    if "," in patterns[0].partition(".")[0].rstrip(","):
        whole = _grouped(whole)
    pieces = []
    for mark in reversed(marks[1:]):
        cut = max(len(whole) - len(mark), 0)
        whole, piece = whole[:cut], whole[cut:]
        pieces.append(piece)
    yield from [whole, *reversed(pieces)][:-1]
    point = "." if decimals or "." in patterns[-1] else ""
    yield (pieces[0] if pieces else whole) + point + decimals


def _grouped(whole: str) -> str:
    first = len(whole) % 3
    groups = [whole[:first]] * bool(first) + [whole[at : at + 3] for at in range(first, len(whole), 3)]
    return ",".join(groups)
