"""What the tools work at for one request: a knowledge base, and how it is asked and shown there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import anyio.to_thread

from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.answer import Abstention, Answer
from pincite.types.locator import Locator
from pincite.types.search import SearchResult

Work = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Desk:
    """A knowledge base with the ways to it: `ask` and `search` as its own methods, `working` runs them in a thread.

    `shown` is what becomes of JSON before it is sent, `told` of an error. `page` is the address below which documents are shown; empty: there is none.
    """

    kb: KnowledgeBase
    ask: Callable[..., Answer | Abstention]
    search: Callable[..., SearchResult]
    working: Callable[[Work], Awaitable[Any]]
    shown: Callable[[Any], Any]
    page: str = ""
    told: Callable[[Exception], str] = str

    def address(self, document_id: str, locator: Locator) -> str:
        """Where a person can look at a place; without a page the place within the document alone."""
        return f"{self.page}/d/{quote(document_id, safe='')}{locator.characters}" if self.page else locator.characters


def desk_of(kb: KnowledgeBase) -> Desk:
    """The desk of a knowledge base on this machine."""
    return Desk(kb, kb.ask, kb.search, anyio.to_thread.run_sync, lambda value: value)
