"""What a refusal model is fitted on: a row of signals for each question, and what was true of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pincite.gate.probability import SIGNALS
from pincite.types.search import Signals

F64 = NDArray[np.float64]
EVIDENCE = 4
"""The first hits that are the evidence under no cut."""


@dataclass(frozen=True, slots=True)
class Row:
    """One question: its signals, its needle, whether it is answerable and whether the first four hits hold the needle whole.

    `part` is what it is weighed with (a set's answerable, near or far ones), `weight` the weight of the whole part,
    `kind` how far an unanswerable question lies from the corpus, `style` the phrasing of the others.
    """

    id: str
    unit: str
    seen: Signals
    answerable: bool
    in_evidence: bool
    part: str
    weight: float = 1.0
    kind: str = ""
    style: str = ""


def values(rows: Iterable[Row], names: Sequence[str] = tuple(SIGNALS)) -> F64:
    """`(n, signals)`, in the order of `names`."""
    found = [[SIGNALS[name](row.seen) for name in names] for row in rows]
    return np.array(found, np.float64).reshape(len(found), len(names))


def labels(rows: Iterable[Row]) -> NDArray[np.bool_]:
    """`(n,)`: whether the evidence answers."""
    return np.array([row.in_evidence for row in rows], np.bool_)


def answerable(rows: Iterable[Row]) -> NDArray[np.bool_]:
    """`(n,)`: whether the documents answer, found or not."""
    return np.array([row.answerable for row in rows], np.bool_)


def weights(rows: Sequence[Row]) -> F64:
    """`(n,)`: the weight of each part shared evenly among its rows; they sum to n."""
    many = {part: sum(row.part == part for row in rows) for part in {row.part for row in rows}}
    found = np.array([row.weight / many[row.part] for row in rows], np.float64)
    scaled: F64 = found * (len(rows) / found.sum())
    return scaled
