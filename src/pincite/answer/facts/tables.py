"""Tables of a text: their cells, the facts in each, and on which side their items stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pincite.answer.facts.fact import Fact
from pincite.answer.facts.find import facts_of
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quantities import mentioned_units
from pincite.answer.facts.rows import cells

_RULE = re.compile(r"[ \t|:-]*-[ \t|:-]*")
_SIGN_OF_UNIT = re.compile(r"\(([^()]*)\)|,([^,]*)\Z|(?:\A|\s)(\w{2,})\Z|([%€$£°])")
_EMPTY = re.compile(r"\W*|n/?[ad]|no|none|n[io]ngun[oa]|s/?d", re.IGNORECASE)


@dataclass(frozen=True)
class Table:
    """The cells of a table without its head, row by row, and the facts of each; `head` is empty where it has none."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    facts: tuple[tuple[tuple[Fact, ...], ...], ...]

    @cached_property
    def sides(self) -> frozenset[str]:
        """On which sides the items stand: `rows`, `columns`, or either of them."""
        if any(map(_has_unit, self.head[1:])):
            return frozenset({"rows"})
        if any(_has_unit(row[0]) for row in self.rows):
            return frozenset({"columns"})
        sorts = [[_sort(*cell) for cell in zip(row[1:], facts[1:], strict=True)] for row, facts in self._pairs]
        rows, columns = _alike(sorts), _alike(list(zip(*sorts, strict=True)))
        return frozenset({"rows", "columns"} if rows == columns else {"rows"} if columns > rows else {"columns"})

    @property
    def _pairs(self) -> Iterator[tuple[tuple[str, ...], tuple[tuple[Fact, ...], ...]]]:
        return zip(self.rows, self.facts, strict=True)


def tables_in(text: str, *, spanish: bool) -> Iterator[Table]:
    r"""The tables of `text` with two rows or more, of as many cells each.

    >>> [(table.head, len(table.rows), *table.sides) for table in tables_in("| Car | kg |\n|---|---|\n| A | 3 |\n| B | 4 |", spanish=False)]
    [(('Car', 'kg'), 2, 'rows')]
    """
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        if line.lstrip().startswith("|"):
            lines.append(line)
        elif lines:
            yield from _table(lines, spanish=spanish)
            lines = []


def _table(lines: Sequence[str], *, spanish: bool) -> Iterator[Table]:
    headed = len(lines) > 1 and _RULE.fullmatch(lines[1].strip()) is not None
    head = cells(lines[0]) if headed else ()
    rows = tuple(cells(line) for line in lines[2 if headed else 0 :])
    if len(rows) > 1 and len(rows[0]) > 1 and {len(row) for row in rows} == {len(head or rows[0])}:
        facts = tuple(tuple(tuple(facts_of(cell, spanish=spanish)) for cell in row) for row in rows)
        yield Table(head, rows, facts)


def _sort(cell: str, facts: Sequence[Fact]) -> str:
    """Of what sort a value is; empty for none."""
    if _EMPTY.fullmatch(cell):
        return ""
    return facts[0].sort or facts[0].kind if facts else "text"


def _has_unit(label: str) -> bool:
    found = _SIGN_OF_UNIT.finditer(plain(label))
    return any(one[4] or mentioned_units(next(filter(None, one.groups()), "")) for one in found)


def _alike(lines: Sequence[Sequence[str]]) -> float:
    """The share of lines whose values are all of one sort."""
    return sum(len(set(line) - {""}) == 1 for line in lines) / max(1, len(lines))
