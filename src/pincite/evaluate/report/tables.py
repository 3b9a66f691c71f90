"""The tables of a report, once for every form that it is written in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.evaluate.refusal.share import Share
from pincite.evaluate.refusal.sweep import SweepRow
from pincite.evaluate.report.gather import Report
from pincite.evaluate.report.losses import FATES
from pincite.evaluate.report.numbers import NOTHING, between, counted, plain, probability, signed
from pincite.evaluate.report.plots import fate_name
from pincite.types.measured import Comparison, Row
from pincite.types.run import Run

_EMBEDDER = {"embedder": "", "fingerprint": " sha256"}
"""Settings of a run that name its embedder, and what they are called after that word."""


class Name(str):
    """Words that come from outside (a name, a setting): no form may read anything into them."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Cells in rows; the first column names the row. `marked` is the row to point out (None: none)."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    marked: int | None = None


def asked(report: Report) -> Table:
    """What was measured: documents, questions, model, settings."""
    counts, golden, first = report.first.corpus, report.asked, report.first
    drafts = f", {golden.drafts} drafts left out" if golden.drafts else ""
    rows = [
        ("documents", f"{counts.documents:,} ({counts.characters:,} characters, {counts.sections:,} sections)"),
        ("corpus sha256", Name(counts.sha256)),
        ("golden set", Name(golden.name)),
        (
            "questions",
            f"{golden.answerable:,} answerable ({golden.needles:,} needles), {golden.unanswerable:,} not{drafts}",
        ),
        ("golden set sha256", Name(golden.sha256)),
        *(
            (f"embedder{called}", Name(first.settings[key]))
            for key, called in _EMBEDDER.items()
            if key in first.settings
        ),
        ("hits asked for", str(first.depth)),
        ("gate", f"{_threshold(first)}, at most {first.evidence} passages as evidence"),
        ("pincite", report.version),
        ("date", Name(report.date)),
    ]
    return Table("The documents, the questions and what asked them", ("what", "value"), tuple(rows))


def runs(report: Report) -> Table:
    """What tells one run from another."""
    rows = [
        (
            Name(run.name),
            Name(run.strategy),
            Name(run.retriever),
            f"{run.costs.chunks:,}",
            f"{run.costs.tokens:,}",
            f"{run.costs.header_tokens:,}",
            f"{run.costs.over_window:,}",
            Name(_settings(run)),
        )
        for run in report.runs
    ]
    head = ("run", "strategy", "retriever", "chunks", "tokens", "of them header", "over the window", "settings")
    return Table("The runs", head, tuple(rows))


def found(report: Report) -> Table:
    """Each run as a whole."""
    rows = [(run.name, report.rows[run.name][0]) for run in report.runs]
    return _figures("Each run as a whole", "run", rows)


def parts(report: Report) -> Table | None:
    """The parts of the first run; None where it has none."""
    rows = [(row.part, row) for row in report.rows[report.first.name][1:]]
    return _figures("The first run by part", "part", rows) if rows else None


def lost(report: Report) -> Table:
    """What became of the needles, one row a run."""
    first = report.losses[0]
    rows = [(Name(one.run), *(_of(one.counts[fate], one.n) for fate in FATES)) for one in report.losses]
    return Table("Questions by run", ("run", *(fate_name(fate, first) for fate in FATES)), tuple(rows))


def compared(comparisons: Sequence[Comparison]) -> Table:
    """One pair of runs at each measure."""
    holm = any(one.adjusted is not None for one in comparisons)
    head = ("measure", "questions", "p", "needles", "p by needle", *(["p after Holm"] if holm else []), "difference")
    rows = [
        (
            one.measure,
            f"+{one.wins} −{one.losses}",
            probability(one.p),
            f"+{one.unit_wins} −{one.unit_losses}",
            probability(one.unit_p),
            *([probability(one.adjusted)] if holm else []),
            signed(one.difference),
        )
        for one in comparisons
    ]
    return Table("Wins and losses", head, tuple(rows))


def swept(rows: Sequence[SweepRow]) -> Table:
    """The gate at each threshold: bluffs beside answers given up, then bluffs by kind."""
    kinds = list(rows[0].bluffs_by_kind) if rows else []
    head = (
        "threshold",
        "bluffs",
        "given up",
        "right evidence",
        "wrong evidence",
        *(Name(f"{k} bluffs") for k in kinds),
    )
    cells = [
        (
            "none" if row.threshold is None else f"{row.threshold:g}",
            counted(row.bluffs),
            counted(row.given_up),
            counted(row.right),
            counted(row.wrong),
            *(_few(row.bluffs_by_kind[kind]) for kind in kinds),
        )
        for row in rows
    ]
    marked = next((place for place, row in enumerate(rows) if row.current), None)
    return Table("Bluffs beside answers given up", head, tuple(cells), marked)


def separated(report: Report) -> Table | None:
    """How well distance tells the two sorts of questions apart; None without unanswerable questions."""
    if report.refusal is None:
        return None
    apart = report.refusal.separation
    rows: list[tuple[str, ...]] = [(Name(f"AUROC against {kind}"), between(area)) for kind, area in apart.auroc.items()]
    for curve in report.refusal.risks:
        rows += [
            (f"AURC, failure: {curve.label}", between(curve.aurc)),
            (f"AUGRC, failure: {curve.label}", between(curve.augrc)),
        ]
    for one in apart.at_most:
        cut = "any threshold" if one.threshold is None else f"threshold {plain(one.threshold)}"
        rows.append((f"given up at {one.allowed:.0%} bluffs or less", f"{counted(one.given_up)} ({cut})"))
    if apart.worst_answerable and apart.best_unanswerable:
        worst, best = apart.worst_answerable.distance, apart.best_unanswerable.distance
        rows.append(("farthest answer, nearest unanswerable question", f"{plain(worst)}, {plain(best)}"))
    return Table("How well one distance can tell", ("figure", "value"), tuple(rows))


def _figures(caption: str, first: str, rows: Sequence[tuple[str, Row]]) -> Table:
    cuts = sorted({k for _, row in rows for k in row.recall})
    overlap = any(row.destroyed != row.destroyed_in_quote for _, row in rows)
    destroyed = ("destroyed", "destroyed in quotes") if overlap else ("destroyed",)
    head = (first, "questions", "needles", *destroyed, *(f"R@{k}" for k in cuts), "MRR")
    cells = [
        (
            Name(name),
            str(row.n),
            str(row.units),
            str(row.destroyed),
            *([str(row.destroyed_in_quote)] if overlap else []),
            *(between(row.recall.get(k)) for k in cuts),
            between(row.mrr),
        )
        for name, row in rows
    ]
    return Table(caption, head, tuple(cells))


def _threshold(run: Run) -> str:
    return "no threshold" if run.threshold is None else f"threshold {run.threshold:g}"


def _settings(run: Run) -> str:
    rest = {name: value for name, value in run.settings.items() if name != "fingerprint"}
    return "; ".join(f"{name} {_value(value)}" for name, value in rest.items()) or NOTHING


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _of(count: int, n: int) -> str:
    return f"{count} ({count / n:.0%})" if n else NOTHING


def _few(share: Share) -> str:
    return f"{share.count}/{share.n}" if share.n else NOTHING
