"""What a route reaches for: the knowledge bases and settings of the application that it runs in.

What only looks something up is `async`: FastAPI gives anything else to a thread, which takes longer than looking.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request

from pincite.extract.sandbox import Extractor
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.access.access import Access
from pincite.service.access.attempts import Attempts
from pincite.service.access.visible import Visible, visible
from pincite.service.golden import GoldenSets
from pincite.service.jobs.sqlite_queue import SqliteQueue
from pincite.service.jobs.supervisor import Supervisor
from pincite.service.metrics import Metrics
from pincite.service.questions import Questions
from pincite.service.settings import ServiceSettings
from pincite.service.uploads import Uploads


def _kept(name: str) -> Any:
    """What the application keeps under this name in its state."""

    async def found(request: Request) -> Any:
        return getattr(request.app.state, name)

    return Depends(found)


async def _visible(request: Request) -> Visible:
    return visible(request)


Name = Annotated[str, Path(description="the name of a knowledge base", examples=["papers"])]
DocumentId = Annotated[str, Path(description="the id of a document", examples=["02f13dc016d90da413cd92d262087730"])]
Asking = Annotated[Questions, _kept("questions")]
Attempting = Annotated[Attempts, _kept("attempts")]
Counted = Annotated[Metrics, _kept("metrics")]
Drawing = Annotated[Extractor, _kept("drawing")]
Gates = Annotated[Access, _kept("access")]
Golden = Annotated[GoldenSets, _kept("golden")]
Jobs = Annotated[SqliteQueue, _kept("queue")]
KnownBases = Annotated[Visible, Depends(_visible)]
"""The knowledge bases that the caller may see."""
KnownUploads = Annotated[Uploads, _kept("uploads")]
Settings = Annotated[ServiceSettings, _kept("settings")]
Workers = Annotated[Supervisor, _kept("supervisor")]


def _opened(base: Name, known: KnownBases) -> KnowledgeBase:
    return known.get(base)


Opened = Annotated[KnowledgeBase, Depends(_opened)]
"""The knowledge base that the path names."""
