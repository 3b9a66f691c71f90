"""A drawing in markup: elements, words and scales; every word and attribute is escaped here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH = 760
"""The width of every figure, in its own units."""
_HARMLESS = "\n\t"
_LETTER = 6.6
"""About how wide a letter of a figure is."""


def visible(text: str) -> str:
    r"""`text` for markup: escaped, and what has no shape or turns the writing direction as a code.

    >>> visible("<b>\x00\u202e&")
    '&lt;b&gt;\\x00\\u202e&amp;'
    """
    shown = "".join(c if c in _HARMLESS or c == " " or c.isprintable() else _code(c) for c in text)
    return escape(shown, quote=True)


def element(tag: str, content: str = "", **attributes: str | float | None) -> str:
    """One element; `content` is markup. An attribute is named with `_` for `-`, and left out when None.

    >>> element("rect", x=1.50, class_="bar")
    '<rect x="1.5" class="bar"/>'
    """
    given = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{given}>{content}</{tag}>" if content else f"<{tag}{given}/>"


def words(x: float, y: float, text: str, anchor: str = "start", class_: str | None = None) -> str:
    """Text at a place: `anchor` is start, middle or end."""
    return element("text", visible(text), x=x, y=y, text_anchor=None if anchor == "start" else anchor, class_=class_)


def line(x1: float, y1: float, x2: float, y2: float, class_: str) -> str:
    """A straight line."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def titled(markup: str, title: str, class_: str | None = None) -> str:
    """A group that says `title` to whoever points at it or has it read."""
    return element("g", element("title", visible(title)) + markup, class_=class_)


def figure(name: str, title: str, description: str, height: float, body: str) -> str:
    """A whole drawing, as wide as WIDTH; `name` makes its ids unique in the page."""
    head = element("title", visible(title), id=f"{name}-t") + element(
        "desc", visible(description or "Nothing was measured."), id=f"{name}-d"
    )
    return element(
        "svg",
        head + body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {_value(height)}",
        role="img",
        aria_labelledby=f"{name}-t {name}-d",
    )


def cut(text: str, width: float) -> str:
    """The text, shortened in its middle to what fits into `width`."""
    most = max(int(width / _LETTER), 4)
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    return text[:half] + "…" + text[-half:]


@dataclass(frozen=True, slots=True)
class Scale:
    """From values `[low, high]` to places `[start, end]`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a value stands; beyond the ends it stands at the end.

        >>> Scale(0, 1, 100, 200).at(0.25), Scale(0, 1, 100, 200).at(7)
        (125.0, 200.0)
        """
        inside = min(max(value, self.low), self.high)
        return self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int = 6) -> list[float]:
        """Round values between the ends, at most `most` of them.

        >>> Scale(0.42, 1, 0, 1).ticks()
        [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]
        """
        step = _step((self.high - self.low) / most)
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]


def round_scale(values: Sequence[float], start: float, end: float, most: int = 6) -> Scale:
    """A scale that holds all values, with ends on round numbers.

    >>> round_scale([0.43, 0.88], 0, 100)
    Scale(low=0.4, high=0.9, start=0, end=100)
    """
    low, high = min(values), max(values)
    step = _step(max(high - low, 0.06) / most)
    first, last = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
    return Scale(round(first, 10), round(last if last > first else first + step, 10), start, end)


def _step(rough: float) -> float:
    """The next of 1, 2, 5 times a power of ten.

    >>> _step(0.013), _step(0.2), _step(3)
    (0.02, 0.2, 5.0)
    """
    power = 10.0 ** floor(log10(rough))
    return next(round(power * by, 10) for by in (1, 2, 5, 10) if power * by >= rough * (1 - 1e-9))


def _value(value: str | float) -> str:
    return visible(value) if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def _code(character: str) -> str:
    return character.encode("unicode_escape").decode()
