"""A report as Markdown (GitHub's flavour): the tables and sentences of the page, without its plots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pincite.evaluate.report import words
from pincite.evaluate.report.gather import Report
from pincite.evaluate.report.losses import Losses
from pincite.evaluate.report.plots import fate_name
from pincite.evaluate.report.tables import Name, Table, asked, compared, found, parts, runs, separated, swept
from pincite.evaluate.report.tables import lost as lost_table
from pincite.evaluate.report.worst import Bluff, Missed, Passage

_BAR = re.compile(r"(\\*)\|")
_TICKS = re.compile("`+")
_STEERS = re.compile(r"[^\S ]|[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def to_markdown(report: Report) -> str:
    """The whole report. Words from documents, questions and names stand in code, where nothing in them is read as Markdown."""
    return "\n".join(_lines(report)) + "\n"


def code(text: str) -> str:
    """Words from outside on one line, as code, in as many backticks as they need.

    >>> code("a <b>`c"), code(" ")
    ('`` a <b>`c ``', '` `')
    """
    line = " ".join(_STEERS.sub(" ", text).split()) or " "
    fence = "`" * (max((len(run) for run in _TICKS.findall(line)), default=0) + 1)
    around = " " if "`" in line else ""
    return f"{fence}{around}{line}{around}{fence}"


def quoted(text: str) -> str:
    """Words of a document as a block of code that none of them can end."""
    lines = "\n".join(_STEERS.sub(" ", line) for line in text.split("\n"))
    fence = "`" * max(3, max((len(run) for run in _TICKS.findall(lines)), default=0) + 1)
    return f"{fence}text\n{lines}\n{fence}"


def table(of: Table) -> str:
    """A table; the row in force is bold in its first cell."""
    head = "| " + " | ".join(_cell(cell) for cell in of.head) + " |"
    rows = [_row(row, now=place == of.marked) for place, row in enumerate(of.rows)]
    return "\n".join([head, "|" + " --- |" * len(of.head), *rows])


def _row(cells: Sequence[str], *, now: bool) -> str:
    first, *rest = (_cell(cell) for cell in cells)
    return "| " + " | ".join([f"**{first}** (in force)" if now else first, *rest]) + " |"


def _cell(cell: str) -> str:
    """A cell; a bar would end it unless an odd number of backslashes stands before it, in code as well."""
    return _BAR.sub(r"\1\1\\|", code(cell) if isinstance(cell, Name) else cell.replace("<", "\\<"))


def _lines(report: Report) -> Iterator[str]:
    yield f"# How well the search finds: {code(report.asked.name)}\n"
    yield f"{code(report.first.name)}, measured {code(report.date)} with Pincite {report.version}.\n"
    yield from (f"- {sentence}" for sentence in words.headline(report))
    yield from _part("What was found", words.FOUND, found(report))
    by_part = parts(report)
    if by_part:
        yield f"\n{words.PARTS}\n\n{table(by_part)}"
    yield from _part("Where needles are lost", words.LOST, lost_table(report))
    yield from _comparisons(report)
    yield from _refusing(report)
    yield from _misses(report.misses, report.losses[0])
    yield from _bluffs(report.bluffs)
    yield from _part("What was measured", words.ASKED, asked(report), runs(report))


def _part(title: str, why: str, *tables: Table) -> Iterator[str]:
    yield f"\n## {title}\n\n{why}"
    yield from (f"\n{table(one)}" for one in tables)


def _comparisons(report: Report) -> Iterator[str]:
    if report.comparisons:
        yield f"\n## Compared\n\n{words.COMPARED}"
    for (first, second), family in report.comparisons.items():
        yield f"\n### {code(first)} against {code(second)}\n\n{table(compared(family))}\n"
        yield from (f"- {code(one.sentence)}" for one in family)


def _refusing(report: Report) -> Iterator[str]:
    apart = separated(report)
    if report.refusal is None or apart is None:
        return
    yield f"\n## Refusing\n\n{words.DISTANCES}\n\n{table(apart)}\n\n{words.SEPARATION}"
    yield f"\n{words.TRADE} {words.SWEEP}\n\n{table(swept(report.refusal.sweep.rows))}"
    yield from (f"\n{note}." for note in report.refusal.sweep.notes)


def _misses(misses: Sequence[Missed], lost: Losses) -> Iterator[str]:
    if misses:
        yield f"\n## The worst misses\n\n{words.MISSED}"
    for one in misses:
        rank = "" if one.rank is None else f"; the needle stands at rank {one.rank}"
        yield f"\n### {code(one.question)}\n\n{fate_name(one.fate, lost)}{rank}; question {code(one.id)}."
        yield from (_passage("Wanted", passage) for passage in one.needles)
        for passage in one.returned:
            yield _passage(f"{'Instead' if one.before(passage) else 'Below it'}, rank {passage.rank}", passage)


def _bluffs(bluffs: Sequence[Bluff]) -> Iterator[str]:
    if bluffs:
        yield f"\n## The nearest bluffs\n\n{words.BLUFFS}"
    for one in bluffs:
        yield f"\n### {code(one.question)}\n\n{code(one.kind)}; question {code(one.id)}."
        yield from (_passage(f"Evidence, rank {passage.rank}", passage) for passage in one.evidence)


def _passage(what: str, passage: Passage) -> str:
    far = "" if passage.distance is None else f", distance {passage.distance:.3f}"
    return f"\n{what}: {code(f'{passage.document}#char={passage.start},{passage.end}')}{far}\n\n{quoted(passage.text)}"
