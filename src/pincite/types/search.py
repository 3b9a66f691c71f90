"""What a search returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from pincite.types.locator import Locator

Mode = Literal["dense", "lexical", "hybrid"]
Rerank = Literal["late", "cross", "none"]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Another place where the same passage stands, word for word."""

    document_id: str
    document_name: str
    path: str
    section: str
    locator: Locator

    def to_json(self) -> dict[str, Any]:
        return {
            "document_id": self.document_id,
            "document_name": self.document_name,
            "path": self.path,
            "section": self.section,
            "from": self.locator.start,
            "to": self.locator.end,
            "fragment": self.locator.fragment,
        }


@dataclass(frozen=True, slots=True)
class Hit:
    """One chunk that a search returned; `rank` counts from 1.

    `quote == document.text[locator.start:locator.end]`. `distance` is the cosine distance between query and chunk
    (0 to 2, lower is nearer), computed in every mode. `score` is comparable only within its own list. `places` lists
    the other places of an identical passage.
    """

    rank: int
    document_id: str
    document_name: str
    path: str
    section: str
    quote: str
    distance: float
    score: float
    locator: Locator
    places: tuple[Elsewhere, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "rank": self.rank,
            "document_id": self.document_id,
            "document_name": self.document_name,
            "path": self.path,
            "section": self.section,
            "from": self.locator.start,
            "to": self.locator.end,
            "quote": self.quote,
            "distance": self.distance,
            "score": self.score,
            "locator": self.locator.to_json(),
            "fragment": self.locator.fragment,
            "places": [place.to_json() for place in self.places],
        }


@dataclass(frozen=True, slots=True)
class Signals:
    """What a search saw of its candidates beyond their order: raw numbers, for a gate to read.

    `cosine` and `cosine_twentieth` are of the nearest passage and of the twentieth nearest (the last, where there are
    fewer). `bm25` is the best score, `word_worth` the most that one word can add to a score which stands in a single
    passage. `late` is the late interaction of the first hit, `late_mean` and `late_deviation` are of all reranked candidates;
    `late_sum` is what the first hit's would be as a plain sum over the question's tokens. `shared_words` counts the different
    words of the question that at most a tenth of the passages hold (or one) and one of the first four hits does.
    Filters are applied to all of them.
    """

    cosine: float
    cosine_twentieth: float
    bm25: float
    word_worth: float
    late: float
    late_mean: float
    late_deviation: float
    late_sum: float
    shared_words: int


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The hits of one query, best first, and how they were found.

    `rerank` is what really ran; `notes` says in plain words what was skipped and why. `signals` is None unless both
    rankings and late interaction ran: without all three there is nothing to compare; it is not part of the JSON.
    """

    query: str
    hits: tuple[Hit, ...]
    mode: Mode = "hybrid"
    rerank: Rerank = "late"
    notes: tuple[str, ...] = ()
    filters: tuple[str, ...] = field(default=())
    signals: Signals | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "query": self.query,
            "mode": self.mode,
            "rerank": self.rerank,
            "filters": list(self.filters),
            "notes": list(self.notes),
            "hits": [hit.to_json() for hit in self.hits],
        }


@dataclass(frozen=True, slots=True)
class Lists:
    """What a search ranked on its way, best first, identical passages once; each list has scores of its own.

    `dense` has cosines, `lexical` BM25, `fused` the sums of reciprocal ranks that are reranked then; one that did not run is None.
    """

    dense: tuple[Hit, ...] | None
    lexical: tuple[Hit, ...] | None
    fused: tuple[Hit, ...] | None
