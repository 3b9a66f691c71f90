"""Where the evaluations of a knowledge base lie, and what a client sees of them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pincite.evaluate.evaluation_files import RESULT, read_result
from pincite.evaluate.golden.kept import accepted_digest, read_kept
from pincite.knowledge_base.beside import EVALUATIONS, PAGE
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.jobs.job import Job
from pincite.service.jobs.sqlite_queue import SqliteQueue
from pincite.service.problems import NotFound

KEPT = 20
"""Evaluations of a knowledge base that are kept; the oldest go first."""
_CALIBRATED = "calibrated.json"
_HIDDEN = frozenset({"contents", "asked", "model", "curves", "notes", "name", "part"})
"""What of a result is told by other routes, or to nobody."""


def folder_of(base: Path, evaluation: str) -> Path:
    """The folder of one evaluation of the knowledge base in `base`."""
    return base / EVALUATIONS / evaluation


def calibrated_path(base: Path) -> Path:
    """The file of what the last calibration found."""
    return base / _CALIBRATED


def done(base: Path) -> list[Path]:
    """The folders of the evaluations that were written, the newest first."""
    found = [path for path in (base / EVALUATIONS).glob("[0-9a-f]*") if (path / RESULT).is_file()]
    return sorted(found, key=lambda path: ((path / RESULT).stat().st_mtime_ns, path.name), reverse=True)


def prune(base: Path) -> None:
    """Delete all but the newest, and what a worker that died has left."""
    for path in [*done(base)[KEPT:], *(base / EVALUATIONS).glob(".*")]:
        shutil.rmtree(path, ignore_errors=True)


def last_calibration(base: Path) -> dict[str, Any] | None:
    """What the last calibration found; None where there was none."""
    path = calibrated_path(base)
    found: dict[str, Any] | None = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
    return found


def list_evaluations(base: str, kb: KnowledgeBase, queue: SqliteQueue) -> list[dict[str, Any]]:
    """All evaluations, the newest first, without their parts."""
    jobs = {job.id: job for job in queue.jobs(base, kinds=["evaluate"])}
    written = {path.name: path for path in done(kb.folder)}
    known = [_shown(kb, id_, jobs.get(id_), written.get(id_)) for id_ in dict.fromkeys([*jobs, *written])]
    for one in known:
        if one["result"]:
            one["result"].pop("parts")
    return sorted(known, key=lambda one: (one["created"], one["id"]), reverse=True)


def show_evaluation(base: str, kb: KnowledgeBase, queue: SqliteQueue, evaluation: str) -> dict[str, Any]:
    """One of them. Raises NotFound."""
    job = queue.job(base, evaluation)
    path = next((path for path in done(kb.folder) if path.name == evaluation), None)
    if path is None and (job is None or job.kind != "evaluate"):
        raise NotFound(f"there is no evaluation {evaluation!r} here: only the last {KEPT} are kept")
    return _shown(kb, evaluation, job, path)


def remove_evaluation(base: str, kb: KnowledgeBase, queue: SqliteQueue, evaluation: str) -> None:
    """Cancel it where it goes on, and delete what it wrote. Raises NotFound."""
    show_evaluation(base, kb, queue, evaluation)
    queue.cancel(base, evaluation)
    queue.drop(base, evaluation)
    for path in done(kb.folder):
        if path.name == evaluation:
            shutil.rmtree(path)


def report_of(kb: KnowledgeBase, evaluation: str, name: str) -> Path:
    """The file of a report. Raises NotFound."""
    path = next((path / name for path in done(kb.folder) if path.name == evaluation), None)
    if path is None or not path.is_file():
        raise NotFound(
            f"there is no report of {evaluation!r}: the evaluation is not done, or a document that it quoted was removed; evaluate again"
        )
    return path


def why_stale(kb: KnowledgeBase, result: Mapping[str, Any]) -> str:
    """Why an evaluation no longer says what is so now; empty when it does."""
    if result["contents"] != kb.contents():
        return "the index has changed since"
    if result["asked"] != accepted_digest(read_kept(kb.folder)):
        return "the golden set has changed since"
    return ""


def _shown(kb: KnowledgeBase, id_: str, job: Job | None, path: Path | None) -> dict[str, Any]:
    result = read_result(path) if path else None
    return {
        "id": id_,
        "state": job.state if job else "done",
        "created": job.created if job else (path / RESULT).stat().st_mtime if path else 0.0,
        "done": job.done if job else 0,
        "total": job.total if job else 0,
        "code": job.code if job else "",
        "reason": job.reason if job else "",
        "result": result and _told(result, report=path is not None and (path / PAGE).is_file()),
        "stale": why_stale(kb, result) if result else "",
    }


def _told(result: Mapping[str, Any], *, report: bool) -> dict[str, Any]:
    return {**{name: value for name, value in result.items() if name not in _HIDDEN}, "report": report}
