"""What refuses: the gate in force, what other cuts would do, a cut of one's own, and a calibration on the golden set."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from pincite.service.access.visible import needs
from pincite.service.body import Body
from pincite.service.evaluations import last_calibration
from pincite.service.gates import gate_json, point_json, said, set_gate
from pincite.service.reach import Counted, Jobs, Name, Opened
from pincite.service.routes.documents import ACCEPTED
from pincite.service.routes.evaluations import put_measuring
from pincite.types.calibration import Calibration, GateMode

router = APIRouter(prefix="/api/v1/bases/{base}", tags=["gate"])

OWNER = needs("owner")


class NewGate(Body):
    """A cut of one's own."""

    method: GateMode = Field(
        description="distance: passages nearer than the cut; calibrated: a chance of the cut or more"
    )
    cut: float = Field(ge=0, le=2, description="a cosine distance from 0 to 2, or a chance from 0 to 1")


class NewCalibration(Body):
    """What a calibration is to be, as the options of `pincite calibrate`."""

    max_bluff: float = Field(default=0.05, ge=1e-6, lt=1, description="the bluff rate to keep")
    confidence: float = Field(default=0.95, ge=0.5, le=0.999999, description="of the promise about it")
    method: GateMode | None = Field(default=None, description="null: the one that gives up fewer")
    out_of_domain: bool = Field(default=True, description="ask the questions that ship as well")
    removed: bool = Field(default=True, description="without near questions: ask once more without the answers")
    seed: int = Field(default=0, ge=0, le=2**32 - 1, description="other halves")
    keep: bool = Field(default=True, description="false: measure, and change nothing")


@router.get("/gate")
def show_gate(kb: Opened) -> dict[str, Any]:
    """The gate in force and who chose its cut, and from the last evaluation what other cuts would do."""
    return gate_json(kb)


@router.get("/gate/at")
def show_cut(
    kb: Opened,
    method: Annotated[GateMode, Query(description="distance or calibrated")],
    cut: Annotated[float, Query(ge=0, le=2, description="a cosine distance, or a chance")],
) -> dict[str, Any]:
    """What one cut does to the questions of the last evaluation: bluffs beside answers given up."""
    return point_json(kb, method, cut)


@router.put("/gate", openapi_extra=OWNER)
def choose_cut(kb: Opened, new: NewGate) -> dict[str, Any]:
    """Refuse by this cut from now on, wherever the knowledge base is asked.

    It takes the place of a calibration with its certificates; nothing that a person chose is certified.
    """
    set_gate(kb, new.method, new.cut)
    return gate_json(kb)


@router.delete("/gate", openapi_extra=OWNER)
def reset_gate(kb: Opened) -> dict[str, Any]:
    """Take a calibration or a cut of one's own away: what ships refuses again."""
    kb.set_calibration(None)
    return gate_json(kb)


@router.post("/calibration", status_code=202, responses=ACCEPTED, openapi_extra=OWNER)
def start_calibration(
    base: Name, kb: Opened, queue: Jobs, counted: Counted, new: NewCalibration | None = None
) -> dict[str, Any]:
    """Calibrate on the golden set in the background, as `pincite calibrate` does."""
    options = (new or NewCalibration()).model_dump()
    found = put_measuring(base, kb, queue, "calibrate", options)
    counted.measuring("calibrate")
    return found


@router.get("/calibration")
def show_calibration(base: Name, kb: Opened, queue: Jobs) -> dict[str, Any]:
    """What the last calibration found, in numbers and in sentences, and its job."""
    result = last_calibration(kb.folder)
    job = next(iter(queue.jobs(base, kinds=["calibrate"], limit=1)), None)
    told = None if result is None else {**result, "said": said(Calibration.from_json(result["calibration"]))}
    return {"result": told, "job": job and job.to_json()}
