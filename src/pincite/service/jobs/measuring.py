"""Jobs that measure a knowledge base: an evaluation of its golden set, or a calibration of its gate on it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from pincite.errors import GoldenError
from pincite.evaluate.calibrate.calibrate import Wish, calibrate
from pincite.evaluate.corpus import corpus_of
from pincite.evaluate.evaluation import evaluate, write_evaluation
from pincite.evaluate.golden.kept import FILE
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.runs.product import Asking
from pincite.evaluate.runs.run import Asked
from pincite.knowledge_base.door import KnowledgeBase
from pincite.service.evaluations import calibrated_path, folder_of, prune
from pincite.service.jobs.job import Job
from pincite.types.golden import Corpus, GoldenSet

TELL_SECONDS = 0.3
"""Between two words about how far it is: each is a transaction."""

Tell = Callable[..., None]
"""Changes fields of the job; raises when it is no longer this worker's."""


def measure(job: Job, kb: KnowledgeBase, tell: Tell) -> None:
    """Do what the job says. Raises GoldenError without a golden set, and what asking raises."""
    if job.kind == "evaluate":
        _evaluate(job, kb, tell)
    else:
        _calibrate(job, kb, tell)


def _evaluate(job: Job, kb: KnowledgeBase, tell: Tell) -> None:
    golden, corpus = _read(kb)
    found = evaluate(kb, golden, corpus, out_of_domain=bool(job.options.get("out_of_domain")), asking=_asking(tell))
    tell(stage="measured")  # raises where it was cancelled meanwhile: then nothing is kept
    write_evaluation(found, folder_of(kb.folder, job.id))
    prune(kb.folder)


def _calibrate(job: Job, kb: KnowledgeBase, tell: Tell) -> None:
    golden, corpus = _read(kb)
    keep = bool(job.options["keep"])
    wish = Wish(**{name: value for name, value in job.options.items() if name != "keep"})
    found = calibrate(kb, golden, corpus, wish, asking=_asking(tell), write=False)
    tell(stage="measured")
    if keep:
        kb.set_calibration(found.calibration)
    _write(kb, {**found.to_json(), "written": keep})


def _read(kb: KnowledgeBase) -> tuple[GoldenSet, Corpus]:
    path = kb.folder / FILE
    if not path.is_file():
        raise GoldenError("there is no golden set in this knowledge base: write some questions first")
    corpus = corpus_of(kb)
    return read_golden(path, corpus), corpus


def _asking(tell: Tell) -> Asking:
    last = -TELL_SECONDS

    def asked(step: Asked) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= TELL_SECONDS or step.done == step.total:
            last = now
            tell(stage="asking", done=step.done, total=step.total)

    return Asking(watch=asked)


def _write(kb: KnowledgeBase, result: dict[str, Any]) -> None:
    path = calibrated_path(kb.folder)
    part = path.with_suffix(".part")
    part.write_text(json.dumps(result, ensure_ascii=False, allow_nan=False), encoding="utf-8")
    part.replace(path)
