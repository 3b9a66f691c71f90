"""The service as one application: its routes, what guards them, and what runs beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import Depends, FastAPI
from starlette.concurrency import run_in_threadpool

from pincite import __version__
from pincite.access.home import Home
from pincite.extract.sandbox import Extractor
from pincite.service.access.access import Access
from pincite.service.access.attempts import Attempts
from pincite.service.access.buckets import Buckets
from pincite.service.access.entrance import Entrance
from pincite.service.access.visible import admitted
from pincite.service.bases import Bases
from pincite.service.contract import complete
from pincite.service.golden import GoldenSets
from pincite.service.guard import Guard
from pincite.service.jobs.sqlite_queue import SqliteQueue
from pincite.service.jobs.supervisor import Supervisor
from pincite.service.metrics import Counting, Metrics
from pincite.service.problems import MEDIA_TYPE, SCHEMA, add_handlers, respond
from pincite.service.questions import Questions
from pincite.service.routes import (
    ask,
    bases,
    chat,
    documents,
    evaluations,
    gate,
    golden,
    health,
    inspect,
    jobs,
    keys,
    mcp,
    members,
    search,
    uploads,
    viewing,
)
from pincite.service.settings import EVERY_ADDRESS, ServiceSettings
from pincite.service.sized import Sized
from pincite.service.uploads import Uploads
from pincite.service.watched import Watcher, check_watch
from pincite.service.web import login, measuring, pages, people

DRAWING_SECONDS = 20.0
ABOUT = "Answers questions from documents with citations to the exact place, or says that it can't."


def create_app(settings: ServiceSettings, known: Bases | None = None) -> FastAPI:
    """The application for `settings`; `known` are its knowledge bases (None: those under its root)."""
    settings.root.mkdir(parents=True, exist_ok=True)
    for watched in settings.watch:
        check_watch(watched, settings.root)
    found, home = known or Bases(settings.root), Home(settings.root)
    drawing = Extractor(seconds=DRAWING_SECONDS)
    queue = SqliteQueue(home, settings.lease_seconds)
    watchers = [Watcher(watched, found, queue) for watched in settings.watch]
    supervisor = Supervisor(settings.root, settings.workers, settings.lease_seconds)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        supervisor.start()
        for watcher in watchers:
            await run_in_threadpool(watcher.start)
        async with mcp.mcp_serving(app):
            yield
        for watcher in watchers:
            await run_in_threadpool(watcher.stop)
        await run_in_threadpool(supervisor.stop)
        drawing.close()
        found.close()
        home.close()

    app = FastAPI(
        title="Pincite",
        summary=ABOUT,
        version=__version__,
        lifespan=running,
        dependencies=[Depends(admitted)],
        docs_url=None,  # they load their scripts from elsewhere
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        responses={"default": {"description": "a problem (RFC 9457)", "content": {MEDIA_TYPE: {"schema": SCHEMA}}}},
    )
    app.state.settings, app.state.bases = settings, found
    app.state.queue, app.state.supervisor = queue, supervisor
    app.state.access = access = Access(home, local=settings.is_local)
    app.state.attempts = attempts = Attempts(access)
    app.state.drawing = drawing
    app.state.metrics = metrics = Metrics(found, queue)
    app.state.questions = Questions(metrics)
    app.state.golden = GoldenSets()
    app.state.uploads = Uploads(home, settings.root)
    for group in (
        health,
        members,
        keys,
        bases,
        documents,
        uploads,
        viewing,
        jobs,
        search,
        inspect,
        ask,
        golden,
        evaluations,
        gate,
        chat,
        mcp,
    ):
        app.include_router(group.router)
    app.include_router(pages.router)
    app.include_router(login.router)
    app.include_router(people.router)
    app.include_router(measuring.router)
    add_handlers(app, pages.problem_page)
    app.openapi = partial(complete, app)  # type: ignore[method-assign]  # the way that FastAPI documents
    app.add_middleware(
        Entrance,
        access=access,
        attempts=attempts,
        limit=Buckets(settings.rate, settings.burst),
        respond=partial(respond, page=pages.problem_page),
    )
    app.add_middleware(Sized, most_stored=settings.max_upload, respond=partial(respond, page=pages.problem_page))
    app.add_middleware(Guard, hosts=settings.hosts, any_address=settings.host in EVERY_ADDRESS)
    app.add_middleware(Counting, metrics=metrics)
    return app
