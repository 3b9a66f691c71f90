"""So many of so many, with an interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pincite.evaluate.statistics.wilson import wilson
from pincite.types.measured import Interval


@dataclass(frozen=True, slots=True)
class Share:
    """`count` of `n`, with Wilson's 95% interval of the proportion.

    >>> Share(27, 60).interval.value
    0.45
    """

    count: int
    n: int

    @property
    def interval(self) -> Interval:
        """The proportion between its bounds; NaN where there is nothing to count."""
        return wilson(self.count, self.n)

    def to_json(self) -> dict[str, Any]:
        return {"count": self.count, "n": self.n, **self.interval.to_json()}
