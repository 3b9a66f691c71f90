"""The terms of the seed's profile, for comparison with its published measurements."""

from __future__ import annotations

import re

_TERM = re.compile("[a-z0-9]+")


def seed_terms(text: str) -> list[str]:
    """Runs of ASCII letters and digits in lower case, in order; everything else only separates.

    >>> seed_terms("RULE-A002 in Zürich")
    ['rule', 'a002', 'in', 'z', 'rich']
    """
    return _TERM.findall(text.lower())
