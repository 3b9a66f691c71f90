"""Numbers as lists and footnotes show them."""

from __future__ import annotations

_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"),
    (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip


def roman(value: int) -> str:
    """A number in small Roman figures; in Arabic ones where the Romans had none.

    >>> roman(1994), roman(0)
    ('mcmxciv', '0')
    """
    if not 0 < value < 5000:
        return str(value)
    written = ""
    for worth, sign in _ROMAN:
        count, value = divmod(value, worth)
        written += sign * count
    return written


def letters(value: int) -> str:
    """A number as lists letter their items: a to z, then aa, bb, as word processors do.

    >>> letters(1), letters(26), letters(28)
    ('a', 'z', 'bb')
    """
    if not 0 < value <= 26 * 30:
        return str(value)
    times, letter = divmod(value - 1, 26)
    return chr(ord("a") + letter) * (times + 1)


def alphabetic(value: int) -> str:
    """A number as lists on the web letter their items: a to z, then aa, ab (CSS Counter Styles 3, `lower-alpha`).

    >>> alphabetic(1), alphabetic(26), alphabetic(28), alphabetic(0)
    ('a', 'z', 'ab', '0')
    """
    if value <= 0:
        return str(value)
    written = ""
    while value:
        value, rest = divmod(value - 1, 26)
        written = chr(ord("a") + rest) + written
    return written


def ordinal(value: int) -> str:
    """A number as an English ordinal.

    >>> ordinal(2), ordinal(11), ordinal(21)
    ('2nd', '11th', '21st')
    """
    teen = 10 < value % 100 < 20
    return f"{value}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th')}"
