"""Questions put to a knowledge base, counted and timed; every door of the service asks through here."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import anyio.to_thread
from anyio import CapacityLimiter

from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.metrics import Metrics
from pincite.types.answer import Abstention, Answer
from pincite.types.search import SearchResult

Found = TypeVar("Found")

A_PROCESSOR = 4
"""Questions at work at once for each processor; the others wait without a thread. A model elsewhere lets several overlap."""


class Questions:
    """What is asked of the knowledge bases of one service.

    Questions have threads of their own, so that however many are asked at once, pages and uploads go on.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._at_once = CapacityLimiter(A_PROCESSOR * (os.cpu_count() or 1))

    async def working(self, work: Callable[[], Found]) -> Found:
        """What `work` gives, in a thread for questions, as soon as there is one."""
        return await anyio.to_thread.run_sync(work, limiter=self._at_once)

    def ask(self, kb: KnowledgeBase, question: str, **options: Any) -> Answer | Abstention:
        """As `KnowledgeBase.ask`."""
        with self._metrics.timing("ask"):
            found = kb.ask(question, **options)
        self._metrics.asked(found)
        return found

    def search(self, kb: KnowledgeBase, query: str, **options: Any) -> SearchResult:
        """As `KnowledgeBase.search`."""
        with self._metrics.timing("search"):
            return kb.search(query, **options)
