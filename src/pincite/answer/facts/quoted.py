"""What the quotes that a claim cites hold, ready to be compared with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pincite.answer.facts.directions import clause_of, object_of
from pincite.answer.facts.fact import Fact, Value
from pincite.answer.facts.find import facts_of
from pincite.answer.facts.language import language_of
from pincite.answer.facts.names import folded, initials
from pincite.answer.facts.negations import content_stems
from pincite.answer.facts.numbers import enumerators, ratios, romans
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quantities import mentioned_units
from pincite.answer.facts.rates import spans_of_adverbs
from pincite.answer.facts.rows import cells, spelled, with_tables
from pincite.answer.facts.tables import Table, tables_in
from pincite.answer.facts.unit_after import unit_after
from pincite.answer.facts.unit_table import Unit, unit
from pincite.answer.passages import passages
from pincite.lexical.terms import terms

_YEARS: frozenset[Unit] = frozenset([("years", Fraction(12))])
_TABLE = re.compile(r"^[ \t]*(?P<head>\|.*\|)[ \t]*\n[ \t]*\|[ \t:|-]*-[ \t:|-]*(?:\n[ \t]*\|.*)*", re.MULTILINE)
_LINES = re.compile(
    r"\n(?=[ \t]*(?:[^\W\d][^:.\n]{0,40}:(?:\s|\Z)|\[?\d\d?:\d\d|\d{4}-\d\d-\d\d|\(?\d{1,2}[.)]\s|[Aa]rt\.\s))"
)
"""Between lines that stand for themselves: `Draught: 0.71 m`, a line of a log, a section."""
_BEGINS = re.compile(r"[ \t]*(?:[-*+•]\s|[\d(\[]|[^\W\d_a-zà-öø-ÿ])")
_LINES_OF_LIST = 4
_MOST = 0.7
_AGE = re.compile(
    r"\b(?:aged?|ages|older|younger|under|over|adults?|child\w*|minors?|edad\w*|mayor(?:es)?|menor(?:es)?|niñ[oa]s?|adult[oa]s?)\b",
    re.IGNORECASE,
)


_VALUE_ONLY = re.compile(r"(?:[^\W\d]+[:\s]\s?){0,2}[\d.,]*\d\W*", re.IGNORECASE)
"""`Seconds before it is closed. Default 90.`: the unit stands in the sentence before."""
AMBIGUOUS = re.compile(r"(?<![\w.,])[1-9]\d{0,2}[.,]\d{3}(?![\w.,]?\d)")
"""Figures that may be a thousand times as much: `2.150`."""


def lines_of(text: str) -> list[str]:
    """The lines of a passage where they stand for themselves: all, where nearly each begins as a sentence does."""
    lines = text.split("\n")
    starts = sum(bool(_BEGINS.match(line)) for line in lines)
    return lines if len(lines) >= _LINES_OF_LIST and starts >= _MOST * len(lines) else _LINES.split(text)


@dataclass(frozen=True)
class Sentence:
    """A sentence, a row or a block of code of a quote, with its facts and the stems of its content words.

    `heads` are the heads of the columns of a row, from the left; empty where it has none.
    """

    text: str
    facts: tuple[Fact, ...]
    stems: frozenset[str]
    heads: tuple[str, ...] = ()


def _in_columns(row: Sentence, above: frozenset[Unit]) -> Iterator[Value]:
    """The bare numbers of a row in the units of the heads of their columns, or of its label, or else in those named `above`."""
    parts = [plain(cell) for cell in cells(row.text)]
    own = [mentioned_units(cell) for cell in parts if unit(cell)]
    label = frozenset().union(*own) or mentioned_units(spelled(parts[0]))
    beside = above | mentioned_units(plain(row.text))
    for fact in row.facts:
        column = row.text.count("|", 0, fact.start) - 1
        head = mentioned_units(plain(row.heads[column])) if 0 <= column < len(row.heads) else frozenset[Unit]()
        if fact.kind == "number" and fact.need == "always":
            yield from ((name, value * factor) for value in fact.bare for name, factor in head | label or beside)


class Quoted:
    """The quotes of one or more citations, and the headings they stand under; everything is worked out when first needed."""

    def __init__(self, quotes: Sequence[str], headings: Sequence[str] = ()) -> None:
        self.quotes = tuple(quotes)
        self._tabled = tuple(with_tables(quote) for quote in quotes)
        self.headings = " \n".join(headings)

    @cached_property
    def text(self) -> str:
        """All quotes without their formatting."""
        return "\n\n".join(plain(quote) for quote in self._tabled)

    @cached_property
    def language(self) -> str | None:
        return language_of(self.text)

    @cached_property
    def spanish(self) -> bool:
        return self.language == "es"

    @cached_property
    def facts(self) -> list[Fact]:
        return [fact for quote in self._tabled for fact in facts_of(quote, spanish=self.spanish)]

    @cached_property
    def values(self) -> frozenset[Value]:
        found = frozenset(value for fact in self.facts for value in fact.values)
        return (
            found | spans_of_adverbs(self.text) | {("number", value) for value in ratios(self.text) | romans(self.text)}
        )

    @cached_property
    def plain_values(self) -> frozenset[Value]:
        """The values of what is not per anything."""
        return frozenset(value for fact in self.facts if not fact.whole for value in fact.values)

    @cached_property
    def whole(self) -> frozenset[Value]:
        """The values of what is per something, without what it is per: 12 litres of `12 l/h`."""
        return frozenset(value for fact in self.facts for value in fact.whole)

    @cached_property
    def bare(self) -> frozenset[Fraction]:
        """Numbers as they are written, those of percentages apart."""
        return frozenset(value for fact in self.facts if fact.kind != "percentage" for value in fact.bare)

    @cached_property
    def items(self) -> frozenset[Fraction]:
        """The numbers of items and clauses, which count nothing."""
        return frozenset(value for quote in self._tabled for value in enumerators(plain(quote)))

    @cached_property
    def ambiguous(self) -> dict[str, frozenset[Unit]]:
        """Figures that may be read in two ways, with the units behind them."""
        found: dict[str, frozenset[Unit]] = {}
        for match in AMBIGUOUS.finditer(self.text):
            read = unit_after(self.text, match.end())
            found[match.group()] = found.get(match.group(), frozenset()) | {
                *((*read.units, *read.whole) if read else ())
            }
        return found

    @cached_property
    def unitless(self) -> frozenset[Value]:
        """Numbers beside no unit in the units that their sentence, the head of a column or a heading names."""
        tables = "\n".join(line for quote in self._tabled for line in quote.splitlines() if "|" in line)
        above = mentioned_units(f"{plain(tables)}\n{self.headings}")
        found: set[Value] = set()
        recent: list[frozenset[Unit]] = []
        last: frozenset[Unit] = frozenset()
        for sentence in self.sentences:
            if sentence.heads or sentence.text.lstrip().startswith("|"):
                found.update(_in_columns(sentence, above))
                continue
            named = mentioned_units(spelled(plain(sentence.text)))
            if _VALUE_ONLY.fullmatch(sentence.text.strip()):
                named |= last
            last = named
            recent = [*recent[-2:], frozenset(one for one in named if one[0].isupper())]
            ages = _YEARS if _AGE.search(sentence.text) else frozenset[Unit]()
            units = frozenset().union(named, above, ages, *recent)  # a list of prices names its currency once
            bare = {v for one in sentence.facts if one.kind == "number" and one.need == "always" for v in one.bare}
            found |= {(dimension, number * factor) for dimension, factor in units for number in bare}
        return frozenset(found)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of quotes and headings, folded."""
        return frozenset(terms(f"{self.text}\n{self.headings}")) | frozenset(
            folded(word) for word in f"{self.text}\n{self.headings}".replace("'s", " ").split()
        )

    @cached_property
    def initials(self) -> frozenset[str]:
        return initials(f"{self.text}\n{self.headings}")

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(content_stems(f"{self.text}\n{self.headings}"))

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The pieces of the quotes, as answers are put together from them."""
        found = []
        for quote in self._tabled:
            tables = list(_TABLE.finditer(quote))
            for passage in passages(quote):
                head = next((one["head"] for one in tables if one.end("head") <= passage.start < one.end()), "")
                for said in lines_of(passage.of(quote)):
                    facts = tuple(facts_of(said, spanish=self.spanish))
                    found.append(Sentence(said, facts, frozenset(content_stems(plain(said))), cells(head)))
        return found

    @cached_property
    def tables(self) -> list[Table]:
        return [table for quote in self._tabled for table in tables_in(quote, spanish=self.spanish)]

    @cached_property
    def directions(self) -> dict[str, list[tuple[str, str]]]:
        """The words of direction by what they are about: the value of each, and its clause."""
        found: dict[str, list[tuple[str, str]]] = {}
        for sentence in self.sentences:
            text = plain(sentence.text)
            for fact in sentence.facts:
                if fact.kind == "direction":
                    clause = clause_of(text, fact.start, fact.end)
                    said = [(str(value), clause) for _, value in fact.values]
                    found.setdefault(object_of(text, fact.end), []).extend(said)
        return found

    def nearest(self, stems: frozenset[str]) -> list[tuple[float, Sentence]]:
        """The sentences by the share of `stems` that they hold, the fullest first."""
        shares = [(len(stems & one.stems) / max(1, len(stems)), one) for one in self.sentences]
        return sorted(shares, key=lambda pair: -pair[0])
