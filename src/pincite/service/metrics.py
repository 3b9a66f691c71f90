"""What Prometheus is told: requests, questions, jobs and documents as numbers; never a document's name, never a question."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pincite.errors import PinciteError
from pincite.service.bases import Bases
from pincite.service.jobs.job import MEASURING, STATES, Kind
from pincite.service.jobs.sqlite_queue import SqliteQueue
from pincite.types.answer import Abstention, Answer

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60)
"""Upper ends of the histograms' buckets."""

OUTCOMES = ("answered", "refused", "withheld")


class Metrics:
    """The numbers of one application, in a registry of their own.

    Counters begin at 0 with the process. Jobs and documents are counted in the files whenever somebody looks.
    """

    def __init__(self, bases: Bases, queue: SqliteQueue) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "pincite_requests",
            "requests, by method, template of the route (empty: none fits) and status",
            ("method", "route", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "pincite_question_seconds",
            "seconds that the engine took over a question",
            ("kind",),
            registry=self._registry,
            buckets=SECONDS,
        )
        self._answers = Counter("pincite_answers", "questions by how they ended", ("outcome",), registry=self._registry)
        self._measurements = Counter(
            "pincite_measurements",
            "evaluations and calibrations that were asked for",
            ("kind",),
            registry=self._registry,
        )
        for measuring in MEASURING:
            self._measurements.labels(measuring)
        for kind in ("ask", "search"):
            self._seconds.labels(kind)
        for outcome in OUTCOMES:
            self._answers.labels(outcome)
        self._registry.register(_Counted(bases, queue))

    def request(self, method: str, route: str, status: int) -> None:
        """Count a request that is over; a method that HTTP does not know counts as `other`."""
        self._requests.labels(method if method in METHODS else "other", route, str(status)).inc()

    @contextmanager
    def timing(self, kind: Literal["ask", "search"]) -> Iterator[None]:
        """Measure the block, unless it raises."""
        began = time.perf_counter()
        yield
        self._seconds.labels(kind).observe(time.perf_counter() - began)

    def asked(self, found: Answer | Abstention) -> None:
        """Count how a question ended."""
        self._answers.labels(outcome_of(found)).inc()

    def measuring(self, kind: Kind) -> None:
        """Count an evaluation or a calibration that somebody asked for."""
        self._measurements.labels(kind).inc()

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)


def outcome_of(found: Answer | Abstention) -> str:
    """One of `OUTCOMES`: refused before a model was asked, or withheld after one had written."""
    if isinstance(found, Answer):
        return "answered"
    return "refused" if found.kind == "gate" else "withheld"


class _Counted(Collector):
    """What is counted when somebody looks."""

    def __init__(self, bases: Bases, queue: SqliteQueue) -> None:
        self._bases = bases
        self._queue = queue

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """The families without a number: looking at a registry must not open files."""
        yield GaugeMetricFamily("pincite_jobs", "")
        yield GaugeMetricFamily("pincite_documents", "")

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Jobs by state, documents by knowledge base and state."""
        jobs = GaugeMetricFamily("pincite_jobs", "jobs that are known, by state", labels=["state"])
        _fill(jobs, (), {**dict.fromkeys(STATES, 0), **self._queue.waiting()})
        yield jobs
        documents = GaugeMetricFamily(
            "pincite_documents", "documents, by knowledge base and state", labels=["base", "state"]
        )
        for name in self._bases.names():
            try:
                _fill(documents, (name,), self._bases.get(name).states())
            except PinciteError:  # one that is damaged or was just deleted; /ready says so
                continue
        yield documents


def _fill(family: GaugeMetricFamily, labels: tuple[str, ...], counts: Mapping[str, int]) -> None:
    for state, count in counts.items():
        family.add_metric((*labels, state), count)


class Counting:
    """Counts every request once it is over."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through and count it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            self.metrics.request(scope["method"], getattr(scope.get("route"), "path", ""), status)
