"""What a fact is: a piece of a sentence that a change of one sign makes false."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

Kind = Literal["number", "unit", "percentage", "date", "identifier", "link", "name", "negation", "direction"]
"""What can be told of a claim by comparing it with the words it cites."""

Value = tuple[str, Fraction | str]
"""A dimension and a value in its base unit: `("length", 5000)`, `("number", 3)`, `("date", "2024-01-31")`."""

Need = Literal["always", "contrast", "never"]
"""Whether a fact of a claim must stand in the quotes: always; only where they hold another of its sort; never."""


@dataclass(frozen=True, slots=True)
class Fact:
    """`text[start:end]` and every reading of it; `bare` are the numbers as they were written, without their units.

    `whole` are the readings without what they are per: `("volume", 12)` of `12 l/h`.

    `sort` groups facts that can contradict each other: all lengths, all ordinals, all dates.
    """

    kind: Kind
    start: int
    end: int
    values: frozenset[Value]
    bare: frozenset[Fraction] = frozenset()
    sort: str = ""
    need: Need = "always"
    whole: frozenset[Value] = frozenset()
