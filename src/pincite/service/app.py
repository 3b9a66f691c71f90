"""The service as one application: its routes, what guards them, and what runs beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

from fastapi import Depends, FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import State

from pincite import __version__
from pincite.access.home import Home, make_root
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
from pincite.service.headless import Headless
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
API = (
    *(health, members, keys, bases, documents, uploads, viewing, jobs),
    *(search, inspect, ask, golden, evaluations, gate, chat, mcp),
)
"""What answers programs, in the order of the OpenAPI."""
PAGES = (pages, login, people, measuring)
"""What answers a person's browser."""


def create_app(settings: ServiceSettings, known: Bases | None = None) -> FastAPI:
    """The application for `settings`; `known` are its knowledge bases (None: those under its root)."""
    make_root(settings.root)
    for watched in settings.watch:
        check_watch(watched, settings.root)
    app = FastAPI(
        title="Pincite",
        summary=ABOUT,
        version=__version__,
        lifespan=_running,
        dependencies=[Depends(admitted)],
        docs_url=None,  # they load their scripts from elsewhere
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False, "auto_configure": False},
        responses={"default": {"description": "a problem (RFC 9457)", "content": {MEDIA_TYPE: {"schema": SCHEMA}}}},
    )
    _keep(app.state, settings, known or Bases(settings.root), Home(settings.root))
    for group in (*API, *PAGES):
        app.include_router(group.router)
    add_handlers(app, pages.problem_page)
    app.openapi = partial(complete, app)  # type: ignore[method-assign]  # the way that FastAPI documents
    _guard(app, settings)
    return app


def _keep(state: State, settings: ServiceSettings, found: Bases, home: Home) -> None:
    """Put there what routes reach for; see `reach`."""
    state.settings, state.bases, state.home = settings, found, home
    state.queue = queue = SqliteQueue(home, settings.lease_seconds)
    state.supervisor = Supervisor(settings.root, settings.workers, settings.lease_seconds)
    state.watchers = [Watcher(watched, found, queue) for watched in settings.watch]
    state.access = access = Access(home, local=settings.is_local)
    state.attempts = Attempts(access)
    state.drawing = Extractor(seconds=DRAWING_SECONDS)
    state.metrics = metrics = Metrics(found, queue)
    state.questions = Questions(metrics)
    state.golden = GoldenSets()
    state.uploads = Uploads(home, settings.root)


def _guard(app: FastAPI, settings: ServiceSettings) -> None:
    """Put in front of every route what looks at each request; the last is the first to see one."""
    shown = partial(respond, page=pages.problem_page)
    limit = Buckets(settings.rate, settings.burst)
    app.add_middleware(Headless)
    app.add_middleware(Entrance, access=app.state.access, attempts=app.state.attempts, limit=limit, respond=shown)
    app.add_middleware(Sized, most_stored=settings.max_upload, respond=shown)
    app.add_middleware(Guard, hosts=settings.hosts, any_address=settings.host in EVERY_ADDRESS)
    app.add_middleware(Counting, metrics=app.state.metrics)


@asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    """Start what runs beside the routes, and end it after the last request."""
    state = app.state
    state.supervisor.start()
    for watcher in state.watchers:
        await run_in_threadpool(watcher.start)
    async with mcp.mcp_serving(app):
        yield
    for watcher in state.watchers:
        await run_in_threadpool(watcher.stop)
    await run_in_threadpool(state.supervisor.stop)
    for held in (state.drawing, state.bases, state.home):
        held.close()
