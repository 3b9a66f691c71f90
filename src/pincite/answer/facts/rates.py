"""What an amount is for: `42 euros a day`, `30 requests per minute`, `780 euros mensuales`."""

from __future__ import annotations

import re

from pincite.answer.facts.fact import Value
from pincite.answer.facts.unit_after import PERIODS
from pincite.answer.facts.unit_table import unit

_ADVERBS = {
    "hour": "hourly",
    "day": "daily|nightly|diari[oa]s?|diariamente",
    "week": "weekly|semanal(?:es|mente)?",
    "fortnight": "fortnightly|quincenal(?:es|mente)?",
    "month": "monthly|mensual(?:es|mente)?",
    "quarter": "quarterly|trimestral(?:es|mente)?",
    "year": "yearly|annual(?:ly)?|anual(?:es|mente)?",
}
_NAMES = PERIODS | {"fortnight": "fortnight|quincena"}
_RATE = re.compile(
    "|".join(
        rf"(?P<{period}>(?:\b(?:per|each|every|por|cada|al|a la|an?)\s{{1,2}}|/\s?)(?:calendar\s)?(?:{names})s?\b"
        + (rf"|\b(?:{_ADVERBS[period]})\b" if period in _ADVERBS else "")
        + ")"
        for period, names in _NAMES.items()
    ),
    re.IGNORECASE,
)
_ADVERB = re.compile("|".join(rf"(?P<{period}>\b(?:{names})\b)" for period, names in _ADVERBS.items()), re.IGNORECASE)
_STOP = re.compile(r"[;:!?()¦]|\.(?!\d)|\n|,\s|\d")
_REACH = 40
_WORDS_BETWEEN = 3


_LASTS = [
    (re.compile(rf"\b(?:{names})\b", re.IGNORECASE), count, name)
    for names, count, name in (
        ("hourly|cada hora", 1, "hour"),
        ("daily|diari[oa]s?", 1, "day"),
        ("weekly|semanal(?:es|mente)?|every week", 1, "week"),
        ("fortnightly|quincenal(?:es|mente)?", 1, "fortnight"),
        ("monthly|mensual(?:es|mente)?|mensualidad(?:es)?", 1, "month"),
        ("bimestral(?:es|mente)?", 2, "month"),
        ("quarterly|trimestral(?:es|mente)?", 3, "month"),
        ("half-yearly|semi-?annual(?:ly)?|biannual(?:ly)?|semestral(?:es|mente)?", 6, "month"),
        ("yearly|annual(?:ly)?|anual(?:es|mente)?", 12, "month"),
        ("biennial(?:ly)?|bienal(?:es|mente)?|every other year", 24, "month"),
        ("quinquenal(?:es|mente)?", 60, "month"),
    )
]


def spans_of_adverbs(text: str) -> frozenset[Value]:
    """How long the periods are that `text` names by an adverb: `quarterly` is every three months.

    >>> sorted(spans_of_adverbs("billed quarterly"))
    [('years', Fraction(3, 1))]
    """
    return frozenset(
        (dimension, factor * count)
        for pattern, count, name in _LASTS
        if pattern.search(text)
        for dimension, factor in unit(name)
    )


def rate_of(text: str, start: int, end: int) -> str:
    """The period that the amount at `text[start:end]` is for; empty where the words beside it name none.

    >>> rate_of("a rent of 780 euros a month", 10, 19), rate_of("the monthly rent of 780 euros", 20, 29), rate_of("5 km", 0, 4)
    ('month', 'month', '')
    """
    stop = _STOP.search(text, end, end + _REACH)
    last = stop.start() if stop else min(len(text), end + _REACH)
    after = [
        found for found in _RATE.finditer(text, end, last) if len(text[end : found.start()].split()) <= _WORDS_BETWEEN
    ]
    told = [found for found in after if not _ADVERB.fullmatch(found.group())] or after  # `annual leave per month`
    if told:
        return told[0].lastgroup or ""
    clause = max(
        [found.end() for found in _STOP.finditer(text, max(0, start - _REACH), start)], default=max(0, start - _REACH)
    )
    before = [found.lastgroup or "" for found in _ADVERB.finditer(text, clause, start)]
    return before[-1] if before else ""
