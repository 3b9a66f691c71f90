"""The shapes of what is measured: golden sets, evaluations, and the gate with its curves."""

from __future__ import annotations

from copy import deepcopy

from pincite.service.described import schema
from pincite.service.jobs.job import STATES
from pincite.service.shapes import (
    COUNT,
    JOB,
    JOBS,
    NUMBER,
    TEXT,
    YES_OR_NO,
    Schema,
    one_of,
    or_null,
    record,
    said,
    several,
)

ITEM = record(
    id=said(TEXT, "names the item in addresses"),
    unit=said(TEXT, "names it in the file"),
    answerable=YES_OR_NO,
    spans=several(
        record(
            document=said(TEXT, "as the file names it"),
            document_id=said(or_null(TEXT), "null: there is no such document, or more than one"),
            path=TEXT,
            from_=said(COUNT, "code points of the canonical text"),
            to=COUNT,
            needle=TEXT,
        )
    ),
    rule=one_of("any", "all"),
    kind=TEXT,
    distance=said(TEXT, "near, near-miss, literal, far; empty for what has an answer"),
    questions=several(record(id=TEXT, question=TEXT, style=TEXT, draft=YES_OR_NO)),
)


def _checked() -> Schema:
    found = schema("eval-check")
    fault = found["properties"]["faults"]["items"]
    about = {**fault, "properties": {**fault["properties"], "item": TEXT}, "required": [*fault["required"], "item"]}
    return {
        **found,
        "title": "a checked golden set",
        "properties": {**found["properties"], "faults": several(about), "warnings": several(about)},
    }


_STATUS = schema("status")["properties"]
CALIBRATION: Schema = _STATUS["calibration"]
RATE: Schema = schema("calibrate")["properties"]["calibration"]["properties"]["given_up"]
METHOD = one_of("distance", "calibrated")
BLUFFS = said(record(all=RATE, near=RATE, far=RATE), "of unanswerable questions; near is all that is not far")
GIVEN_UP = said(RATE, "of answerable questions")
POINT = record(cut=NUMBER, bluffs=BLUFFS, given_up=GIVEN_UP)
CUT = record(method=METHOD, cut=NUMBER, bluffs=BLUFFS, given_up=GIVEN_UP)


def _evaluation(*, parts: bool) -> Schema:
    run = schema("eval-run")
    told = {
        name: found
        for name, found in run["properties"].items()
        if name not in {"name", "part", "seconds", "parts", "in_force"}
    }
    told |= {
        "date": TEXT,
        "out_of_domain": said(YES_OR_NO, "the questions that ship were asked as well"),
        "gate": said(or_null(CUT), "what the gate in force did then; null: it had no cut"),
        "report": said(YES_OR_NO, "false: it quoted a document that was removed"),
        **({"parts": run["properties"]["parts"]} if parts else {}),
    }
    wanted = [name for name in run["required"] if name in told]
    result = {
        **run,
        "title": "what was measured",
        "properties": told,
        "required": sorted({*wanted, "date", "gate", "report"}),
    }
    return record(
        id=said(TEXT, "also of its job"),
        state=one_of(*STATES),
        created=said(NUMBER, "seconds since 1970"),
        done=said(COUNT, "questions that were asked"),
        total=COUNT,
        code=TEXT,
        reason=TEXT,
        result=said(or_null(result), "null: it is not done"),
        stale=said(TEXT, "why it says no longer what is so now; empty: it does"),
    )


GATE = record(
    method=METHOD,
    cut=said(or_null(NUMBER), "null: none is known for this embedder"),
    by=said(one_of("settings", "hand", "calibration", "shipped", "none"), "who chose it"),
    stale=TEXT,
    said=said(several(TEXT), "the sentences of `pincite status`"),
    calibration=CALIBRATION,
    evaluation=said(or_null(TEXT), "the last one, which the curves are of"),
    evaluation_stale=TEXT,
    curves=record(distance=several(POINT), calibrated=several(POINT)),
    notes=said(several(TEXT), "what the curves can't tell"),
)


def _calibrated() -> Schema:
    found = schema("calibrate")
    return {
        **found,
        "title": "what a calibration found",
        "properties": {**found["properties"], "said": said(several(TEXT), "the sentences of `pincite status`")},
        "required": [*found["required"], "said"],
    }


def _report() -> Schema:
    """As the command line has it; tuples are said without `prefixItems`, which tools for OpenAPI stumble over."""
    found = deepcopy(schema("eval-report"))
    refusal = next(part for part in found["properties"]["refusal"]["anyOf"] if "properties" in part)
    curve = refusal["properties"]["risk_coverage"]["items"]["properties"]["curve"]
    curve["items"] = {"type": "array", "items": or_null(NUMBER), "minItems": 3, "maxItems": 3}
    return found


MEASURED: dict[str, Schema] = {
    "show_golden": record(
        items=several(ITEM),
        sha256=said(TEXT, "of the questions that count"),
        questions=COUNT,
        answerable=COUNT,
        unanswerable=COUNT,
        drafts=COUNT,
    ),
    "add_item": ITEM,
    "change_item": ITEM,
    "check_golden": _checked(),
    "list_all_evaluations": record(evaluations=several(_evaluation(parts=False))),
    "show_one_evaluation": _evaluation(parts=True),
    "show_report_as_json": _report(),
    "show_gate": GATE,
    "show_cut": CUT,
    "choose_cut": GATE,
    "reset_gate": GATE,
    "show_calibration": record(result=or_null(_calibrated()), job=or_null(JOB)),
    "cancel_job": JOB,
    "start_evaluation": JOBS,
    "start_calibration": JOBS,
    "import_golden": record(added=COUNT, questions=said(COUNT, "how many there are now, drafts too")),
}
"""By the name of the route."""
