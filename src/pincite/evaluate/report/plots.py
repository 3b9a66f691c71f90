"""Plots of what was found, lost and won: intervals, shares and pairs."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from pincite.evaluate.report.losses import FATES, Fate, Losses
from pincite.evaluate.report.numbers import between, probability
from pincite.evaluate.report.svg import WIDTH, Scale, cut, element, figure, line, round_scale, titled, words
from pincite.types.amount import amount
from pincite.types.measured import Comparison, Interval

Lines = Sequence[tuple[str, Interval]]
"""Intervals by name."""
Group = tuple[str, Lines]
"""A heading, and the intervals under it."""

ROW = 22
_LABELS = 210
_NUMBERS = 140
_SHAPES = ("circle", "square", "diamond", "triangle")


def forest(name: str, title: str, groups: Sequence[Group]) -> str:
    """A forest plot: a line an interval, its value as a mark; rows of one name have one shape in all groups."""
    values = [end for _, rows in groups for _, one in rows if isfinite(one.value) for end in (one.low, one.high)]
    scale = round_scale(values or [0, 1], _LABELS, WIDTH - _NUMBERS)
    height = 34 + sum(ROW * (len(rows) + 1) for _, rows in groups)
    body = _grid(scale, 20, height - 12)
    names = list(dict.fromkeys(label for _, rows in groups for label, _ in rows))
    y = 20.0
    for heading, rows in groups:
        y += ROW
        body += words(0, y - 6, heading, class_="head")
        for label, found in rows:
            y += ROW
            body += _interval(scale, y - 10, label, found, _SHAPES[names.index(label) % len(_SHAPES)])
    spoken = "; ".join(
        f"{head}: " + ", ".join(f"{label} {between(one)}" for label, one in rows) for head, rows in groups
    )
    return figure(name, title, spoken, height, body)


def fates(name: str, title: str, runs: Sequence[Losses]) -> str:
    """One bar a run, divided by what became of the needles; each part has its own pattern."""
    height = 24 + 46 * len(runs)
    body = element("defs", "".join(_pattern(name, fate) for fate in FATES))
    for place, lost in enumerate(runs):
        body += _fate_bar(name, lost, 8 + 46 * place)
    spoken = "; ".join(
        f"{lost.run}: " + ", ".join(f"{fate_name(fate, lost)} {count}" for fate, count in lost.counts.items())
        for lost in runs
    )
    return figure(name, title, spoken, height, body)


def key(name: str, fate: Fate) -> str:
    """A patch of a fate's pattern, for a legend beside words; `name` is the plot's, which holds the pattern."""
    patch = element("rect", x=0.5, y=0.5, width=21, height=13, rx=2, class_="edge", fill=f"url(#{name}-{_id(fate)})")
    return element("svg", patch, viewBox="0 0 22 14", class_="key", aria_hidden="true")


def fate_name(fate: Fate, lost: Losses) -> str:
    """A fate in words, with the run's own numbers."""
    names: dict[Fate, str] = {
        "found": "found in the evidence",
        "wrong evidence": "other passages kept as evidence",
        "refused": "refused at the threshold",
        "ranked low": f"ranked below {lost.evidence}",
        "not ranked": f"not among the first {lost.depth}",
        "destroyed": "destroyed by chunking",
    }
    return names[fate]


def duels(name: str, title: str, comparisons: Sequence[Comparison]) -> str:
    """Wins to the right and losses to the left of a middle line, in needles, with p."""
    most = max([1, *(max(one.unit_wins, one.unit_losses) for one in comparisons)])
    left, middle, right = 60, (WIDTH - 40) / 2, WIDTH - 140
    height = 30 + 30 * len(comparisons)
    body = words(middle - 8, 14, "← loses", "end", "muted") + words(middle + 8, 14, "wins →", class_="muted")
    for place, one in enumerate(comparisons):
        body += _duel(one, 26 + 30 * place, Scale(0, most, middle, right), Scale(0, most, middle, left))
    body += line(middle, 20, middle, height - 4, "axis")
    return figure(name, title, " ".join(one.sentence + "." for one in comparisons), height, body)


