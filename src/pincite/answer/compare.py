"""The facts of a claim against the quotes it cites: what is not there, and what is there instead."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.answer.bindings import bindings, replaced
from pincite.answer.facts.dates import holds
from pincite.answer.facts.directions import opposite
from pincite.answer.facts.fact import Fact
from pincite.answer.facts.find import facts_of
from pincite.answer.facts.identifiers import stands_in
from pincite.answer.facts.negations import Denied, content_stems, denials, has_denial
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quoted import Quoted, Sentence
from pincite.types.answer import Reason

_SAME = 0.5
"""The share of a claim's words that a sentence must hold to be what the claim says in other words."""
_OTHER_KINDS = {"number": "unit", "percentage": "unit"}


def compare(claim: str, quoted: Quoted, *, spanish: bool, same_language: bool) -> tuple[tuple[str, ...], list[Reason]]:
    """The kinds of facts that were looked at, and what speaks against the claim; places are in `claim`.

    Names, negations and directions are only compared within one language.
    """
    facts = [fact for fact in facts_of(claim, spanish=spanish) if fact.need != "never"]
    if not same_language:
        facts = [fact for fact in facts if fact.kind not in {"name", "direction"} and fact.sort != "rate"]
    reasons = [reason for fact in facts if (reason := _missing(claim, fact, facts, quoted)) is not None]
    if not reasons:
        reasons += bindings(claim, facts, quoted)
    kinds = [fact.kind for fact in facts if fact.need == "always" or fact.sort == "rate"]
    if same_language:
        reasons += _negations(claim, quoted)
        kinds += ["negation", "direction"]
    return tuple(dict.fromkeys(kinds)), reasons


def _missing(claim: str, fact: Fact, facts: list[Fact], quoted: Quoted) -> Reason | None:
    if _stands(fact, quoted):
        return None
    alone = fact.kind == "name" and not _in_full(fact, facts)
    instead = replaced(claim, fact, facts, quoted) if alone else _instead(claim, fact, facts, quoted)
    if not instead and (fact.need == "contrast" or alone):
        return None
    kind = fact.kind
    if kind in {"unit", "percentage"} and fact.bare & (quoted.bare | _percents(quoted)):
        kind = "unit"
    elif kind == "unit" and fact.bare:
        kind = "number"
    return Reason(kind, claim[fact.start : fact.end], fact.start, fact.end, instead)


def _stands(fact: Fact, quoted: Quoted) -> bool:  # noqa: PLR0911 - one return a kind
    if fact.values & quoted.values:
        return True
    match fact.kind:
        case "number":
            return bool(fact.bare & quoted.bare)
        case "unit":
            return bool(fact.bare & quoted.unitless(frozenset(dimension for dimension, _ in fact.values)))
        case "percentage":
            return bool(fact.bare & quoted.unitless(frozenset(["percent"])))
        case "date":
            return any(holds(quoted.values, value, quoted.bare) for value in fact.values)
        case "identifier":
            return any(stands_in(str(said), f"{quoted.text}\n{quoted.headings}") for _, said in fact.values)
        case "name":
            return any(_named(str(said), quoted) for _, said in fact.values)
        case "direction":
            return not any(opposite(str(said)) in {str(value) for _, value in quoted.values} for _, said in fact.values)
    return False


def _in_full(name: Fact, facts: list[Fact]) -> bool:
    """Whether a name has another beside it: `Maria Lopez` is a person, `Pincite` may be what the whole talk is of."""
    return any(other.kind == "name" and 0 < max(other.start - name.end, name.start - other.end) <= 1 for other in facts)


def _named(name: str, quoted: Quoted) -> bool:
    if name in quoted.words or name.removesuffix("s") in quoted.words or name in quoted.initials:
        return True
    parts = [part for part in name.replace("'", "-").split("-") if part]
    return len(parts) > 1 and all(part in quoted.words for part in parts)


def _percents(quoted: Quoted) -> frozenset[object]:
    return frozenset(value for fact in quoted.facts if fact.kind == "percentage" for value in fact.bare)


def _instead(claim: str, fact: Fact, facts: list[Fact], quoted: Quoted) -> str:
    """What the sentence nearest to the claim says in the place of the fact; empty where it has nothing of the sort."""
    said = frozenset(value for one in facts for value in one.values)
    stems = frozenset(content_stems(plain(claim)))
    for _, sentence in quoted.nearest(stems)[:2]:
        for other in sentence.facts:
            if _rivals(fact, other) and not other.values & said:
                return sentence.text[other.start : other.end]
    return ""


def _rivals(fact: Fact, other: Fact) -> bool:
    if fact.kind == "direction":
        return other.kind == "direction" and {value for _, value in other.values} == {
            opposite(str(value)) for _, value in fact.values
        }
    if fact.kind in {"identifier", "name", "link"}:
        return fact.kind == other.kind
    same_number = bool(fact.bare & other.bare) and other.kind != "date"
    return fact.sort == other.sort or same_number


def _negations(claim: str, quoted: Quoted) -> Iterator[Reason]:
    text = plain(claim)
    stems = frozenset(content_stems(text))
    near = [(share, one) for share, one in quoted.nearest(stems)[:3] if share >= _SAME]
    near = [(share, one) for share, one in near if share >= near[0][0] - 0.15]
    if not near:
        return
    denied = denials(text)
    added = [one for one in denied if _is_added(one, near, quoted.sentences)]
    for one in added:
        yield Reason("negation", claim[one.start : one.end], one.start, one.end, near[0][1].text)
    if not denied and not has_denial(text):
        yield from _dropped(claim, stems, near[0][1])


def _is_added(denied: Denied, near: list[tuple[float, Sentence]], sentences: list[Sentence]) -> bool:
    """Whether the words it denies stand in the nearest sentence, and no sentence denies them, nor a near one anything."""
    if any(has_denial(plain(one.text)) for _, one in near):
        return False
    elsewhere = {said for one in sentences for other in denials(plain(one.text)) for said in other.stems}
    return bool(set(denied.stems) & near[0][1].stems) and not set(denied.stems) & elsewhere


def _dropped(claim: str, stems: frozenset[str], sentence: Sentence) -> Iterator[Reason]:
    for lost in denials(plain(sentence.text)):
        if set(lost.stems[:1]) & stems:
            yield Reason("negation", claim, 0, len(claim), sentence.text)
            return
