"""Whether a claim about one line of a table has the value of another.

A table says whose each value is without a word. Where a claim names the item of one line only (`Millgate`), and a value
of it stands in the line of another item, it is said of the wrong one. Items stand in the rows of most tables, and in the
columns of those that compare: the side whose lines hold values of one sort (prices, weights) is that of their properties.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pincite.answer.facts.dates import agree
from pincite.answer.facts.fact import Fact
from pincite.answer.facts.names import folded
from pincite.answer.facts.negations import stem
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quoted import Quoted
from pincite.answer.facts.rows import cells
from pincite.answer.facts.tables import Table
from pincite.lexical.function_words import FUNCTION_WORDS
from pincite.types.answer import Reason

_JUDGED = frozenset({"number", "unit", "percentage", "date", "identifier"})
_TOKEN = re.compile(r"[^\W_]+")
_NAME = re.compile(r"(?<![^\W_])[^\W\d_a-zß-öø-ÿ]\w{3,}")
_COMPARES = re.compile(
    r"\b(?:than|unlike|versus|vs|compar\w+|frente|respecto|diferencia|más que|menos que|instead|first|last|all|both|every|each"
    r"|highest|lowest|total|sum|between|todos|todas|ambos|ambas|cada|total|suma|primer[oa]?|últim[oa])\b",
    re.IGNORECASE,
)
"""What tells that a claim is about several lines, or about one by its place."""


def crossed(claim: str, facts: Sequence[Fact], quoted: Quoted) -> Iterator[Reason]:
    """The values of `claim` that a table of the quotes has, but not in the line of the item that the claim names; places are in `claim`."""
    if _COMPARES.search(claim):
        return
    for table in quoted.tables:
        for fact in facts:
            if fact.kind in _JUDGED and fact.need == "always" and not _outside(fact, table, quoted):
                other = _other_line(claim, fact, facts, table)
                if other:
                    yield Reason(fact.kind, claim[fact.start : fact.end], fact.start, fact.end, other)


def _outside(fact: Fact, table: Table, quoted: Quoted) -> bool:
    """Whether the fact stands in the quotes elsewhere than in the values of the table."""
    elsewhere = (one for one in quoted.sentences if cells(one.text) not in table.rows)
    return any(_same(fact, other) for sentence in elsewhere for other in sentence.facts)


def _other_line(claim: str, fact: Fact, facts: Sequence[Fact], table: Table) -> str:
    """The value in the place of the fact in the line that the claim names; empty where the fact is right, or nothing is to be told."""
    places = _places(fact, table)
    others = [one for one in facts if one is not fact]
    rows, columns = _lines_named(claim, fact, facts, table) if places else (frozenset[int](), frozenset[int]())
    if rows and not rows & {row for row, _ in places}:
        return _unsaid(table, min(rows), places[0][1], others)
    if columns and not columns & {column for _, column in places} and all(column for _, column in places):
        return _unsaid(table, places[0][0], min(columns), others)
    return ""


def cells_of_others(
    claim: str, fact: Fact, facts: Sequence[Fact], quoted: Quoted
) -> Iterator[tuple[tuple[str, ...], int]]:
    """The cells, as their row and column, of other items than the one whose line the claim names and which has the fact."""
    for table in quoted.tables:
        places = _places(fact, table)
        rows, columns = _lines_named(claim, fact, facts, table) if places else (frozenset[int](), frozenset[int]())
        for line, row in enumerate(table.rows):
            for column in range(len(row)):
                other_row = any(one in rows for one, _ in places) and line not in rows
                other_column = any(one in columns for _, one in places) and column not in columns
                if other_row or other_column:
                    yield row, column


def _places(fact: Fact, table: Table) -> list[tuple[int, int]]:
    """The cells in which the fact stands, as row and column."""
    return [
        (row, column)
        for row, line in enumerate(table.facts)
        for column, cell in enumerate(line)
        if any(_same(fact, other) for other in cell)
    ]


def _lines_named(claim: str, fact: Fact, facts: Sequence[Fact], table: Table) -> tuple[frozenset[int], frozenset[int]]:
    """The rows and the columns of the items that the claim names beside the fact."""
    rest = f"{claim[: fact.start]} {claim[fact.end :]}"
    rows = columns = frozenset[int]()
    if "rows" in table.sides:
        rows = _rows_named(rest, [one for one in facts if one is not fact], table)
    if "columns" in table.sides and table.head:
        columns = frozenset(at + 1 for at in _named(rest, table.head[1:], strict=True))
    return rows, columns


def _unsaid(table: Table, row: int, column: int, others: Iterable[Fact]) -> str:
    """The cell, if the claim doesn't say its value as well, as one that compares does."""
    facts = table.facts[row][column]
    said = any(_same(one, other) for one in others for other in facts)
    return "" if said or not facts else table.rows[row][column]


def _rows_named(claim: str, facts: Sequence[Fact], table: Table) -> frozenset[int]:
    """The rows that a claim names by one of their cells, a date in the first included."""
    named: set[int] = set()
    for column in range(len(table.rows[0])):
        named |= _named(claim, [row[column] for row in table.rows], strict=column > 0)
    dates = [[one for one in row[0] if one.kind == "date"] for row in table.facts]
    return frozenset(named) | {
        at
        for at, one in enumerate(dates)
        if len(one) == 1 and dates.count(one) == 1 and any(_same(fact, one[0]) for fact in facts)
    }


def _named(claim: str, labels: Sequence[str], *, strict: bool) -> frozenset[int]:
    """The labels all of whose words a claim has, without those that are part of another; where `strict`, only those that can be names."""
    said = _tokens(claim)
    own = [_tokens(label) for label in labels]
    found = {
        at: words
        for at, words in enumerate(own)
        if words
        and any(not word.isdigit() for word in words)
        and words <= said
        and own.count(words) == 1
        and (not strict or _is_name(labels[at], claim))
    }
    found = {at: words for at, words in found.items() if not any(words < other for other in found.values())}
    return frozenset(found) or _by_one_name(claim, labels)


def _by_one_name(claim: str, labels: Sequence[str]) -> frozenset[int]:
    """The labels with a word in capitals, or with figures, that no other label has and the claim has: `Teixeira` of `Mara Teixeira`."""
    own = [frozenset(match.group() for match in _NAME.finditer(label)) for label in labels]
    said = frozenset(match.group() for match in _NAME.finditer(claim) if claim[: match.start()].strip(" *_|-"))
    return frozenset(
        at for at, words in enumerate(own) if any(sum(word in one for one in own) == 1 for word in words & said)
    )


def _is_name(label: str, claim: str) -> bool:
    """Whether a label has a figure, or stands in capitals in the midst of the claim."""
    if any(sign.isdigit() for sign in label):
        return True
    place = claim.find(plain(label).strip())
    return place > 0 and bool(claim[:place].strip(" *_|-")) and claim[place].isupper()


def _tokens(text: str) -> frozenset[str]:
    words = (folded(word) for word in _TOKEN.findall(plain(text)))
    return frozenset(
        word if any(map(str.isdigit, word)) else stem(word) for word in words if word not in FUNCTION_WORDS
    )


def _same(one: Fact, other: Fact) -> bool:
    if one.kind == "identifier" or other.kind == "identifier":
        return one.kind == other.kind and bool(one.values & other.values)
    if one.kind == "date" or other.kind == "date":
        return one.kind == other.kind and any(agree(a, b) for a in one.values for b in other.values)
    return bool(one.values & other.values) or bool(one.bare & other.bare)
