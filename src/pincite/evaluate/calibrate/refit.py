"""The refusal model fitted anew on a person's own questions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite import __version__
from pincite.evaluate.calibrate.asked import FAR, NEAR, REMOVED, Asked
from pincite.evaluate.calibrate.fit_rows import fit_rows
from pincite.evaluate.calibrate.rows import F64, Row, answerable
from pincite.evaluate.calibrate.split import FEWEST
from pincite.evaluate.statistics.auroc import auroc
from pincite.gate.probability import SIGNALS, Model

WEIGHTS = {"answerable": 1.0, NEAR: 0.65, FAR: 0.35, REMOVED: 0.65}
"""What each group weighs as a whole: far questions are many and easy, and must not drown the others."""


def can_refit(asked: Sequence[Asked]) -> bool:
    """Whether there are `FEWEST` needles or more that the evidence holds, and as many that it doesn't."""
    sides = ({one.unit for one in asked if one.in_evidence is held and one.seen is not None} for held in (True, False))
    return all(len(side) >= FEWEST for side in sides)


def refit(asked: Sequence[Asked], fingerprint: str, seed: int = 0) -> tuple[Model, F64]:
    """The model fitted on all of these questions, and the log-odds of each from models that saw none of its needle.

    The penalty is the one with the least log loss on left-out needles, chosen anew within each fold for the log-odds; no weight is
    below 0. A question without signals counts as refused: minus infinity.
    """
    seen = [one for one in asked if one.seen is not None]
    rows = [_row(one) for one in seen]
    fit, left, penalty = fit_rows(rows, seed=seed)
    told_apart = answerable(rows)
    odds = np.full(len(asked), -np.inf)
    odds[[one.seen is not None for one in asked]] = left
    told = {
        "pincite": __version__,
        "questions": len(rows),
        "needles": len({row.unit for row in rows}),
        "penalty": penalty,
        "auroc": auroc(left[told_apart].tolist(), left[~told_apart].tolist()).to_json(),
        "label": "weights: the documents answer; chance: the first hits hold the whole needle",
    }
    names = tuple(SIGNALS)
    shares = dict(zip(names, fit.weights.tolist(), strict=True)), dict(zip(names, fit.common.tolist(), strict=True))
    return Model("refitted", fingerprint, fit.intercept, *shares, told), odds


def _row(one: Asked) -> Row:
    if one.seen is None:
        raise ValueError(f"question {one.id!r} has no signals to fit on")
    group = one.group
    return Row(
        one.id, one.unit, one.seen, one.answerable, one.in_evidence, part=group, weight=WEIGHTS[group], kind=one.kind
    )
