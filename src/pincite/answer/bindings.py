"""Whether a claim says a fact of the thing that the quote says it of.

Both 42 and 11.50 euros may stand in a quote; that a passenger pays 42 is wrong if the quote says it of the car. So every
fact of a claim is compared, by the words and facts that stand near it, with the places of the quote where it stands and
with those where another value of its sort stands. If another place fits clearly better, that value is the one meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from pincite.answer.facts.bounds import bound
from pincite.answer.facts.fact import Fact, Value
from pincite.answer.facts.negations import stem
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quoted import Quoted, Sentence
from pincite.answer.facts.unit_table import unit
from pincite.lexical.function_words import FUNCTION_WORDS
from pincite.types.answer import Reason

LEAD = 0.4
"""By how much another place must fit better, in words of the claim, if it stands in the same sentence."""
FAR_LEAD = 0.8
"""The same for a place in another sentence."""
CLEAR_LEAD = 0.25
"""The same where nothing at all speaks for the own place."""
TIMES = 2.5
"""How many times what speaks for another place must outweigh what speaks for the own."""
FACT = 1.5
"""What a fact weighs beside a word, on each side of the comparison."""
REPLACED = 0.5
"""How well a name must fit to be the one that a claim has replaced."""

_ALIKE = 3
_NOTHING = 0.05
_BESIDE = (0.2, 0.12)
_BOUND_KINDS = frozenset({"number", "unit", "percentage", "date", "identifier", "name"})
_BREAK = re.compile(
    r"[;:!?()—]|\n\s*\n|\.(?!\d)|,\s|\s{3,}|(?<!\w)(?:and|while|but|whereas|y|e|pero|mientras|frente)(?!\w)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_NEAR = (1.0, 0.45, 0.25, 0.15)
"""What a word weighs by the clauses that lie between it and the fact."""

Element = str | Value


@dataclass(frozen=True, slots=True)
class _Placed:
    """A fact where it stands, with what stands around it and how near."""

    fact: Fact
    text: str
    sentence: str
    around: dict[Element, float]
    before: frozenset[Element]
    headless: bool
    bound: tuple[str, bool]
    next: str
    in_full: bool


def bindings(claim: str, facts: Sequence[Fact], quoted: Quoted) -> Iterator[Reason]:
    """The facts of `claim`, all of which stand in the quotes, that the quotes say of something else; places are in `claim`."""
    text = plain(claim)
    own = [fact for fact in facts if fact.kind in _BOUND_KINDS and fact.need != "never"]
    if not own:
        return
    said = frozenset(value for fact in own for value in fact.values)
    places = list(_places(quoted.sentences))
    rarity = _rarity(places)
    repeated = set(_repeated(own, places, said))
    for fact in own:
        around = _around(text, fact, own)
        here = [one for one in places if _same(one.fact, fact)]
        kinds = [fact, *(one.fact for one in here)]
        rivals = [
            one
            for one in places
            if any(_rivals(kind, one.fact) for kind in kinds) and not any(_same(one.fact, mine) for mine in own)
        ]
        rivals = [one for one in rivals if fact.kind != "name" or one.in_full == _in_full(fact, own)]
        noun = _next(text, fact)
        better = [
            rival
            for rival in rivals
            if here
            and all(_fits_better(rival, one, around, rarity) for one in here)
            and not any(noun and noun == one.next != rival.next for one in here)
        ]
        if better or (fact in repeated and rivals):
            yield Reason(fact.kind, claim[fact.start : fact.end], fact.start, fact.end, (better or rivals)[0].text)
        elif fact.kind != "identifier" and (reason := _turned(claim, text, fact, here)):
            yield reason


def replaced(claim: str, name: Fact, facts: Sequence[Fact], quoted: Quoted) -> str:
    """The name in the quotes that stands where `claim` has `name`, which they lack; empty where none fits."""
    around = _around(plain(claim), name, [fact for fact in facts if fact.need != "never"])
    said = frozenset(value for fact in facts for value in fact.values)
    places = list(_places(quoted.sentences))
    rivals = [one for one in places if _rivals(name, one.fact) and not one.fact.values & said]
    rarity = _rarity(places)
    scores = [(sum(w * one.around.get(e, 0.0) * rarity.get(e, 1.0) for e, w in around.items()), one) for one in rivals]
    best = max(scores, key=lambda pair: pair[0], default=None)
    return best[1].text if best and best[0] > REPLACED else ""


def _same(one: Fact, other: Fact) -> bool:
    """Whether two facts say the same, as far as can be told: a plain number and one with a unit may."""
    plain_number = "number" in {one.kind, other.kind} and {one.kind, other.kind} <= {"number", "unit"}
    return bool(one.values & other.values) or (plain_number and bool(one.bare & other.bare))


def _fits_better(rival: _Placed, own: _Placed, around: dict[Element, float], rarity: dict[Element, float]) -> bool:
    """Whether the words of the claim stand nearer to `rival` than to `own`, and none that counts the other way round."""
    own_dimensions = {name for name, _ in own.fact.values}
    together = rival.sentence == own.sentence
    later = rival if rival.fact.start > own.fact.start else own
    shared = rival.before & own.before if together and later.headless else frozenset()
    won = lost = 0.0
    for element, weight in around.items():
        if element not in shared and not (isinstance(element, tuple) and element[0] in own_dimensions):
            nearer = rival.around.get(element, 0.0) - own.around.get(element, 0.0)
            gain = weight * rarity.get(element, 1.0) * nearer
            won += max(0.0, gain)
            lost += max(0.0, -gain)
    if lost < _NOTHING:
        return won > CLEAR_LEAD
    return won > (LEAD if together else FAR_LEAD) and won > TIMES * lost


def _places(sentences: Sequence[Sentence]) -> Iterator[_Placed]:
    """Every fact of the quotes, with what its sentence says around it and, more faintly, the facts of the next ones."""
    for number, sentence in enumerate(sentences):
        text, facts = plain(sentence.text), sentence.facts
        beside = _beside_sentence(sentences, number)
        for fact in facts:
            if fact.kind in _BOUND_KINDS:
                yield _Placed(
                    fact,
                    sentence.text[fact.start : fact.end],
                    sentence.text,
                    beside | _around(text, fact, facts),
                    _before(text, fact, facts),
                    _headless(text, fact),
                    bound(text, fact.start, fact.end, is_date=fact.kind == "date"),
                    _next(text, fact),
                    _in_full(fact, facts),
                )


def _beside_sentence(sentences: Sequence[Sentence], number: int) -> dict[Element, float]:
    """The facts of the two sentences before and after one."""
    around: dict[Element, float] = {}
    for other in range(max(0, number - 2), min(len(sentences), number + 3)):
        if other != number:
            for fact in sentences[other].facts:
                for value in fact.values if fact.kind in _BOUND_KINDS else ():
                    _weigh(around, value, _BESIDE[abs(other - number) - 1])
    return around


def _before(text: str, fact: Fact, facts: Sequence[Fact]) -> frozenset[Element]:
    """The words and facts to the left of a fact."""
    words = {stem(match.group()) for match in _WORD.finditer(text, 0, fact.start)}
    return frozenset(words) | {value for other in facts if other.end <= fact.start for value in other.values}


def _next(text: str, fact: Fact) -> str:
    """What a number counts: the content word that follows at once."""
    word = _WORD.search(text, fact.end)
    if word is None or text[fact.end : word.start()].strip() or word.group().lower() in FUNCTION_WORDS:
        return ""
    return stem(word.group())


def _in_full(name: Fact, facts: Sequence[Fact]) -> bool:
    """Whether a name has another beside it: `Maria Lopez`."""
    return any(other.kind == "name" and 0 < max(other.start - name.end, name.start - other.end) <= 1 for other in facts)


def _headless(text: str, fact: Fact) -> bool:
    """Whether nothing of its own clause leads to the fact, so that what leads to the one before leads to it as well."""
    start = max((match.end() for match in _BREAK.finditer(text, 0, fact.start)), default=0)
    return not any(word.lower() not in FUNCTION_WORDS for word in _WORD.findall(text[start : fact.start]))


def _around(text: str, fact: Fact, facts: Sequence[Fact]) -> dict[Element, float]:
    """The words and the other facts of a sentence, by how many clauses lie between them and the fact."""
    others = [other for other in facts if other is not fact and (other.end <= fact.start or other.start >= fact.end)]
    taken = {place for other in (*others, fact) if other.kind != "direction" for place in range(other.start, other.end)}
    around: dict[Element, float] = {}
    for match in _WORD.finditer(text):
        word = match.group()
        if match.start() not in taken and len(word) > 1 and word.lower() not in FUNCTION_WORDS and not unit(word):
            _weigh(around, stem(word), _nearness(text, fact, match.start(), match.end()))
    for other in others:
        if other.kind in _BOUND_KINDS:
            for value in other.values:
                _weigh(
                    around,
                    value,
                    (1.0 if other.kind == "name" else FACT) * _nearness(text, fact, other.start, other.end),
                )
    return around


def _weigh(around: dict[Element, float], element: Element, weight: float) -> None:
    around[element] = max(around.get(element, 0.0), weight)


def _nearness(text: str, fact: Fact, start: int, end: int) -> float:
    between = text[fact.end : start] if start >= fact.end else text[end : fact.start]
    breaks = len(_BREAK.findall(between))
    far = len(between.split()) / 40
    return max(0.1, _NEAR[min(breaks, len(_NEAR) - 1)] - far)


def _rarity(places: Iterable[_Placed]) -> dict[Element, float]:
    """What an element tells: the less, the more places it stands near."""
    counts = Counter(element for one in places for element, weight in one.around.items() if weight > 0.5)
    return {element: 1 / sqrt(count) for element, count in counts.items()}


def _rivals(fact: Fact, other: Fact) -> bool:
    same_number = fact.bare == other.bare and bool(fact.bare)
    return fact.kind == other.kind and fact.sort == other.sort and other.need != "never" and not same_number


def _repeated(own: Sequence[Fact], places: Sequence[_Placed], said: frozenset[Value]) -> Iterator[Fact]:
    """Facts that the claim says twice and the quotes once, where the quotes have another value beside it."""
    for number, fact in enumerate(own):
        again = [other for other in own[:number] if other.values == fact.values and other.kind == fact.kind]
        if again and fact.kind in {"number", "unit", "percentage"}:
            here = [one for one in places if one.fact.values & fact.values and one.fact.kind == fact.kind]
            if len(here) == 1 and any(_beside(one, here[0], said) for one in places):
                yield fact


def _beside(one: _Placed, here: _Placed, said: frozenset[Value]) -> bool:
    """Whether another value stands in the same sentence, or in one that is built alike."""
    alike = sum(isinstance(element, str) for element in one.around.keys() & here.around.keys())
    near = one.sentence == here.sentence or alike >= _ALIKE
    return near and _rivals(here.fact, one.fact) and not one.fact.values & said


def _turned(claim: str, text: str, fact: Fact, here: Sequence[_Placed]) -> Reason | None:
    """A bound on the other side than in every place of the quotes where the fact stands: `at least` for `at most`."""
    side, denied = bound(text, fact.start, fact.end, is_date=fact.kind == "date")
    other = {"lower": "upper", "upper": "lower"}.get(side)
    if other and here and all(one.bound == (other, denied) for one in here):
        return Reason("direction", claim[fact.start : fact.end], fact.start, fact.end, here[0].text)
    return None
