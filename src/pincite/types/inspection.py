"""What becomes of a query: every list, what the gate says, and what a model that writes would receive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pincite.types.answer import Abstention, Citation, Evidence
from pincite.types.search import Hit, Lists, SearchResult


@dataclass(frozen=True, slots=True)
class Inspection:
    """A query on its way to an answer, without one being written.

    `result` is the reranked list that the gate walked, `lists` what it was made of, `shown` how many hits of each list are
    shown. `citations` and the two messages `system` and `user` are what a model would receive, byte for byte; without evidence
    there are none (None), for no model is asked then. `generator` names who would be asked; None: the sentences of the sources
    are the answer, and no model is asked at all.
    """

    result: SearchResult
    lists: Lists
    decision: Evidence | Abstention
    shown: int = 20
    citations: tuple[Citation, ...] = ()
    system: str | None = None
    user: str | None = None
    generator: str | None = None
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        refused = self.decision if isinstance(self.decision, Abstention) else None
        return {
            "query": self.result.query,
            "mode": self.result.mode,
            "rerank": self.result.rerank,
            "filters": list(self.result.filters),
            "dense": self._hits(self.lists.dense),
            "lexical": self._hits(self.lists.lexical),
            "fused": self._hits(self.lists.fused),
            "reranked": self._hits(self.result.hits),
            "passed": refused is None,
            "gate": self.decision.gate.to_json(),
            "reason": refused.reason if refused else None,
            "decided_by": refused.decided_by if refused else None,
            "unseen": list(refused.unseen) if refused else [],
            "citations": [citation.to_json() for citation in self.citations],
            "prompt": None if self.system is None else {"system": self.system, "user": self.user},
            "generator": self.generator,
            "notes": list(self.notes),
        }

    def _hits(self, hits: tuple[Hit, ...] | None) -> list[dict[str, Any]] | None:
        return None if hits is None else [hit.to_json() for hit in hits[: self.shown]]
