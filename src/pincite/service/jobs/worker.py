"""A worker: a process that takes jobs from the queue and indexes, one document at a time."""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from pincite.access.home import Home
from pincite.errors import PinciteError, StoreBusy
from pincite.ingest.walk import is_gone
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.bases import Bases
from pincite.service.jobs.job import MEASURING, Job
from pincite.service.jobs.queue import Queue
from pincite.service.jobs.sqlite_queue import SqliteQueue
from pincite.service.problems import without_root
from pincite.types.ingest import AddReport, Progress

IDLE_SECONDS = 0.3
BEATS = 4
"""How many times in the length of a lease a worker says that it lives."""


_FAULT = "the worker met what it did not expect, such as a full disk: the service's log says more; then try again"


class LeaseLost(PinciteError):
    """The job that a worker is at is no longer its own."""


class Work:
    """One job under way: what is known of it, told to the queue at every step and at every beat."""

    def __init__(self, queue: Queue, worker: str, job: Job) -> None:
        self._queue = queue
        self._worker = worker
        self._lock = threading.Lock()
        self.job = job

    def watch(self, progress: Progress) -> None:
        """Keep what a document has reached. Raises LeaseLost."""
        self.tell(stage=progress.stage, chunks=progress.chunks, done=progress.done, total=progress.total)

    def tell(self, **changes: object) -> None:
        """Change the job and tell the queue. Raises LeaseLost."""
        with self._lock:
            self.job = replace(self.job, **changes)  # type: ignore[arg-type]  # the names are fields of Job
            kept = self._queue.report(self._worker, self.job)
        if not kept:
            raise LeaseLost

    @contextmanager
    def beating(self, seconds: float) -> Iterator[None]:
        """Say every few seconds that this worker lives, for a document may take minutes in one stage."""
        over = threading.Event()

        def beat() -> None:
            with contextlib.suppress(LeaseLost):
                while not over.wait(seconds):
                    self.tell()

        thread = threading.Thread(target=beat, daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def do(work: Work, kb: KnowledgeBase) -> None:
    """Do what the job says and tell how it ended. Raises LeaseLost."""
    job = work.job
    try:
        report = None
        if job.kind in MEASURING:
            _measure(job, kb, work)
        else:
            report = _run(job, kb, work)
    except LeaseLost:
        raise
    except StoreBusy as error:
        work.tell(
            state="failed", code="busy", reason=without_root(error, kb.folder.parent), hint="retry", retryable=True
        )
    except PinciteError as error:
        work.tell(
            state="failed", code=type(error).__name__, reason=without_root(error, kb.folder.parent), retryable=False
        )
    except Exception:
        logging.getLogger("pincite.service").exception("a fault of a worker")
        work.tell(state="failed", code="Fault", reason=_FAULT, hint="retry", retryable=True)
    else:
        _settle(work, report, kb)


def _run(job: Job, kb: KnowledgeBase, work: Work) -> AddReport:
    if job.kind == "reindex":
        return kb.reindex(watch=work.watch)
    if job.kind == "remove":
        gone = is_gone(job.target) and kb.at_path(job.target)  # it may have come back, or have been removed by hand
        return kb.remove(job.target) if gone else AddReport()
    report = (
        kb.retry(job.target, watch=work.watch)
        if job.kind == "retry"
        else kb.add(job.target, tags=job.tags, watch=work.watch, within=job.options.get("within"))
    )
    if is_gone(job.target) and kb.at_path(job.target):  # it was removed while this worker was at it
        return kb.remove(job.target)
    return report


def _measure(job: Job, kb: KnowledgeBase, work: Work) -> None:
    from pincite.service.jobs.measuring import measure  # noqa: PLC0415 - a worker that only indexes need not load scipy

    measure(job, kb, work.tell)


def _settle(work: Work, report: AddReport | None, kb: KnowledgeBase) -> None:
    if report is None:
        work.tell(state="done")
        return
    if report.failed:
        first = report.failed[0]
        work.tell(state="failed", code=first.code, reason=first.reason, hint=first.hint, retryable=first.retryable)
        return
    known = [] if work.job.kind == "reindex" else kb.at_path(work.job.target)
    work.tell(state="done", chunks=report.chunks, document_id=known[0].document_id if known else "")


def work_until(stop: threading.Event, bases: Bases, queue: Queue, worker: str, lease_seconds: float) -> None:
    """Take jobs until `stop` is set; what is under way then is finished first."""
    while not stop.is_set():
        job = queue.lease(worker)
        if job is None:
            stop.wait(IDLE_SECONDS)
            continue
        work = Work(queue, worker, job)
        with contextlib.suppress(LeaseLost):
            try:
                kb = bases.get(job.base)
            except (PinciteError, OSError) as error:  # deleted, damaged, or with settings that can't be read
                work.tell(state="failed", code=type(error).__name__, reason=without_root(error, bases.root))
                continue
            with work.beating(lease_seconds / BEATS):
                do(work, kb)


def main(arguments: Sequence[str] | None = None) -> int:
    """Work until the service that started this process lets go of it."""
    parser = argparse.ArgumentParser(prog="python -m pincite.service.jobs.worker")
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--lease", type=float, required=True, help="seconds")
    args = parser.parse_args(arguments)
    stop = threading.Event()
    threading.Thread(target=_watch_parent, args=(stop,), daemon=True).start()
    home, bases = Home(args.root), Bases(args.root)
    worker = f"{os.getpid()}-{time.monotonic_ns()}"
    try:
        work_until(stop, bases, SqliteQueue(home, args.lease), worker, args.lease)
    finally:
        bases.close()
        home.close()
    return 0


def _watch_parent(stop: threading.Event) -> None:
    """The service holds the other end of standard input: when it ends, however it ends, so does this."""
    sys.stdin.buffer.read()
    stop.set()


if __name__ == "__main__":
    sys.exit(main())
