"""A number with what it counts."""

from __future__ import annotations


def amount(count: int, noun: str, many: str = "") -> str:
    """The count before its noun; `many` is the plural where it takes more than an `s`.

    >>> amount(1, "question"), amount(0, "needle"), amount(1234, "query", "queries")
    ('1 question', '0 needles', '1234 queries')
    """
    return f"{count} {noun if count == 1 else many or f'{noun}s'}"
