"""A number as a sheet shows it by a format for fractions, such as `# ?/?` or `0 0/8`."""

from __future__ import annotations

import re
from fractions import Fraction

_PATTERN = re.compile(r"(?:(?P<whole>[#0?][#0?,]*) +)?[#0?]+ *\/ *(?P<below>[1-9][0-9]*|[#0?]+)")
_MOST_DIGITS = 5


def fraction_as_shown(value: float, pattern: str) -> str | None:
    """The number by a pattern whose literal text is already plain; None where it is no pattern of a fraction.

    A denominator that the pattern fixes is kept; of the others, the nearest with that many digits is taken.

    >>> fraction_as_shown(2.5, "# ?/?"), fraction_as_shown(-0.5, "?/?"), fraction_as_shown(2.5, "# ?/8"), fraction_as_shown(3, "# ?/?")
    ('2 1/2', '-1/2', '2 4/8', '3')
    """
    found = _PATTERN.search(pattern)
    if not found:
        return None
    size, below = Fraction(abs(value)), found["below"]
    if below.isdigit() and int(below):
        bottom = min(int(below), 10**_MOST_DIGITS)
        top = round(size * bottom)
    else:
        nearest = size.limit_denominator(10 ** min(len(below), _MOST_DIGITS) - 1)
        top, bottom = nearest.numerator, nearest.denominator
    whole, top = divmod(top, bottom) if found["whole"] else (0, top)
    shown = f"{whole or ''} {top}/{bottom}" if top or not found["whole"] else str(whole)
    sign = "-" if value < 0 and (top or whole) else ""
    return f"{sign}{pattern[: found.start()]}{shown.strip()}{pattern[found.end() :]}".strip()
