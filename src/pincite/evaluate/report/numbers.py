"""Numbers as a report prints them."""

from __future__ import annotations

from math import isfinite

from pincite.evaluate.refusal.share import Share
from pincite.types.measured import Interval

NOTHING = "–"


def plain(value: float) -> str:
    """Three digits after the point and no zero before it; a dash for NaN and infinity.

    >>> plain(0.6812), plain(1.0), plain(-0.25), plain(float("nan"))
    ('.681', '1.000', '-.250', '–')
    """
    if not isfinite(value):
        return NOTHING
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 0.9995 else f"{value:.3f}"


def between(found: Interval | None) -> str:
    """A value between its bounds.

    >>> between(Interval(0.68125, 0.6058, 0.7483))
    '.681 [.606, .748]'
    """
    if found is None or not isfinite(found.value):
        return NOTHING
    return f"{plain(found.value)} [{plain(found.low)}, {plain(found.high)}]"


def signed(found: Interval) -> str:
    """A difference between its bounds, each with its sign.

    >>> signed(Interval(0.05, -0.0125, 0.11))
    '+.050 [-.013, +.110]'
    """
    if not isfinite(found.value):
        return NOTHING
    value, low, high = (("+" if part >= 0 else "") + plain(part) for part in (found.value, found.low, found.high))
    return f"{value} [{low}, {high}]"


def counted(share: Share) -> str:
    """How many of how many, and the proportion between its bounds.

    >>> counted(Share(27, 60))
    '27/60 .450 [.331, .575]'
    """
    return f"{share.count}/{share.n} {between(share.interval)}" if share.n else NOTHING


def probability(p: float | None) -> str:
    """A p-value in two figures.

    >>> probability(0.0123), probability(0.00002), probability(None), probability(1.0)
    ('.012', '< .0001', '–', '1')
    """
    if p is None:
        return NOTHING
    return "< .0001" if p < 0.0001 else f"{p:.2g}".replace("0.", ".", 1)
