r"""Figures that a model wrote as TeX, as it writes them elsewhere: `$85\,\mathrm{Nm}$` is 85 Nm."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"(?<![\w\\$])\$(?=\S)([^$\n]{1,300}?)(?<=[^\s\\])\$(?![\d$])|\\\(([^\n]{1,300}?)\\\)")
"""Between dollars as Pandoc reads them: none beside a space within, no digit after the last; so `$5 or $6` is money."""
_TOLD = re.compile(r"[\\^_=]|[\d.,\s%+-]+\Z")
"""What a formula has and what stands between two prices has not."""
_SIGNS = {
    "times": "×",
    "cdot": "·",
    "pm": "±",
    "le": "≤",
    "leq": "≤",
    "ge": "≥",
    "geq": "≥",
    "lt": "<",
    "gt": ">",
    "approx": "≈",
    "sim": "≈",
    "to": "→",
    "rightarrow": "→",
    "degree": "°",
    "circ": "°",
    "mu": "µ",
    "Omega": "Ω",
    "euro": "€",
    "pounds": "£",
    "text": "",
    "textbf": "",
    "mathrm": "",
    "mathbf": "",
    "mathit": "",
    "mathsf": "",
    "operatorname": "",
    "left": "",
    "right": "",
}
_COMMAND = re.compile(r"\\([A-Za-z]+)|\\[,;:! ]|\\([%$&#_€£])")
_FRACTION = re.compile(r"\\[dt]?frac\s?\{([^{}]{1,40})\}\s?\{([^{}]{1,40})\}")
_DEGREE = re.compile(r"\^\s?\{?\s?\\(?:circ|degree)\s?\}?")
_POWER = re.compile(r"\^\s?(?:\{([+-]?\d{1,3})\}|([+-]?\d))")
_RAISED = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def without_tex(text: str) -> str:
    r"""`text` with every formula in plain signs, its rest filled up with spaces: the length stays, places within a formula do not.

    >>> without_tex(r"It turns with $85\,\mathrm{Nm}$, for $5 or $6.").split()
    ['It', 'turns', 'with', '85', 'Nm', ',', 'for', '$5', 'or', '$6.']
    """
    return _FORMULA.sub(_plain, text)


def _plain(formula: re.Match[str]) -> str:
    said = formula[1] or formula[2]
    if formula[1] and not _TOLD.search(said):
        return formula.group()
    said = _FRACTION.sub(r"\1/\2", said.replace("{,}", ","))
    said = _POWER.sub(lambda power: (power[1] or power[2]).translate(_RAISED), _DEGREE.sub("°", said))
    said = _COMMAND.sub(_sign, said).translate({ord(sign): None for sign in "{}"}).replace("_", " ").replace("~", " ")
    return " ".join(said.split()).ljust(len(formula.group()))


def _sign(command: re.Match[str]) -> str:
    return command[2] or (_SIGNS.get(command[1], " ") if command[1] else " ")
