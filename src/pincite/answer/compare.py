"""The facts of a claim against the quotes it cites: what is not there, and what is there instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from unicodedata import normalize

from pincite.answer.bindings import bindings, replaced
from pincite.answer.crossed import crossed
from pincite.answer.facts.dates import day_of_month, holds
from pincite.answer.facts.directions import clause_of, object_of, opposite
from pincite.answer.facts.fact import Fact, Value
from pincite.answer.facts.find import facts_of
from pincite.answer.facts.identifiers import stands_in
from pincite.answer.facts.names import spelt_out
from pincite.answer.facts.negations import content_stems, denials
from pincite.answer.facts.numbers import roman
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quoted import AMBIGUOUS, Quoted, Sentence
from pincite.answer.facts.rates import rate_of
from pincite.answer.facts.unit_after import unit_after
from pincite.answer.placed import definite, next_word
from pincite.answer.polarity import polarity
from pincite.types.answer import Reason

_SHORT = 4
"""Letters of a word that may be an abbreviation of another."""
_CODE = 5
"""Digits of a number that may be a code."""
_ROMAN = re.compile(r"[IVX]{1,6}")
_MONTH = re.compile(r"((?:19|20)\d\d)/(\d{1,2})")
_OF_ITEM = re.compile(
    r"(?:\A\s*\||\b(?:point|item|clause|section|step|no\.|number|article|art\.|punto|apartado|cláusula|paso|n[.]?[º°]|número|artículo|acuerdo))\s*\Z",
    re.IGNORECASE,
)
_ZERO = frozenset([Fraction(0)])
_NOTHING = re.compile(
    r"\b(?:free|none|no|nil|nothing|without|gratis|gratuit[oa]s?|ningun[oa]?|ningún|sin|nada|exent[oa]s?)\b",
    re.IGNORECASE,
)
"""What may be written as `0.00`: delivery that is free."""
MOST_FACTS = 60
"""A sentence with more facts is a list: its facts are looked for, but not what each is said of."""


def compare(claim: str, quoted: Quoted, *, spanish: bool, same_language: bool) -> tuple[tuple[str, ...], list[Reason]]:
    """The kinds of facts that were looked at, and what speaks against the claim; places are in `claim`.

    Names, negations and directions are only compared within one language.
    """
    facts = [fact for fact in facts_of(claim, spanish=spanish) if fact.need != "never"]
    if not same_language:
        facts = [fact for fact in facts if fact.kind not in {"name", "direction"}]
    near = [sentence for _, sentence in quoted.nearest(frozenset(content_stems(plain(claim))))[:2]]
    said = frozenset(value for fact in facts for value in fact.values)
    lost = [fact for fact in facts if fact.kind != "direction" and not _stands(claim, fact, quoted)]
    alone = [fact for fact in lost if fact.kind == "name" and not _in_full(fact, facts)]
    instead = [
        replaced(claim, fact, facts, quoted) if fact in alone else _instead(claim, fact, said, near) for fact in lost
    ]
    reasons = [
        _missing(claim, fact, quoted, other)
        for fact, other in zip(lost, instead, strict=True)
        if other or (fact.need != "contrast" and fact not in alone)
    ]
    reasons += [reason for fact in facts if (reason := _turned(claim, fact, quoted)) is not None]
    counted = _counted(quoted)
    reasons += [reason for fact in facts if fact not in lost and (reason := _other_noun(claim, fact, facts, counted))]
    reasons += [reason for fact in facts if fact not in lost and (reason := _other_rate(claim, fact, quoted))]
    few = len(facts) <= MOST_FACTS
    if not reasons and few:
        reasons += crossed(claim, facts, quoted)
    if not reasons and few and same_language:
        reasons += bindings(claim, facts, quoted)
    kinds = [fact.kind for fact in facts if fact.need == "always"]
    if same_language and few:
        reasons += polarity(claim, facts, quoted)
        kinds += ["negation", "direction"]
    return tuple(dict.fromkeys(kinds)), reasons


def _missing(claim: str, fact: Fact, quoted: Quoted, instead: str) -> Reason:
    kind = fact.kind
    if kind in {"unit", "percentage"} and fact.bare & (quoted.bare | _percents(quoted)):
        kind = "unit"
    elif kind == "unit" and fact.bare:
        kind = "number"
    return Reason(kind, claim[fact.start : fact.end], fact.start, fact.end, instead)


def _turned(claim: str, fact: Fact, quoted: Quoted) -> Reason | None:
    """A word of direction before what the quotes put behind the other word of its pair only: `before the power cut`."""
    about = object_of(plain(claim), fact.end) if fact.kind == "direction" else ""
    if not about:
        return None
    sides = {value: opposite(str(value)) for _, value in fact.values}
    found = quoted.directions.get(about, [])
    same = any(value in sides for value, _ in found)
    turned = [text for value, text in found if value in sides.values()]
    own = clause_of(plain(claim), fact.start, fact.end)
    if same or not turned or bool(denials(own)) != bool(denials(turned[0])):
        return None
    return Reason("direction", claim[fact.start : fact.end], fact.start, fact.end, turned[0])


def _stands(claim: str, fact: Fact, quoted: Quoted) -> bool:  # noqa: PLR0911 - one return a kind
    if fact.kind == "unit" and _in_other_unit(claim, fact, quoted):
        return False
    if fact.values & (quoted.values | quoted.whole) or fact.whole & quoted.plain_values:
        return True
    match fact.kind:
        case "number":
            in_row = claim.lstrip().startswith("|")  # whose head may have the unit
            said = claim[fact.start : fact.end]
            digits = said.replace(" ", "")
            return (
                bool(fact.bare & (quoted.bare | (_percents(quoted) if in_row else frozenset())))
                or bool(_as_share(fact) & quoted.values)
                or _is_item(claim, fact, quoted)
                or definite(plain(claim), fact)
                or (said.isdigit() and len(said) > 1 and _ends_code(said, quoted.text))
                or (len(digits) >= _CODE and digits.isdigit() and stands_in(digits, quoted.text))
            )
        case "unit" | "percentage":
            return (
                bool(fact.values & quoted.unitless)
                or bool(_unsigned(fact) & quoted.values or _as_decimal(fact) & quoted.bare)
                or (fact.bare == _ZERO and _NOTHING.search(quoted.text) is not None)
            )
        case "date":
            return any(
                holds(quoted.values, value, quoted.bare) or day_of_month(quoted.values, value, quoted.text)
                for value in fact.values
            )
        case "identifier":
            held = any(stands_in(str(said), f"{quoted.text}\n{quoted.headings}") for _, said in fact.values)
            return held or bool(fact.bare & quoted.bare) or _is_month(claim[fact.start : fact.end], quoted)
        case "name":
            said = claim[fact.start : fact.end]
            if _ROMAN.fullmatch(said) and Fraction(roman(said)) in quoted.bare:
                return True
            return any(_named(str(name), quoted, shortened=len(said) <= _SHORT) for _, name in fact.values)
    return False


def _in_other_unit(claim: str, fact: Fact, quoted: Quoted) -> bool:
    """Whether the quotes have the very figures, which may be read in two ways, in another unit of the sort: `2.150 m` for `2.150 km`."""
    found = AMBIGUOUS.search(claim, fact.start, fact.end)
    units = unit_after(plain(claim), found.end()) if found else None
    others = quoted.ambiguous.get(found.group(), frozenset()) if found else frozenset()
    own = {*units.units} if units else set()
    return not others & own and any(one[0] == other[0] for one in others for other in own)


def _is_item(claim: str, fact: Fact, quoted: Quoted) -> bool:
    """Whether a number is that of an item or a clause, which the quotes count as `4)`: the first of a row, or of `point 4`."""
    lead = claim[: fact.start]
    return bool(fact.bare & quoted.items) and _OF_ITEM.search(lead) is not None


def _ends_code(digits: str, text: str) -> bool:
    """Whether letters stand right before these digits: `flight level 180` is `FL180`."""
    return re.search(rf"(?<![A-Za-z])[A-Za-z]{{1,3}}-?{digits}(?![\w]|[.,]\d|-\w)", text) is not None


def _is_month(said: str, quoted: Quoted) -> bool:
    """Whether `2025/06` is a month that the quotes have."""
    found = _MONTH.fullmatch(said)
    return found is not None and holds(quoted.values, ("date", f"{found[1]}-{int(found[2])}-*"), quoted.bare)


def _unsigned(fact: Fact) -> frozenset[Value]:
    """A change without its sign, which words may tell: `-22 %` is `22 % less`; degrees have theirs always."""
    return frozenset(
        (name, -value)
        for name, value in fact.values
        if isinstance(value, Fraction) and (name == "percent" or name.isupper() or "|" in name)
    )


def _as_share(fact: Fact) -> frozenset[Value]:
    """A number under one as the percentage that it may be: 0.85 is 85 %."""
    return frozenset(("percent", value * 100) for value in fact.bare if 0 < value < 1)


def _as_decimal(fact: Fact) -> frozenset[Fraction]:
    return frozenset(
        value / 100
        for name, value in fact.values
        if name == "percent" and isinstance(value, Fraction) and 1 <= value < 100
    )


def _counted(quoted: Quoted) -> list[tuple[Fact, str, Sentence]]:
    """The amounts and dates of the quotes with what each counts, and its sentence."""
    said = [(plain(sentence.text), sentence) for sentence in quoted.sentences]
    return [
        (fact, next_word(text, fact), sentence)
        for text, sentence in said
        for fact in sentence.facts
        if fact.kind in {"number", "unit", "date", "percentage"}
    ]


def _other_noun(
    claim: str, fact: Fact, facts: Sequence[Fact], counted: Sequence[tuple[Fact, str, Sentence]]
) -> Reason | None:
    """A plain number of things whose number is another wherever the quotes count them, and which they have of other things only."""
    noun = next_word(plain(claim), fact) if fact.kind == "number" and fact.need == "always" else ""
    if not noun:
        return None
    same = [(other, sentence) for other, word, sentence in counted if word == noun and other.kind == "number"]
    said = frozenset(value for one in facts for value in one.bare)
    if not same or any(other.bare & said for other, _ in same):
        return None
    if any(other.bare & fact.bare and other.kind == "number" and not word for other, word, _ in counted):
        return None
    other, sentence = same[0]
    return Reason("number", claim[fact.start : fact.end], fact.start, fact.end, sentence.text[other.start : other.end])


def _other_rate(claim: str, fact: Fact, quoted: Quoted) -> Reason | None:
    """An amount that is for one period in the claim and for another wherever the quotes have it: 30 per hour, not per minute."""
    period = rate_of(plain(claim), fact.start, fact.end) if fact.kind in {"number", "unit"} else ""
    if not period or fact.whole:
        return None
    places = [
        (sentence.text[other.start : other.end], rate_of(plain(sentence.text), other.start, other.end))
        for sentence in quoted.sentences
        for other in sentence.facts
        if other.values & fact.values
    ]
    if not places or any(other in {"", period} for _, other in places):
        return None
    return Reason("unit", claim[fact.start : fact.end], fact.start, fact.end, f"{places[0][0]} per {places[0][1]}")


def _in_full(name: Fact, facts: list[Fact]) -> bool:
    """Whether a name has another beside it: `Maria Lopez` is a person, `Pincite` may be what the whole talk is of."""
    return any(other.kind == "name" and 0 < max(other.start - name.end, name.start - other.end) <= 1 for other in facts)


def _named(name: str, quoted: Quoted, *, shortened: bool) -> bool:
    if name in quoted.words or name.removesuffix("s") in quoted.words or name in quoted.initials:
        return True
    if shortened and spelt_out(name, quoted.text):
        return True
    if shortened and any(_shortens(name, word) for word in quoted.words):
        return True
    name = normalize("NFKC", name)
    parts = [part for part in name.replace("'", "-").split("-") if part]
    return name in quoted.words or (len(parts) > 1 and all(part in quoted.words for part in parts))


def _shortens(name: str, word: str) -> bool:
    """Whether a name is a word with letters left out, its first one kept: `Jct` of `junction`."""
    letters = iter(word)
    return len(word) > len(name) + 1 and word[0] == name[0] and all(letter in letters for letter in name)


def _percents(quoted: Quoted) -> frozenset[object]:
    return frozenset(value for fact in quoted.facts if fact.kind == "percentage" for value in fact.bare)


def _instead(claim: str, fact: Fact, said: frozenset[Value], near: Sequence[Sentence]) -> str:
    """What the sentences nearest to the claim say in the place of the fact; empty where they have nothing of the sort.

    A place in a row stands against another of the same row only: `the first payment` not against `the 3rd of the month`.
    """
    noun = next_word(plain(claim), fact) if fact.sort == "ordinal" else ""
    for sentence in near:
        for other in sentence.facts:
            other_noun = next_word(plain(sentence.text), other) if noun else ""
            if _rivals(fact, other) and not other.values & said and noun == other_noun:
                return sentence.text[other.start : other.end]
    return ""


def _rivals(fact: Fact, other: Fact) -> bool:
    if fact.kind == "direction":
        return other.kind == "direction" and {value for _, value in other.values} == {
            opposite(str(value)) for _, value in fact.values
        }
    if fact.kind in {"identifier", "name", "link"}:
        return fact.kind == other.kind and (fact.sort == "symbol") == (other.sort == "symbol")
    same_number = bool(fact.bare & other.bare) and other.kind != "date"
    return fact.sort == other.sort or same_number
