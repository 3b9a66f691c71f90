"""Rows and comparisons as tables for a person, within 120 columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from pincite.cli.show import print_rows, say
from pincite.types.measured import Comparison, Interval, Row

NOTHING = "–"


def show_rows(rows: Sequence[Row]) -> None:
    """Print what was measured, one line a row: destroyed needles, each R@k and MRR with its 95% interval.

    What is the same in all rows (strategy, retriever, part, number of questions) stands once, above the table.
    """
    if not rows:
        return
    names = {
        "strategy": [row.strategy for row in rows],
        "retriever": [row.retriever for row in rows],
        "part": [row.part for row in rows],
        "n": [str(row.n) for row in rows],
    }
    varied = {title: values for title, values in names.items() if len(set(values)) > 1}
    say(_heading(rows[0], varied))
    cuts = sorted({k for row in rows for k in row.recall})
    titles = [*varied, "destroyed", *(f"R@{k}" for k in cuts), "MRR"]
    lines = [
        [*parts, row.destroyed, *(interval(row.recall.get(k)) for k in cuts), interval(row.mrr)]
        for row, *parts in zip(rows, *varied.values(), strict=True)
    ]
    print_rows(titles, lines, gap=1)


def show_comparisons(comparisons: Sequence[Comparison]) -> None:
    """Print wins, losses and p by question and by needle, the difference, and then each sentence."""
    corrected = any(one.adjusted is not None for one in comparisons)
    titles = ["measure", "questions", "p", "needles", "p", *(["p (Holm)"] if corrected else []), "difference"]
    print_rows(titles, [_comparison_cells(one, corrected=corrected) for one in comparisons])
    for one in comparisons:
        say(one.sentence)


def interval(found: Interval | None, *, signed: bool = False) -> str:
    """A value between its bounds, without the zero before the point; a dash where nothing was measured.

    >>> interval(Interval(0.68125, 0.6058, 0.7483)), interval(Interval(1.0, 0.94, 1.0))
    ('.681 [.606, .748]', '1.000 [.940, 1.000]')
    """
    if found is None or isnan(found.value):
        return NOTHING
    value, low, high = (share(part, signed=signed) for part in (found.value, found.low, found.high))
    return f"{value} [{low}, {high}]"


def share(value: float, *, signed: bool = False) -> str:
    """Three digits after the point and no zero before it.

    >>> share(0.5), share(-0.0625, signed=True), share(0.125, signed=True)
    ('.500', '-.062', '+.125')
    """
    text = f"{value:{'+' if signed else ''}.3f}"
    return text.replace("0.", ".", 1) if abs(value) < 0.9995 else text


def _heading(row: Row, varied: dict[str, list[str]]) -> str:
    same = [name for title, name in (("strategy", row.strategy), ("retriever", row.retriever)) if title not in varied]
    if "part" not in varied and row.part != "all":
        same.append(row.part)
    if "n" not in varied:
        same.append(f"n = {row.n}, needles: {row.units}")
    if row.skipped:
        same.append(f"questions without a known needle: {row.skipped}")
    return ", ".join(same)


def _comparison_cells(one: Comparison, *, corrected: bool) -> list[str]:
    adjusted = [NOTHING if one.adjusted is None else f"{one.adjusted:.2g}"] if corrected else []
    by_question = [f"+{one.wins} -{one.losses}", f"{one.p:.2g}"]
    by_needle = [f"+{one.unit_wins} -{one.unit_losses}", f"{one.unit_p:.2g}"]
    return [one.measure, *by_question, *by_needle, *adjusted, interval(one.difference, signed=True)]
