"""Plots of refusing: two distributions of distances, what a threshold costs, and risk against coverage."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from pincite.evaluate.refusal.risk import RiskCoverage
from pincite.evaluate.refusal.sweep import SweepRow
from pincite.evaluate.report.gather import Distances
from pincite.evaluate.report.numbers import between, plain
from pincite.evaluate.report.svg import WIDTH, Scale, element, figure, line, round_scale, titled, words
from pincite.types.amount import amount

_LEFT, _RIGHT = 44, WIDTH - 130
_BIN = 0.025
Points = Sequence[tuple[float, float]]


def distributions(name: str, title: str, distances: Distances, threshold: float | None) -> str:
    """Two histograms of nearest distances, back to back: answerable questions upwards, unanswerable ones downwards.

    Each is in shares of its own questions, so that sets of different size can be compared.
    """
    no = [distance for some in distances.unanswerable.values() for distance in some]
    yes = list(distances.answerable)
    x = round_scale([*yes, *no, *([] if threshold is None else [threshold])] or [0, 1], _LEFT, _RIGHT)
    above, below = _shares(yes), _shares(no)
    most = max([0.01, *above.values(), *below.values()])
    middle, tall = 130, 100
    body = _bars(x, above, most, middle, -tall, kind="yes") + _bars(x, below, most, middle, tall, kind="no")
    body += line(_LEFT, middle, _RIGHT, middle, "axis") + _axis(x, middle + tall + 20)
    body += words(_RIGHT + 10, middle - tall / 2, "answerable", class_="yes-word")
    body += words(_RIGHT + 10, middle - tall / 2 + 15, amount(len(yes), "question"), class_="muted")
    body += words(_RIGHT + 10, middle + tall / 2, "unanswerable", class_="no-word")
    body += words(_RIGHT + 10, middle + tall / 2 + 15, amount(len(no), "question"), class_="muted")
    body += _threshold(x, threshold, 14, middle + tall)
    body += words((_LEFT + _RIGHT) / 2, middle + tall + 38, "distance of the nearest passage", "middle", "muted")
    spoken = f"answerable: {_spread(yes)}; unanswerable: {_spread(no)}"
    return figure(name, title, spoken, middle + tall + 44, body)


def trade(name: str, title: str, rows: Sequence[SweepRow], threshold: float | None) -> str:
    """Bluffs and answers given up as the threshold moves, as shares of the questions that each can happen to."""
    cuts = sorted((row.threshold, row) for row in rows if row.threshold is not None)
    x = round_scale([cut for cut, _ in cuts] or [0, 1], _LEFT, _RIGHT)
    y = Scale(0, 1, 230, 20)
    body = _level(y) + _axis(x, 250)
    curves = (
        ("bluffs", "no", [(cut, row.bluffs.interval.value) for cut, row in cuts if row.bluffs.n]),
        ("given up", "yes", [(cut, row.given_up.interval.value) for cut, row in cuts if row.given_up.n]),
    )
    for label, kind, points in curves:
        body += _curve(x, y, points, kind)
        if points:
            body += words(x.at(points[-1][0]) + 8, y.at(points[-1][1]) + 4, label, class_=f"{kind}-word")
    body += _threshold(x, threshold, 14, 230) + words((_LEFT + _RIGHT) / 2, 268, "threshold", "middle", "muted")
    spoken = "; ".join(
        f"at {cut:g}: bluffs {plain(row.bluffs.interval.value)}, given up {plain(row.given_up.interval.value)}"
        for cut, row in cuts
    )
    return figure(name, title, spoken, 274, body)


def risks(name: str, title: str, curves: Sequence[RiskCoverage], threshold: float | None) -> str:
    """Risk-coverage curves, the first drawn through and the second dashed, with the point of the threshold on each."""
    x, y = Scale(0, 1, _LEFT, _RIGHT), Scale(0, 1, 230, 20)
    body = _level(y) + _axis(x, 250)
    for number, (kind, one) in enumerate(zip(("no", "yes"), curves, strict=False)):
        points = list(zip(one.coverage, one.risk, strict=True))
        body += _curve(x, y, points, kind + (" dashed" if number else ""))
        if points:
            body += words(_RIGHT + 8, y.at(points[-1][1]) + 4, _NAMES[number], class_=f"{kind}-word")
        body += _present(x, y, one, threshold, kind)
    body += words((_LEFT + _RIGHT) / 2, 268, "coverage: share of the questions let through", "middle", "muted")
    spoken = "; ".join(f"{one.label}: AURC {between(one.aurc)}, AUGRC {between(one.augrc)}" for one in curves)
    return figure(name, title, spoken, 274, body)


_NAMES = ("unanswerable", "no needle")


def _present(x: Scale, y: Scale, one: RiskCoverage, threshold: float | None, kind: str) -> str:
    """The last point under the threshold, which is how the gate stands."""
    under = [at for at, distance in enumerate(one.distances) if threshold is not None and distance < threshold]
    if not under:
        return ""
    coverage, risk = one.coverage[under[-1]], one.risk[under[-1]]
    spot = element("circle", cx=x.at(coverage), cy=y.at(risk), r=5, class_=f"spot {kind}")
    return titled(spot, f"at {threshold:g}: coverage {plain(coverage)}, risk {plain(risk)}")


def _shares(values: Sequence[float]) -> dict[int, float]:
    """By number of the bin, the share of the values in it."""
    bins = [floor(value / _BIN + 1e-9) for value in values]
    return {number: bins.count(number) / len(bins) for number in sorted(set(bins))}


def _bars(x: Scale, shares: dict[int, float], most: float, middle: float, tall: float, *, kind: str) -> str:
    body = ""
    for number, share in shares.items():
        left, right = x.at(number * _BIN), x.at((number + 1) * _BIN)
        height = abs(share / most * tall)
        top = middle - height if tall < 0 else middle
        bar = element("rect", x=left + 0.5, y=top, width=max(right - left - 1, 1), height=height, class_=f"bar {kind}")
        body += titled(bar, f"{number * _BIN:.3f} to {(number + 1) * _BIN:.3f}: {share:.1%}")
    return body


def _axis(x: Scale, y: float) -> str:
    return "".join(words(x.at(tick), y, f"{tick:.3g}", "middle", "muted") for tick in x.ticks(8))


def _level(y: Scale) -> str:
    return "".join(
        line(_LEFT, y.at(level), _RIGHT, y.at(level), "grid")
        + words(_LEFT - 6, y.at(level) + 4, f"{level:.0%}", "end", "muted")
        for level in (0, 0.25, 0.5, 0.75, 1)
    )


def _curve(x: Scale, y: Scale, points: Points, class_: str) -> str:
    if not points:
        return ""
    path = "M" + "L".join(f"{x.at(a):.1f} {y.at(b):.1f}" for a, b in _thinned(points))
    return element("path", d=path, class_=f"curve {class_}")


def _thinned(points: Points) -> list[tuple[float, float]]:
    """The points that can be told apart at this size, the first and the last among them."""
    kept = [points[0]]
    for one in points[1:]:
        if abs(one[0] - kept[-1][0]) > 0.002 or abs(one[1] - kept[-1][1]) > 0.01:
            kept.append(one)
    return kept if kept[-1] == points[-1] else [*kept, points[-1]]


def _threshold(x: Scale, threshold: float | None, top: float, bottom: float) -> str:
    if threshold is None:
        return ""
    at = x.at(threshold)
    return line(at, top, at, bottom, "cut") + words(at, top - 3, f"threshold {threshold:g}", "middle", "cut-word")


def _spread(values: Sequence[float]) -> str:
    if not values:
        return "none"
    ordered = sorted(values)
    return f"{amount(len(ordered), 'question')} from {ordered[0]:.3f} to {ordered[-1]:.3f}, half below {ordered[len(ordered) // 2]:.3f}"
