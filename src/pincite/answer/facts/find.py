"""All facts of a text, each place read once, by the kind that knows it best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from pincite.answer.facts.dates import dates
from pincite.answer.facts.directions import directions
from pincite.answer.facts.fact import Fact
from pincite.answer.facts.identifiers import code_words, identifiers
from pincite.answer.facts.links import links
from pincite.answer.facts.names import names
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quantities import quantities

_SMALL = frozenset("₀₁₂₃₄₅₆₇₈₉")
_TAKEN = "\x00"


def facts_of(text: str, *, spanish: bool) -> list[Fact]:
    """The facts of `text`, one sentence of an answer or a whole quote, in order; names only make sense of a sentence.

    A number in a date is no number, a digit in an identifier neither.

    >>> [(fact.kind, "E-12, 5 kg on 31/01/2024"[fact.start : fact.end]) for fact in facts_of("E-12, 5 kg on 31/01/2024", spanish=False)]
    [('identifier', 'E-12'), ('unit', '5 kg'), ('date', '31/01/2024')]
    """
    found = list(links(text))
    rest = _without(plain(text), found)
    for kind in (partial(dates, day_first=spanish), identifiers):
        more = [_symbol(text, fact) for fact in kind(rest)]
        found += more
        rest = _without(rest, more)
    found += [fact for fact in code_words(text) if not _overlaps(fact, found)]
    found += quantities(rest, spanish=spanish)
    found += [fact for fact in names(rest) if not _overlaps(fact, found)]
    found += directions(rest)
    return sorted(found, key=lambda fact: (fact.start, fact.end))


def _symbol(text: str, fact: Fact) -> Fact:
    """What is written with a small figure, `SpO₂`, is a symbol: the words of a quote may stand for it."""
    small = fact.kind == "identifier" and any(sign in _SMALL for sign in text[fact.start : fact.end])
    return replace(fact, sort="symbol", need="contrast") if small else fact


def _without(text: str, facts: Iterable[Fact]) -> str:
    signs = list(text)
    for fact in facts:
        signs[fact.start : fact.end] = _TAKEN * (fact.end - fact.start)
    return "".join(signs)


def _overlaps(fact: Fact, others: Iterable[Fact]) -> bool:
    return any(
        other.kind in {"link", "identifier", "date", "unit", "percentage"}
        and other.start < fact.end
        and fact.start < other.end
        for other in others
    )
