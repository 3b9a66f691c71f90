"""Whether a claim says a fact of the thing that the quote says it of.

Both 42 and 11.50 euros may stand in a quote; that a passenger pays 42 is wrong if the quote says it of the car. So every
fact of a claim is compared, by the words and facts that stand near it, with the places of the quote where it stands and
with those where another value of its sort stands. If another place fits clearly better, that value is the one meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt

from pincite.answer.crossed import cells_of_others
from pincite.answer.facts.bounds import bound, opposite_side
from pincite.answer.facts.dates import agree
from pincite.answer.facts.fact import Fact, Value
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quoted import Quoted
from pincite.answer.facts.rows import cells
from pincite.answer.placed import BOUND_KINDS, Element, Placed, around_of, definite, next_word, places_of
from pincite.types.answer import Reason

LEAD = 0.6
"""By how much another place must fit better, in words of the claim, if it stands in the same sentence."""
FAR_LEAD = 1.0
"""The same for a place in another sentence."""
TIMES = 3.0
"""How many times what speaks for another place must outweigh what speaks for the own."""
CLEAR_LEAD = 0.4
"""By how much another place must fit better where nothing at all speaks for the own."""
ONE_WORD_LEAD = 0.7
"""The same for a place in another sentence for which a single word speaks: a sentence may go on about what the last named."""
BOUND = 0.5
"""What it weighs that a bound is on the same side: `under 2`, not `over 12`."""
REPLACED = 0.5
"""How well a name must fit to be the one that a claim has replaced."""

_FIRST_CELL = re.compile(r"\s*\|\s*\d{1,3}\.?\s*\|")
_NAME = re.compile(r"(?<!\w)([^\W\d_a-zß-öø-ÿ][^\W\d_]+)\s\Z")
_JUDGED = frozenset({"number", "unit", "percentage", "date"})
_YEARS = (1900, 2100)
_ALIKE = 3
_NOTHING = 0.05
_TELLS = 0.1


def bindings(claim: str, facts: Sequence[Fact], quoted: Quoted) -> Iterator[Reason]:
    """The amounts and dates of `claim`, all of which stand in the quotes, that the quotes say of something else; places are in `claim`."""
    text = plain(claim)
    own = [fact for fact in facts if fact.kind in BOUND_KINDS and fact.need != "never"]
    judged = [fact for fact in own if fact.kind in _JUDGED and fact.need == "always"]
    judged = [fact for fact in judged if not _tells_nothing(claim, text, fact, quoted)]
    if not judged:
        return
    said = frozenset(value for fact in own for value in fact.values)
    places = list(places_of(quoted.sentences))
    rarity = _rarity(places)
    repeated = set(_repeated(judged, places, said))
    for fact in judged:
        here = [one for one in places if _same(one.fact, fact)]
        others = set(cells_of_others(claim, fact, own, quoted))
        rivals = [one for one in _rivals_of(fact, here, places, own) if (cells(one.sentence), one.column) not in others]
        better = _better(text, fact, own, here, rivals, rarity)
        if better or (fact in repeated and rivals):
            yield Reason(fact.kind, claim[fact.start : fact.end], fact.start, fact.end, (better or rivals)[0].text)
        elif not _compared(fact, own) and (reason := _turned(claim, text, fact, here)):
            yield reason


def _tells_nothing(claim: str, text: str, fact: Fact, quoted: Quoted) -> bool:
    return _counts_rows(claim, fact) or _in_name(text, fact, quoted) or definite(text, fact)


def _counts_rows(claim: str, fact: Fact) -> bool:
    """Whether a number is the whole first cell of a row: an item, a step."""
    first = _FIRST_CELL.match(claim)
    return first is not None and fact.end <= first.end()


def _in_name(text: str, fact: Fact, quoted: Quoted) -> bool:
    """Whether a number is the end of a name that the quotes have: `Aquilo 12`."""
    name = _NAME.search(text[max(0, fact.start - 40) : fact.start]) if fact.kind == "number" else None
    return name is not None and f"{name[1]} {text[fact.start : fact.end]}" in quoted.text


def _rivals_of(fact: Fact, here: Sequence[Placed], places: Sequence[Placed], own: Sequence[Fact]) -> list[Placed]:
    """The places of other values of the sort, which the claim does not say."""
    kinds = [fact, *(one.fact for one in here)]
    return [
        one
        for one in places
        if any(_rivals(kind, one.fact) for kind in kinds)
        and not (one.in_row and one.column == 0 and fact.kind != "date")  # the label of a row
        and not any(_same(one.fact, mine) or _is_day(mine, one.fact) for mine in own)
        and (fact.kind not in {"unit", "percentage"} or not one.units or fact.sort in one.units)
    ]


def _is_day(number: Fact, other: Fact) -> bool:
    """Whether a number is the day of a date: `from Friday 8 to Saturday 9 November`."""
    days = {str(value).rpartition("-")[2] for name, value in other.values if name == "date"}
    return number.kind == "number" and bool(days & {str(value) for value in number.bare})


def _better(  # noqa: PLR0917 - what a fact is compared by, all of it read-only
    text: str,
    fact: Fact,
    own: Sequence[Fact],
    here: Sequence[Placed],
    rivals: Sequence[Placed],
    rarity: dict[Element, float],
) -> list[Placed]:
    """The rivals that fit the words around the fact better than every place where it stands."""
    if not here:
        return []
    around = around_of(text, fact, own)
    noun = next_word(text, fact)
    side = bound(text, fact.start, fact.end, is_date=fact.kind == "date")[0]
    return [
        rival
        for rival in rivals
        if all(_fits_better(rival, one, around, rarity, side) for one in here)
        and not any(noun and noun == one.next != rival.next for one in here)
    ]


def replaced(claim: str, name: Fact, facts: Sequence[Fact], quoted: Quoted) -> str:
    """The name in the quotes that stands where `claim` has `name`, which they lack; empty where none fits."""
    around = around_of(plain(claim), name, [fact for fact in facts if fact.need != "never"])
    said = frozenset(value for fact in facts for value in fact.values)
    places = list(places_of(quoted.sentences))
    rivals = [one for one in places if _rivals(name, one.fact) and not one.fact.values & said]
    rarity = _rarity(places)
    scores = [(sum(w * one.around.get(e, 0.0) * rarity.get(e, 1.0) for e, w in around.items()), one) for one in rivals]
    best = max(scores, key=lambda pair: pair[0], default=None)
    return best[1].text if best and best[0] > REPLACED else ""


def _same(one: Fact, other: Fact) -> bool:
    """Whether two facts say the same, as far as can be told: a plain number and one with a unit may."""
    plain_number = "number" in {one.kind, other.kind} and {one.kind, other.kind} <= {"number", "unit", "percentage"}
    same = bool(one.values & other.values) or (plain_number and bool(one.bare & other.bare))
    return same or (one.sort == other.sort == "date" and any(agree(a, b) for a in one.values for b in other.values))


def _fits_better(
    rival: Placed, own: Placed, around: dict[Element, float], rarity: dict[Element, float], side: str
) -> bool:
    """Whether the words of the claim stand nearer to `rival` than to `own`, and none that counts the other way round."""
    own_dimensions = {name for name, _ in own.fact.values}
    together = rival.sentence == own.sentence or (rival.in_row and own.in_row)
    shared = _shared(rival, own) if rival.sentence == own.sentence else frozenset[Element]()
    gains = [
        weight * rarity.get(element, 1.0) * (rival.around.get(element, 0.0) - own.around.get(element, 0.0))
        for element, weight in around.items()
        if element not in shared and not (isinstance(element, tuple) and element[0] in own_dimensions)
    ]
    gains.append(_by_bound(side, rival.bound[0], own.bound[0]))
    won, lost = sum(gain for gain in gains if gain > 0), -sum(gain for gain in gains if gain < 0)
    if lost < _NOTHING:
        words = sum(gain > _TELLS for gain in gains)
        return won > (CLEAR_LEAD if together or words > 1 else ONE_WORD_LEAD)
    return won > (LEAD if together else FAR_LEAD) and won > TIMES * lost


def _by_bound(side: str, rival: str, own: str) -> float:
    """What the side of a bound tells where only one of the places has it; a place without a bound tells nothing."""
    if not side or rival == own:
        return 0.0
    return -BOUND if own == side else BOUND if rival == side and own else 0.0


def _shared(rival: Placed, own: Placed) -> frozenset[Element]:
    """What stands on one side of both facts of a sentence and says no more of the nearer: `A costs 5, 7 with B`."""
    later = rival if rival.fact.start > own.fact.start else own
    before = rival.before & own.before if later.headless else frozenset[Element]()
    return before | (rival.after & own.after)


def _rarity(places: Iterable[Placed]) -> dict[Element, float]:
    """What an element tells: the less, the more places it stands near; all cells of a row are one."""
    near = {
        (element, one.sentence if one.in_row else number)
        for number, one in enumerate(places)
        for element, weight in one.around.items()
        if weight > 0.5
    }
    counts = Counter(element for element, _ in near)
    return {element: 1 / sqrt(count) for element, count in counts.items()}


def _rivals(fact: Fact, other: Fact) -> bool:
    same_number = (fact.bare == other.bare and bool(fact.bare)) or _is_year(fact) != _is_year(other)
    return fact.kind == other.kind and fact.sort == other.sort and other.need != "never" and not same_number


def _is_year(fact: Fact) -> bool:
    return (
        fact.sort == "number" and fact.kind == "number" and any(_YEARS[0] <= value < _YEARS[1] for value in fact.bare)
    )


def _repeated(own: Sequence[Fact], places: Sequence[Placed], said: frozenset[Value]) -> Iterator[Fact]:
    """Facts that the claim says twice and the quotes once, where the quotes have another value beside it."""
    for number, fact in enumerate(own):
        again = [other for other in own[:number] if _same(other, fact)]
        if again:
            here = [one for one in places if _same(one.fact, fact)]
            if len(here) == 1 and any(_beside(one, here[0], said) for one in places):
                yield fact


def _beside(one: Placed, here: Placed, said: frozenset[Value]) -> bool:
    """Whether another value stands in the same sentence, or in one that is built alike."""
    alike = sum(isinstance(element, str) for element in one.around.keys() & here.around.keys())
    near = one.sentence == here.sentence or alike >= _ALIKE
    return near and _rivals(here.fact, one.fact) and not one.fact.values & said


def _compared(fact: Fact, own: Sequence[Fact]) -> bool:
    """Whether the claim holds another amount against this one: `212 mg, more than the 200 mg allowed`."""
    return any(other.sort == fact.sort and other.kind == "unit" and other.end <= fact.start for other in own)


def _turned(claim: str, text: str, fact: Fact, here: Sequence[Placed]) -> Reason | None:
    """A bound on the other side than in every place of the quotes where the fact stands: `at least` for `at most`."""
    side, denied = bound(text, fact.start, fact.end, is_date=fact.kind == "date")
    other = opposite_side(side)
    if other and here and all(one.bound == (other, denied) for one in here):
        return Reason("direction", claim[fact.start : fact.end], fact.start, fact.end, here[0].text)
    return None
