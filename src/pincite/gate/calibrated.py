"""The gate that weighs signals: the first hits are evidence when the chance that they answer is high enough."""

from __future__ import annotations

from pincite.errors import UsageError
from pincite.gate.distance import NEAREST, nearest_first
from pincite.gate.probability import Judgement, Model
from pincite.types.answer import Abstention, Evidence, GateReading
from pincite.types.calibration import GateMode
from pincite.types.search import SearchResult

MODE: GateMode = "calibrated"


def decide(
    result: SearchResult,
    question: str,
    *,
    model: Model,
    cut: float,
    limit: int = 4,
    unfiltered: SearchResult | None = None,
) -> Evidence | Abstention:
    """The first `limit` hits of the list when the chance that they answer is `cut` or more, else an abstention.

    No distance is asked of them: the model was fitted on whether these very hits hold the whole answer, and a cut would take
    away the passage that tickets, worded unlike it, are answered by. Where the chance can't be told, because a ranking or late
    interaction did not run, nothing is evidence: a gate that fell back on the distance would be weakened by the choice of
    a mode. `unfiltered` is the search of the same question without its filters; the lower chance of both counts, so that no filter
    lets through what the whole index would refuse.

    Raises UsageError for a cut outside of 0 to 1, NaN included, and a limit below 1.
    """
    check_cut(cut)
    if limit < 1:
        raise UsageError(f"the gate may keep {limit} hits: give a limit of 1 or more")
    found = _judge(model, result, unfiltered)
    nearest = nearest_first(result.hits)[:NEAREST]
    best = nearest[0].distance if nearest else None
    if found is not None and result.hits and found.probability >= cut:  # false for NaN
        kept = result.hits[:limit]
        return Evidence(kept, GateReading(MODE, None, best, len(kept), limit, found.probability, cut, found.parts))
    reading = GateReading(
        MODE, None, best, 0, limit, found.probability if found else None, cut, found.parts if found else {}
    )
    reason = _reason(result, question, found, cut)
    return Abstention(question, reason, reading, nearest, result.notes, _decided_by(result, found))


def check_cut(cut: float) -> float:
    """The cut, if it is a probability; raises UsageError for anything else.

    >>> check_cut(0.4)
    0.4
    """
    if not 0.0 <= cut <= 1.0:
        raise UsageError(f"the cut is {cut}: a probability lies from 0 to 1, higher is stricter")
    return float(cut)


def _judge(model: Model, result: SearchResult, unfiltered: SearchResult | None) -> Judgement | None:
    """The judgement that speaks least for an answer; None unless all of the searches can be judged."""
    judged = [model.judge(one.signals) for one in (result, unfiltered) if one is not None and one.signals is not None]
    wanted = 1 if unfiltered is None else 2
    return min(judged, key=lambda one: one.probability) if len(judged) == wanted else None


def _decided_by(result: SearchResult, found: Judgement | None) -> str:
    if not result.hits:
        return "no hits"
    if found is None:
        return "no signals"
    return min(found.parts, key=lambda name: found.parts[name].adds)


def _reason(result: SearchResult, question: str, found: Judgement | None, cut: float) -> str:
    if not result.hits:
        where = (
            f"no passage passes the filters {' '.join(result.filters)}"
            if result.filters
            else "the search found no passage"
        )
        return f'nothing to judge for "{question}": {where}'
    if found is None:
        return (
            f'the chance that the passages answer "{question}" cannot be told: that takes both rankings and late interaction, '
            f"found mode {result.mode} and rerank {result.rerank}; use mode hybrid and rerank late, or gate = distance"
        )
    return f'the chance that the passages answer is {found.probability:.3f}, under {cut:.3f}, for "{question}"'
