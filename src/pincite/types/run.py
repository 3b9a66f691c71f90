"""What a run is: the hits of every golden question, judged, in a form that any two runs can be paired by."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pincite.types.golden import CorpusCounts, Rule


@dataclass(frozen=True, slots=True)
class Found:
    """One hit of a run: its place, its numbers, and which of the question's spans it holds whole (0-based).

    A hit whose passage stands in several places holds a span that lies in any of them.
    """

    document: str
    start: int
    end: int
    score: float
    distance: float
    holds: tuple[int, ...] = ()

    def to_json(self) -> list[Any]:
        return [self.document, self.start, self.end, self.score, self.distance, list(self.holds)]

    @classmethod
    def from_json(cls, row: list[Any]) -> Found:
        document, start, end, score, distance, holds = row
        return cls(document, start, end, score, distance, tuple(holds))


@dataclass(frozen=True, slots=True)
class QueryResult:
    """One question of a run.

    `judged` is false for a question without a known needle: it counts in no recall. `rank` is the smallest number of
    hits that satisfies the question's `rule` (one of its spans held, or all of them), None when the hits do not.
    `spans` counts its spans. `destroyed`: no chunk of the index holds the needle (for the rule "all": some span);
    `destroyed_in_quote` is the same judged on own content alone, without the overlap that three strategies have.
    """

    id: str
    unit: str
    answerable: bool
    judged: bool
    rank: int | None
    spans: int = 1
    destroyed: bool = False
    destroyed_in_quote: bool = False
    style: str = ""
    kind: str = ""
    distance: str = ""
    rule: Rule = "any"
    hits: tuple[Found, ...] = ()
    chance: float | None = None
    """That the hits answer, as the calibrated gate in force reads it; None where it could not tell, or the distance is in force."""

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "unit": self.unit,
            "answerable": self.answerable,
            "judged": self.judged,
            "rank": self.rank,
            "spans": self.spans,
            "destroyed": self.destroyed,
            "destroyed_in_quote": self.destroyed_in_quote,
            "style": self.style,
            "kind": self.kind,
            "distance": self.distance,
            "rule": self.rule,
            "hits": [hit.to_json() for hit in self.hits],
            **({} if self.chance is None else {"chance": self.chance}),
        }

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> QueryResult:
        return cls(**{**row, "hits": tuple(Found.from_json(hit) for hit in row["hits"])})


@dataclass(frozen=True, slots=True)
class ChunkCosts:
    """What the index of a run cost: chunks, the encoder's tokens, how many of them are header, chunks over the window."""

    chunks: int
    tokens: int = 0
    header_tokens: int = 0
    over_window: int = 0


@dataclass(frozen=True, slots=True)
class Run:
    """The judged hits of every question that was asked, in the order of their ids: the same to the bit however it was run.

    `strategy` says what cut the chunks (`A` to `F`, `default`), `retriever` what ranked them (`dense`, `lexical`,
    `hybrid`, `hybrid+late`, `hybrid+cross`). `depth` is how many hits were asked for. `threshold` (None: uncalibrated) and
    `evidence` are those of the gate. `settings` is whatever else tells this run from another.
    """

    name: str
    strategy: str
    retriever: str
    golden: str
    """The sha256 of the golden set."""
    corpus: CorpusCounts
    costs: ChunkCosts
    depth: int
    threshold: float | None
    evidence: int
    results: tuple[QueryResult, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    cut: float | None = None
    """The least chance under which the calibrated gate refuses; None where the distance is in force."""

    def header_json(self) -> dict[str, Any]:
        """All but the results: the first line of a run file."""
        return {
            "name": self.name,
            "strategy": self.strategy,
            "retriever": self.retriever,
            "golden": self.golden,
            "corpus": self.corpus.to_json(),
            "costs": {
                "chunks": self.costs.chunks,
                "tokens": self.costs.tokens,
                "header_tokens": self.costs.header_tokens,
                "over_window": self.costs.over_window,
            },
            "depth": self.depth,
            "threshold": self.threshold,
            "evidence": self.evidence,
            "settings": self.settings,
            **({} if self.cut is None else {"cut": self.cut}),
        }
