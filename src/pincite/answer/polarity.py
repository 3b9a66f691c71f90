"""Whether a claim affirms what the quotes deny, or denies what they affirm, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pincite.answer.facts.bounds import open_side
from pincite.answer.facts.fact import Fact, Value
from pincite.answer.facts.negations import content_stems, denials, means_denial, turns
from pincite.answer.facts.plain import CELL, plain
from pincite.answer.facts.quoted import Quoted
from pincite.answer.facts.rows import cells
from pincite.types.answer import Reason

SAME = 0.75
"""The share of a clause's words and facts that another must hold to be the same said in other words."""
SAME_HEAD = 0.5
"""The same where the very word that one of them denies stands in the other."""

_BREAK = re.compile(
    r"[;:!?()—¦]|\n\s*\n|\.(?!\d)|,\s|\s{3,}|(?<!\w)(?:but\snot\s(?:if|when|where)|pero\sno\s(?:si|cuando|donde)|and|but|while|whereas|unless|except|although|if|when|that|which|who|y|e|pero|mientras|salvo|excepto|aunque|si|cuando)(?!\w)",
    re.IGNORECASE,
)

_TURNS = re.compile(r"unless|but\snot\s\w+|pero\sno\s\w+", re.IGNORECASE)
"""What begins a clause that holds where the one before does not."""
_EXCEPTS = re.compile(r"except|salvo|excepto", re.IGNORECASE)
"""What begins a clause of which it is not plain what it says."""
_ANSWER = re.compile(r"\s*(?:none|no|not|never|nil|without|ningun[oa]|nunca|sin|nada)\b", re.IGNORECASE)
"""`Flash point: none`: what stands before the colon is denied."""
_CONCORD = re.compile(r"(?<!\w)no\s.{0,80}\b(?:ning[uú]n\w*|nunca|jamás|nada|nadie|tampoco|ni)\b", re.IGNORECASE)
"""In Spanish two negations are one: `no mostró ningún efecto`."""
_LEADS = re.compile(
    r"\s*(?:in|for|with|during|at|on|from|to|after|before|under|en|para|con|durante|a|desde|tras|bajo|por|de)\s",
    re.IGNORECASE,
)
"""What begins the part of a clause that a comma parts from its verb: `In patients with a severe illness, …`."""
_ADJUNCT = re.compile(r"(?<!\w)(?:without|sin)(?!\w)", re.IGNORECASE)
"""What denies a thing beside the clause, so that it is not plain what the whole says."""

Element = str | Value


@dataclass(frozen=True, slots=True)
class _Clause:
    """`text[start:end]` of a sentence, its words and facts, whether it denies, what, and whether that is beyond doubt.

    `bounds` are its values by the side that is left open, so that `no more than 5` is `at most 5`.
    """

    start: int
    end: int
    elements: frozenset[Element]
    denies: bool
    heads: frozenset[str]
    sure: bool
    bounds: frozenset[tuple[str, Value]]


def polarity(claim: str, facts: Sequence[Fact], quoted: Quoted) -> Iterator[Reason]:
    """The clauses of `claim` that say the opposite of the clause of the quotes nearest to them; places are in `claim`."""
    heads = {table.head for table in quoted.tables if table.head}  # which affirm nothing of what they name
    said = [
        (clause, sentence.text)
        for sentence in quoted.sentences
        if cells(sentence.text) not in heads
        for clause in _clauses(sentence.text, sentence.facts)
    ]
    own = list(_clauses(claim, facts))
    denies = any(clause.denies or not clause.sure for clause in own)
    for clause in own:
        alike = sorted(((_alike(clause, other), other, text) for other, text in said), key=lambda one: -one[0])
        alike = [one for one in alike if one[0] > 0 and one[0] >= alike[0][0] - 0.2]
        sure = clause.sure and clause.denies == denies  # a denial elsewhere in the claim may reach over a comma
        if alike and sure and all(other.sure and other.denies != clause.denies for _, other, _ in alike):
            _, other, text = alike[0]
            if clause.bounds & other.bounds:
                continue
            instead = text[other.start : other.end].strip()
            yield Reason("negation", claim[clause.start : clause.end], clause.start, clause.end, instead)


def _bounds(text: str, facts: Sequence[Fact]) -> Iterator[tuple[str, Value]]:
    for fact in facts:
        side = open_side(text, fact.start, fact.end, is_date=fact.kind == "date")
        if side:
            yield from ((side, value) for value in fact.values)


def _alike(one: _Clause, other: _Clause) -> float:
    """The share of the clause that the other holds; 0 where that is too little to compare them."""
    shared = one.elements & other.elements
    share = len(shared) / max(1, len(one.elements))
    head = (one.heads | other.heads) & shared
    enough = share >= SAME or (bool(head) and share > SAME_HEAD)
    return share if enough and len(shared) > 1 else 0.0


def _clauses(sentence: str, facts: Sequence[Fact]) -> Iterator[_Clause]:
    text = plain(sentence)
    before, start, turned = 0, 0, 0
    for stop, following in [*(match.span() for match in _BREAK.finditer(text)), (len(text), len(text))]:
        held = [fact for fact in facts if start <= fact.start < stop and fact.kind not in {"direction", "name"}]
        words = text[start:stop]
        rest = "".join(
            " " if any(f.start <= start + at < f.end for f in held) else sign for at, sign in enumerate(words)
        )
        values = {value for fact in held for value in fact.values}
        found = denials(words)
        heads = frozenset(one.stems[0] for one in found if one.stems)
        if rest.strip() or values:
            elements = frozenset(content_stems(rest)) | values
            count = 1 if _CONCORD.search(words) else len(found)
            denies = (count + turns(words) + turned) % 2 == 1
            open_ended = (
                _EXCEPTS.fullmatch(text[before:start])
                or text[stop : stop + 1] == ":"  # a label
                or (text[stop : stop + 1] == "," and _LEADS.match(words))
                or (text[stop : stop + 1] == CELL and _ANSWER.match(text, following))
            )
            sure = not means_denial(words) and not _ADJUNCT.search(words) and not open_ended
            yield _Clause(start, stop, elements, denies, heads, sure, frozenset(_bounds(text, held)))
            turned = 0
        turned = turned or int(bool(_TURNS.fullmatch(text[stop:following])))
        before, start = stop, following
