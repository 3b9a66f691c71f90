"""The whole table of strategies and retrievers: runs, rows, pairs and costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from pincite.evaluate.summary import summarise
from pincite.types.measured import Comparison, Row
from pincite.types.run import ChunkCosts, Run

Profile = Literal["product", "seed"]


def cell_name(strategy: str, retriever: str) -> str:
    """What a cell of the table is called.

    >>> cell_name("E", "hybrid+late")
    'E hybrid+late'
    """
    return f"{strategy} {retriever}"


@dataclass(frozen=True, slots=True)
class Pair:
    """One cell of the table against another, at each cut-off and by reciprocal rank."""

    first: str
    second: str
    comparisons: tuple[Comparison, ...]

    def to_json(self) -> dict[str, Any]:
        return {"first": self.first, "second": self.second, "comparisons": [one.to_json() for one in self.comparisons]}


@dataclass(frozen=True, slots=True)
class StrategyCosts:
    """What one strategy costs: its chunks and tokens, the mean tokens of a question's prompt, and the time of each stage.

    `seconds` are medians on one thread: `chunk` for a document, `embed` for a chunk, `query` (encoding it), `dense`,
    `lexical` and `late` for a query.
    """

    chunks: ChunkCosts
    prompt_tokens: float
    seconds: dict[str, float]

    @property
    def header_share(self) -> float:
        """The share of the embedded tokens that are header."""
        return self.chunks.header_tokens / self.chunks.tokens if self.chunks.tokens else 0.0

    def to_json(self) -> dict[str, Any]:
        return {
            "chunks": self.chunks.chunks,
            "tokens": self.chunks.tokens,
            "header_tokens": self.chunks.header_tokens,
            "header_share": self.header_share,
            "over_window": self.chunks.over_window,
            "prompt_tokens": self.prompt_tokens,
        }


@dataclass(frozen=True, slots=True)
class StrategyTable:
    """The runs of all cells in the order of the table, by name (`E hybrid`); their pairs; costs by strategy."""

    profile: Profile
    runs: dict[str, Run]
    pairs: tuple[Pair, ...]
    costs: dict[str, StrategyCosts]

    def rows(self) -> list[Row]:
        """One row a cell, over all its questions."""
        return [summarise(run)[0] for run in self.runs.values()]

    def parts(self) -> list[Row]:
        """The rows of each phrasing and each kind of question, cell by cell."""
        return [row for run in self.runs.values() for row in summarise(run)[1:]]
