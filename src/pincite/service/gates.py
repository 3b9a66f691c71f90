"""The gate of a knowledge base as a client sees it: what is in force, and what other cuts would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pincite.evaluate.calibrate.model import model_of, model_sha256
from pincite.evaluate.calibrate.words import sentences
from pincite.evaluate.evaluation_files import read_result
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.gates import in_force
from pincite.service.evaluations import done, why_stale
from pincite.service.problems import NotFound
from pincite.types.calibration import Calibration, GateMode

OTHER_MODEL = "the evaluation was made with another refusal model: evaluate again to see what cuts of this one do"
NONE_YET = "there is no evaluation yet, so nothing is known of other cuts"


def gate_json(kb: KnowledgeBase) -> dict[str, Any]:
    """The gate in force, what is known of it in sentences, and the curves of the last evaluation."""
    status, calibration = kb.status(), kb.calibration()
    force = in_force(kb.config, calibration, kb.embedder.profile, chunks=status.chunks)
    newest = _newest(kb)
    result = read_result(newest) if newest else None
    curves: dict[str, Any] = result["curves"] if result else {"distance": [], "calibrated": []}
    notes: list[str] = list(result["notes"]) if result else [NONE_YET]
    if result and not _same_model(kb, calibration, result):
        curves, notes = {**curves, "calibrated": []}, [*notes, OTHER_MODEL]
    return {
        "method": force.method,
        "cut": force.cut,
        "by": force.by,
        "stale": status.calibration_stale if force.by in {"hand", "calibration"} else "",
        "said": said(calibration),
        "calibration": None if calibration is None else calibration.to_json(),
        "evaluation": newest.name if newest else None,
        "evaluation_stale": why_stale(kb, result) if result else "",
        "curves": curves,
        "notes": notes,
    }


def said(calibration: Calibration | None) -> list[str]:
    """The sentences of `pincite status` about a calibration; none without one."""
    return [] if calibration is None else [sentence.text for sentence in sentences(calibration)]


def point_json(kb: KnowledgeBase, method: GateMode, cut: float) -> dict[str, Any]:
    """What one cut does to the questions of the last evaluation. Raises NotFound without one, and where its chances are of another model."""
    from pincite.evaluate.calibrate.curve import point  # noqa: PLC0415 - a service that measures nothing need not load scipy
    from pincite.evaluate.evaluation import read_seen  # noqa: PLC0415 - as above

    newest = _newest(kb)
    if newest is None:
        raise NotFound(f"{NONE_YET}: evaluate first")
    if method == "calibrated" and not _same_model(kb, kb.calibration(), read_result(newest)):
        raise NotFound(OTHER_MODEL)
    return {"method": method, **point(read_seen(newest), method, cut).to_json()}


def set_gate(kb: KnowledgeBase, method: GateMode, cut: float) -> None:
    """Refuse by this cut from now on, with the rates of the last evaluation where they still hold. Raises UsageError."""
    from pincite.evaluate.calibrate.by_hand import LookedAt, set_by_hand  # noqa: PLC0415 - as above
    from pincite.evaluate.evaluation import read_seen  # noqa: PLC0415 - as above

    newest, looked_at = _newest(kb), None
    result = read_result(newest) if newest else None
    if newest and result and _still_holds(kb, method, result):
        looked_at = LookedAt(read_seen(newest), result["asked"], result["contents"])
    set_by_hand(kb, method, cut, looked_at)


def _still_holds(kb: KnowledgeBase, method: GateMode, result: dict[str, Any]) -> bool:
    """Whether the numbers of an evaluation are of what is indexed now, and of the model that the gate would ask."""
    return result["contents"] == kb.contents() and (method == "distance" or _same_model(kb, kb.calibration(), result))


def _newest(kb: KnowledgeBase) -> Path | None:
    return next(iter(done(kb.folder)), None)


def _same_model(kb: KnowledgeBase, calibration: Calibration | None, result: dict[str, Any]) -> bool:
    """Whether the chances of an evaluation are those that the gate would compare now."""
    now = model_sha256(model_of(calibration, kb.embedder.profile.fingerprint))
    return bool(result["model"] == now)
