"""The service as one application: its routes, what guards them, and what runs beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from pincite import __version__
from pincite.access.home import Home
from pincite.extract.sandbox import Extractor
from pincite.service.bases import Bases
from pincite.service.guard import Guard
from pincite.service.jobs.sqlite_queue import SqliteQueue
from pincite.service.jobs.supervisor import Supervisor
from pincite.service.metrics import Counting, Metrics
from pincite.service.problems import MEDIA_TYPE, SCHEMA, add_handlers
from pincite.service.questions import Questions
from pincite.service.routes import ask, bases, documents, health, jobs, search, uploads, viewing
from pincite.service.settings import ServiceSettings
from pincite.service.uploads import Uploads
from pincite.service.web import pages

DRAWING_SECONDS = 20.0
ABOUT = "Answers questions from documents with citations to the exact place, or says that it can't."


def create_app(settings: ServiceSettings, known: Bases | None = None) -> FastAPI:
    """The application for `settings`; `known` are its knowledge bases (None: those under its root)."""
    settings.root.mkdir(parents=True, exist_ok=True)
    found, home = known or Bases(settings.root), Home(settings.root)
    drawing = Extractor(seconds=DRAWING_SECONDS)
    supervisor = Supervisor(settings.root, settings.workers, settings.lease_seconds)

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        supervisor.start()
        yield
        await run_in_threadpool(supervisor.stop)
        drawing.close()
        found.close()
        home.close()

    app = FastAPI(
        title="Pincite",
        summary=ABOUT,
        version=__version__,
        lifespan=running,
        docs_url=None,  # they load their scripts from elsewhere
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        responses={"default": {"description": "a problem (RFC 9457)", "content": {MEDIA_TYPE: {"schema": SCHEMA}}}},
    )
    app.state.settings, app.state.bases = settings, found
    app.state.queue, app.state.supervisor = SqliteQueue(home, settings.lease_seconds), supervisor
    app.state.drawing = drawing
    app.state.metrics = metrics = Metrics(found, app.state.queue)
    app.state.questions = Questions(metrics)
    app.state.uploads = Uploads(home, settings.root)
    for group in (health, bases, documents, uploads, viewing, jobs, search, ask):
        app.include_router(group.router)
    app.include_router(pages.router)
    add_handlers(app, pages.problem_page)
    app.add_middleware(Guard, hosts=settings.hosts)
    app.add_middleware(Counting, metrics=metrics)
    return app