def _grid(scale: Scale, top: float, bottom: float) -> str:
    ticks = scale.ticks()
    return "".join(
        line(scale.at(tick), top, scale.at(tick), bottom, "grid")
        + words(scale.at(tick), top - 6, f"{tick:.3g}", "middle", "muted")
        for tick in ticks
    )


def _interval(scale: Scale, y: float, label: str, found: Interval, shape: str) -> str:
    text = words(14, y + 4, cut(label, _LABELS - 24))
    if not isfinite(found.value):
        return text + words(WIDTH, y + 4, between(found), "end", "number")
    low, high, at = scale.at(found.low), scale.at(found.high), scale.at(found.value)
    whisker = line(low, y, high, y, "whisker") + line(low, y - 4, low, y + 4, "whisker")
    whisker += line(high, y - 4, high, y + 4, "whisker")
    mark = titled(whisker + _mark(at, y, shape), f"{label}: {between(found)}")
    return text + mark + words(WIDTH, y + 4, between(found), "end", "number")


def _mark(x: float, y: float, shape: str) -> str:
    if shape == "circle":
        return element("circle", cx=x, cy=y, r=5, class_="mark a")
    if shape == "square":
        return element("rect", x=x - 4.5, y=y - 4.5, width=9, height=9, class_="mark b")
    corners = [(0, -6), (6, 0), (0, 6), (-6, 0)] if shape == "diamond" else [(0, -6), (6, 5), (-6, 5)]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return element("polygon", points=points, class_="mark c" if shape == "diamond" else "mark d")


def _fate_bar(name: str, lost: Losses, top: float) -> str:
    body = words(0, top + 10, cut(lost.run, 500)) + words(WIDTH, top + 10, amount(lost.n, "question"), "end", "muted")
    scale, done = Scale(0, max(lost.n, 1), 0, WIDTH), 0
    for fate, count in lost.counts.items():
        if not count:
            continue
        start, end = scale.at(done), scale.at(done + count)
        done += count
        fill = f"url(#{name}-{_id(fate)})"
        bar = element("rect", x=start, y=top + 16, width=end - start, height=22, fill=fill, class_="edge")
        if end - start > 9 * len(str(count)):
            bar += words((start + end) / 2, top + 31, str(count), "middle", "on")
        body += titled(bar, f"{fate_name(fate, lost)}: {count} of {lost.n}")
    return body


def _pattern(name: str, fate: Fate) -> str:
    strokes = {
        "found": "",
        "wrong evidence": "M0 8L8 0M-1 1L1 -1M7 9L9 7",
        "refused": "M2 2h2M6 6h2",
        "ranked low": "M0 2H8M0 6H8",
        "not ranked": "M2 0V8M6 0V8",
        "destroyed": "M0 0L8 8M0 8L8 0",
    }
    body = element("rect", width=8, height=8, class_=f"f-{_id(fate)}")
    if strokes[fate]:
        body += element("path", d=strokes[fate], class_="hatch")
    return element("pattern", body, id=f"{name}-{_id(fate)}", width=8, height=8, patternUnits="userSpaceOnUse")


def _id(fate: Fate) -> str:
    return fate.replace(" ", "-")


def _duel(one: Comparison, y: float, wins: Scale, losses: Scale) -> str:
    won, lost = wins.at(one.unit_wins), losses.at(one.unit_losses)
    p = one.unit_p if one.adjusted is None else one.adjusted
    bars = element("rect", x=wins.start, y=y, width=won - wins.start, height=18, class_="win")
    bars += element("rect", x=lost, y=y, width=losses.start - lost, height=18, class_="loss")
    sure = "sure" if p <= 0.05 else "muted"
    return (
        words(0, y + 13, one.measure, class_="head")
        + titled(bars, one.sentence)
        + words(won + 5, y + 13, f"+{one.unit_wins}", class_="number")
        + words(lost - 5, y + 13, f"−{one.unit_losses}", "end", "number")
        + words(WIDTH, y + 13, f"p {probability(p)}" if p < 0.0001 else f"p = {probability(p)}", "end", sure)
    )
