"""Which cells of the table are compared with which."""

from __future__ import annotations

from collections.abc import Mapping

from pincite.evaluate.compare import compare_many
from pincite.evaluate.strategies.cuts import DEFAULT
from pincite.evaluate.strategies.engines import RETRIEVERS
from pincite.evaluate.strategies.table import Pair, cell_name
from pincite.types.run import Run

STRATEGY_PAIRS = (("B", "A"), ("E", "A"), ("E", "C"), ("F", "E"), (DEFAULT, "E"))
"""Strategies that are compared under each retriever, first against second."""
RETRIEVER_PAIRS = (("hybrid", "dense"), ("hybrid", "lexical"), ("hybrid+late", "hybrid"))
"""Retrievers that are compared on strategy E."""
WHOLE = ((DEFAULT, "hybrid+late"), ("E", "hybrid"))
"""The product as it comes against the best that the seed has without a second model."""


def compare_cells(runs: Mapping[str, Run]) -> tuple[Pair, ...]:
    """Every planned pair whose cells were both run, by `cell_name`, with Holm's correction over all of their tests."""
    planned = [
        (cell_name(first, retriever), cell_name(second, retriever))
        for first, second in STRATEGY_PAIRS
        for retriever in RETRIEVERS
    ]
    planned += [(cell_name("E", first), cell_name("E", second)) for first, second in RETRIEVER_PAIRS]
    planned.append((cell_name(*WHOLE[0]), cell_name(*WHOLE[1])))
    pairs = [pair for pair in planned if pair[0] in runs and pair[1] in runs]
    found = compare_many(runs, pairs)
    return tuple(Pair(first, second, tuple(found[first, second])) for first, second in pairs)
