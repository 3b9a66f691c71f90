"""The gate: hits nearer than a cut are evidence, and when none is, that is the answer."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pincite.errors import UsageError
from pincite.types.answer import Abstention, Evidence, GateReading
from pincite.types.calibration import GateMode
from pincite.types.search import Hit, SearchResult

NEAREST = 4
"""How many hits an abstention shows."""

MODE: GateMode = "distance"


def decide(result: SearchResult, question: str, *, threshold: float | None, limit: int = 4) -> Evidence | Abstention:
    """Keep, in the order of the list, at most `limit` hits whose cosine distance is strictly under `threshold`.

    A distance equal to the threshold does not pass. The order is the (reranked) list's, the cut is the distance's:
    a fused or reranked score has no scale that a threshold could mean anything on. Nothing passing gives an
    Abstention with the numbers and the nearest hits, before any model that writes is called.

    Raises UsageError when there is no threshold, or it is not a cosine distance (0 to 2), or `limit` is below 1.
    """
    cut = check_threshold(threshold)
    if limit < 1:
        raise UsageError(f"the gate may keep {limit} hits: give a limit of 1 or more")
    kept = tuple(result.hits[place] for place in keep([hit.distance for hit in result.hits], cut, limit))
    nearest = nearest_first(result.hits)[:NEAREST]
    reading = GateReading(MODE, cut, nearest[0].distance if nearest else None, len(kept), limit)
    if kept:
        return Evidence(kept, reading)
    decided_by = "distance" if result.hits else "no hits"
    return Abstention(question, _reason(result, question, cut), reading, nearest, result.notes, decided_by)


def keep(distances: Sequence[float], cut: float, limit: int) -> list[int]:
    """The places (from 0) of the first `limit` distances strictly under `cut`, in the order of the list; NaN never passes.

    The rule by itself, so that a measurement of the gate walks the list as the gate does.

    >>> keep([0.4, 0.9, 0.1], 0.5, 4)
    [0, 2]
    """
    return [place for place, distance in enumerate(distances) if distance < cut][:limit]


def check_threshold(threshold: float | None) -> float:
    """The threshold, if it is one; raises UsageError for None (an uncalibrated embedder) and outside 0 to 2, NaN included.

    >>> check_threshold(0.675)
    0.675
    """
    if threshold is None:
        raise UsageError(
            "no threshold has been measured for this embedder, so nothing says which distance is near enough: "
            "give one with `--threshold` or the setting `threshold` (a cosine distance from 0 to 2, lower is nearer), "
            "or choose it on questions of your own with `pincite calibrate GOLD`"
        )
    if not 0.0 <= threshold <= 2.0:
        raise UsageError(f"the threshold is {threshold}: a cosine distance lies from 0 to 2, lower is nearer")
    return float(threshold)


def nearest_first(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits by distance, of equal ones the better rank first; a distance that is no number comes last."""
    return tuple(sorted(hits, key=_distance))


def _distance(hit: Hit) -> tuple[float, int]:
    return (math.inf if math.isnan(hit.distance) else hit.distance, hit.rank)


def _reason(result: SearchResult, question: str, cut: float) -> str:
    if result.hits:
        return f'nothing under cosine distance {cut:g} for "{question}"'
    where = (
        f"no passage passes the filters {' '.join(result.filters)}" if result.filters else "the search found no passage"
    )
    return f'nothing to compare with cosine distance {cut:g} for "{question}": {where}'
