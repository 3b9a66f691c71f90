"""The facts of a text where they stand: what words and other facts stand around each, and how near."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.answer.facts.bounds import bound
from pincite.answer.facts.fact import Fact, Value
from pincite.answer.facts.find import facts_of
from pincite.answer.facts.names import folded
from pincite.answer.facts.negations import stem
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quantities import mentioned_units
from pincite.answer.facts.quoted import Sentence
from pincite.answer.facts.rows import cells
from pincite.answer.facts.unit_table import Unit, unit
from pincite.lexical.function_words import FUNCTION_WORDS

FACT = 1.5
"""What a fact weighs beside a word, on each side of the comparison."""
HEAD = 0.6
"""What a word before a colon weighs at least for all that follows it: `Large van: 89 euros a day, 200 km included`."""

_BESIDE = (0.2, 0.12)
BOUND_KINDS = frozenset({"number", "unit", "percentage", "date", "identifier", "name"})
_BREAK = re.compile(
    r"[;:!?()—¦]|\n\s*\n|\.(?!\d)|,\s|\s{3,}|(?<!\w)(?:and|while|but|whereas|y|e|pero|mientras|frente)(?!\w)",
    re.IGNORECASE,
)
_OF_BOUNDS = frozenset(
    ["maxim", "minim", "most", "least", "up", "under", "over", "menos", "more", "less", "mas", "hasta"]
)
"""Stems that tell of a number only on which side it lies."""
_DIGIT = re.compile(r"\d")
_HEADS = re.compile(r"(?<!\d):(?!\d)")
_THE = re.compile(r"\b(?:the|these|those|both|its|their|los|las|estos|estas|ambos|ambas|sus)\s\Z", re.IGNORECASE)
_FEW = 10
_PARTS = re.compile(
    r"[\s-](?:halves|thirds|quarters|\w+ths|terci|tercer|cuart|quint|sext|séptim|octav|noven|décim)", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ONE_OF = {"degree": "celsius", "fahrenheit": "celsius"}
_NEAR = (1.0, 0.45, 0.25, 0.15)
"""What a word weighs by the clauses that lie between it and the fact."""

Element = str | Value


@dataclass(frozen=True, slots=True)
class Placed:
    """A fact where it stands, with what stands around it and how near."""

    fact: Fact
    text: str
    sentence: str
    around: dict[Element, float]
    before: frozenset[Element]
    after: frozenset[Element]
    headless: bool
    bound: tuple[str, bool]
    next: str
    in_full: bool
    in_row: bool
    column: int
    units: frozenset[str]


def places_of(sentences: Sequence[Sentence]) -> Iterator[Placed]:
    """Every fact of the quotes, with what its sentence says around it and, more faintly, the facts of the next ones."""
    for number, sentence in enumerate(sentences):
        text, facts = plain(sentence.text), sentence.facts
        in_row = sentence.text.lstrip().startswith("|")
        beside = _beside_sentence(sentences, number)
        for fact in facts:
            if fact.kind in BOUND_KINDS:
                yield Placed(
                    fact,
                    sentence.text[fact.start : fact.end],
                    sentence.text,
                    beside | around_of(text, fact, facts, row=in_row) | _column_of(sentence, fact),
                    _before(text, fact, facts),
                    _after(text, fact, facts),
                    _headless(text, fact),
                    bound(text, fact.start, fact.end, is_date=fact.kind == "date"),
                    next_word(text, fact),
                    in_full(fact, facts),
                    in_row,
                    _column(sentence, fact),
                    frozenset(dimension for dimension, _ in _units_of(sentence, fact)),
                )


def _column_of(sentence: Sentence, fact: Fact) -> dict[Element, float]:
    """The words and facts in the head of the column where a fact of a row stands."""
    head = _head_of(sentence, fact)
    elements: set[Element] = {value for one in facts_of(head, spanish=False) for value in elements_of(one)}
    words = [word for word in _WORD.findall(head) if len(word) > 1 and word.lower() not in FUNCTION_WORDS]
    elements |= {("name", folded(word)) for word in words if word[0].isupper()}
    return dict.fromkeys(elements | {stem(word) for word in words}, 1.0)


def _column(sentence: Sentence, fact: Fact) -> int:
    return sentence.text.count("|", 0, fact.start) - 1


def _head_of(sentence: Sentence, fact: Fact) -> str:
    """The head of the column where a fact of a row stands; empty where it has none, or is the label of the row."""
    column = _column(sentence, fact)
    return plain(sentence.heads[column]) if 0 < column < len(sentence.heads) else ""


def _units_of(sentence: Sentence, fact: Fact) -> frozenset[Unit]:
    """The units that the head of its column, or else the label of its row, has for a fact of a table."""
    label = cells(sentence.text)[:1]
    return mentioned_units(_head_of(sentence, fact)) | mentioned_units(" ".join(map(plain, label)))


def _beside_sentence(sentences: Sequence[Sentence], number: int) -> dict[Element, float]:
    """The facts of the two sentences before and after one."""
    around: dict[Element, float] = {}
    for other in range(max(0, number - 2), min(len(sentences), number + 3)):
        if other != number:
            for fact in sentences[other].facts:
                for value in elements_of(fact) if fact.kind in BOUND_KINDS else ():
                    _weigh(around, value, _BESIDE[abs(other - number) - 1])
    return around


def _before(text: str, fact: Fact, facts: Sequence[Fact]) -> frozenset[Element]:
    """The words and facts to the left of a fact."""
    words = {stem(match.group()) for match in _WORD.finditer(text, 0, fact.start)}
    return frozenset(words) | {value for other in facts if other.end <= fact.start for value in elements_of(other)}


def _after(text: str, fact: Fact, facts: Sequence[Fact]) -> frozenset[Element]:
    """The words and facts to the right of a fact, behind the next break."""
    stop = _BREAK.search(text, fact.end)
    start = stop.end() if stop else len(text)
    words = {stem(match.group()) for match in _WORD.finditer(text, start)}
    return frozenset(words) | {value for other in facts if other.start >= start for value in elements_of(other)}


def elements_of(fact: Fact) -> frozenset[Value]:
    """The readings of a fact, those in several currencies or scales as one."""
    return frozenset((_ONE_OF.get(name, "money" if name.isupper() else name), value) for name, value in fact.values)


def next_word(text: str, fact: Fact) -> str:
    """What a number counts: the content word that follows at once."""
    word = _WORD.search(text, fact.end)
    if (
        word is None
        or len(word.group()) == 1
        or text[fact.end : word.start()].strip()
        or word.group().lower() in FUNCTION_WORDS
    ):
        return ""
    return stem(word.group())


def definite(text: str, fact: Fact) -> bool:
    """Whether a small number counts what has been told: `between the two groups`, `las cuatro estaciones`."""
    few = fact.sort == "number" and all(value.denominator == 1 and value <= _FEW for value in fact.bare)
    return (
        few and not _PARTS.match(text, fact.end) and _THE.search(text[max(0, fact.start - 10) : fact.start]) is not None
    )


def in_full(name: Fact, facts: Sequence[Fact]) -> bool:
    """Whether a name has another beside it: `Maria Lopez`."""
    return any(other.kind == "name" and 0 < max(other.start - name.end, name.start - other.end) <= 1 for other in facts)


def _headless(text: str, fact: Fact) -> bool:
    """Whether nothing of its own clause leads to the fact, so that what leads to the one before leads to it as well."""
    last = max(_BREAK.finditer(text, 0, fact.start), key=lambda match: match.end(), default=None)
    start = last.end() if last else 0
    if last and last.group() == "(":  # what stands in brackets is beside the point
        return False
    return not any(word.lower() not in FUNCTION_WORDS for word in _WORD.findall(text[start : fact.start]))


def around_of(text: str, fact: Fact, facts: Sequence[Fact], *, row: bool = False) -> dict[Element, float]:
    """The words and the other facts of a sentence, by how many clauses lie between them and the fact."""
    others = [other for other in facts if other is not fact and (other.end <= fact.start or other.start >= fact.end)]
    taken = {place for other in (*others, fact) if other.kind != "direction" for place in range(other.start, other.end)}
    around: dict[Element, float] = {}
    led = _is_led(text, fact)
    for match in _WORD.finditer(text):
        word = match.group()
        if (
            match.start() not in taken
            and len(word) > 1
            and word.lower() not in FUNCTION_WORDS
            and not unit(word)
            and stem(word) not in _OF_BOUNDS
        ):
            _weigh(around, stem(word), _nearness(text, fact, match.start(), match.end(), led=led, row=row))
    for other in others:
        if other.kind in BOUND_KINDS:
            for value in elements_of(other):
                _weigh(
                    around,
                    value,
                    (1.0 if other.kind == "name" else FACT)
                    * _nearness(text, fact, other.start, other.end, led=led, row=row),
                )
    return around


def _weigh(around: dict[Element, float], element: Element, weight: float) -> None:
    around[element] = max(around.get(element, 0.0), weight)


def _nearness(text: str, fact: Fact, start: int, end: int, *, led: bool, row: bool) -> float:
    before = end <= fact.start
    between = text[end : fact.start] if before else text[fact.end : start]
    breaks = len(_BREAK.findall(between))
    if breaks and (led if before else between.lstrip().startswith("(") and ")" not in between):
        breaks -= 1  # `with a card, 0.85`; `9 kg (cotton)`
    far = len(between.split()) / 40
    least = HEAD if row or (before and _HEADS.search(between)) else 0.1
    return max(least, _NEAR[min(breaks, len(_NEAR) - 1)] - far)


def _is_led(text: str, fact: Fact) -> bool:
    """Whether the clause before the one of a fact leads to it: it tells of nothing else, and the fact's own has no word, or is in brackets."""
    breaks = list(_BREAK.finditer(text, 0, fact.start))
    if not breaks:
        return False
    clause = text[breaks[-2].end() if len(breaks) > 1 else 0 : breaks[-1].start()]
    in_brackets = breaks[-1].group() == "("
    return not _DIGIT.search(clause) and breaks[-1].group() != ")" and (in_brackets or _headless(text, fact))
