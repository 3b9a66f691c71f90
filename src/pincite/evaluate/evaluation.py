"""One evaluation of a knowledge base as a whole: asked once, measured in full, and kept as a folder of files."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pincite import __version__
from pincite.evaluate.calibrate.asked import ask_and_keep
from pincite.evaluate.calibrate.bank import with_bank
from pincite.evaluate.calibrate.curve import Seen, curve, point
from pincite.evaluate.calibrate.model import model_of, model_sha256
from pincite.evaluate.evaluation_files import RESULT, RUN, SEEN
from pincite.evaluate.report.gather import Report, gather
from pincite.evaluate.report.html import to_html
from pincite.evaluate.runs.product import Asking
from pincite.evaluate.runs.run_file import write_run
from pincite.evaluate.summary import run_json, summarise
from pincite.knowledge_base.beside import PAGE, REPORT
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.gates import in_force
from pincite.types.calibration import Calibration
from pincite.types.golden import Corpus, GoldenSet
from pincite.types.run import Run


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was measured: the run, its report, what each gate would compare of every question, and all of it in numbers."""

    run: Run
    report: Report
    seen: tuple[Seen, ...]
    result: Mapping[str, Any]


def evaluate(
    kb: KnowledgeBase, golden: GoldenSet, corpus: Corpus, *, out_of_domain: bool = False, asking: Asking | None = None
) -> Evaluation:
    """Ask a golden set, and measure retrieval and both gates; `out_of_domain` asks the questions that ship as well, as far ones.

    `corpus` is `corpus_of(kb)`. Raises what `run_knowledge_base` raises.
    """
    contents, now = kb.contents(), datetime.now(UTC)
    whole = with_bank(golden) if out_of_domain else golden
    asked, run = ask_and_keep(kb, whole, corpus, asking or Asking())
    profile, calibration = kb.embedder.profile, kb.calibration()
    force = in_force(kb.config, calibration, profile, chunks=run.costs.chunks)
    model = model_of(calibration, profile.fingerprint)
    seen = tuple(Seen.of(one, model) for one in asked)
    result = {
        "date": now.isoformat(timespec="seconds"),
        "contents": contents,
        "asked": golden.sha256,
        "out_of_domain": out_of_domain,
        "model": model_sha256(model),
        **run_json(run, summarise(run), whole, corpus),
        "gate": None
        if force.cut is None
        else {"method": force.method, **point(seen, force.method, force.cut).to_json()},
        "curves": {method: [one.to_json() for one in curve(seen, method)] for method in ("distance", "calibrated")},
        "notes": _notes(seen, calibration, golden),
    }
    report = gather([run], whole, corpus, date=now.date().isoformat(), version=__version__)
    return Evaluation(run, report, seen, result)


def write_evaluation(found: Evaluation, folder: Path) -> None:
    """Write an evaluation into a folder, in place of what was there, whole or not at all."""
    folder.parent.mkdir(exist_ok=True)
    part = Path(tempfile.mkdtemp(dir=folder.parent, prefix="."))
    try:
        write_run(found.run, part / RUN)
        _write(part / SEEN, [one.to_json() for one in found.seen])
        (part / PAGE).write_text(to_html(found.report), encoding="utf-8", newline="\n")
        _write(part / REPORT, found.report.to_json())
        _write(part / RESULT, dict(found.result))
        shutil.rmtree(folder, ignore_errors=True)
        part.rename(folder)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def read_seen(folder: Path) -> list[Seen]:
    """What the gates would compare of each question of an evaluation."""
    return [Seen.from_json(row) for row in json.loads((folder / SEEN).read_text(encoding="utf-8"))]


def _notes(seen: Sequence[Seen], calibration: Calibration | None, golden: GoldenSet) -> list[str]:
    """What the curves can't tell."""
    groups, notes = {one.group for one in seen}, []
    if groups <= {"answerable"}:
        notes.append("no question here should be refused, so nothing is known of bluffs: add unanswerable questions")
    elif "near" not in groups:
        notes.append(
            "no near questions were asked: nothing is known of bluffs to questions about the documents' own subject"
        )
    if "answerable" not in groups:
        notes.append("no question here has an answer, so nothing is known of answers given up: add needles")
    if calibration is not None and calibration.weights == "refitted" and calibration.golden == golden.sha256:
        notes.append(
            "the weights of the calibrated gate were fitted on some of these very questions, so its curve flatters it: the figures "
            "of the calibration are on those that it was not fitted on"
        )
    return notes


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n", encoding="utf-8", newline="\n")
