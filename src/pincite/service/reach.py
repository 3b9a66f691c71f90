"""What a route reaches for: the knowledge bases and settings of the application that it runs in.

What only looks something up is `async`: FastAPI gives anything else to a thread, which takes longer than looking.
"""

from __future__ import annotations

from typing import Annotated

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

Name = Annotated[str, Path(description="the name of a knowledge base", examples=["papers"])]


async def _visible(request: Request) -> Visible:
    return visible(request)


async def _access(request: Request) -> Access:
    found: Access = request.app.state.access
    return found


async def _settings(request: Request) -> ServiceSettings:
    found: ServiceSettings = request.app.state.settings
    return found


async def _attempts(request: Request) -> Attempts:
    found: Attempts = request.app.state.attempts
    return found


DocumentId = Annotated[str, Path(description="the id of a document", examples=["02f13dc016d90da413cd92d262087730"])]
Attempting = Annotated[Attempts, Depends(_attempts)]
Gates = Annotated[Access, Depends(_access)]
KnownBases = Annotated[Visible, Depends(_visible)]
"""The knowledge bases that the caller may see."""
Settings = Annotated[ServiceSettings, Depends(_settings)]


def _opened(base: Name, known: KnownBases) -> KnowledgeBase:
    return known.get(base)


async def _jobs(request: Request) -> SqliteQueue:
    found: SqliteQueue = request.app.state.queue
    return found


async def _uploads(request: Request) -> Uploads:
    found: Uploads = request.app.state.uploads
    return found


async def _drawing(request: Request) -> Extractor:
    found: Extractor = request.app.state.drawing
    return found


async def _questions(request: Request) -> Questions:
    found: Questions = request.app.state.questions
    return found


async def _golden(request: Request) -> GoldenSets:
    found: GoldenSets = request.app.state.golden
    return found


async def _metrics(request: Request) -> Metrics:
    found: Metrics = request.app.state.metrics
    return found


async def _supervisor(request: Request) -> Supervisor:
    found: Supervisor = request.app.state.supervisor
    return found


Asking = Annotated[Questions, Depends(_questions)]
Counted = Annotated[Metrics, Depends(_metrics)]
Workers = Annotated[Supervisor, Depends(_supervisor)]
Drawing = Annotated[Extractor, Depends(_drawing)]
KnownUploads = Annotated[Uploads, Depends(_uploads)]
Golden = Annotated[GoldenSets, Depends(_golden)]
Jobs = Annotated[SqliteQueue, Depends(_jobs)]
Opened = Annotated[KnowledgeBase, Depends(_opened)]
"""The knowledge base that the path names."""
