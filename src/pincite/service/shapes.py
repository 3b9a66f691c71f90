"""What the JSON Schemas of answers are put together from."""

from __future__ import annotations

from typing import Any

from pincite.service.jobs.job import KINDS, STATES

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
NUMBER: Schema = {"type": "number"}
YES_OR_NO: Schema = {"type": "boolean"}


def record(**fields: Schema) -> Schema:
    """An object that has these fields and no others; `from_` stands for `from`."""
    named = {name.rstrip("_"): found for name, found in fields.items()}
    return {"type": "object", "properties": named, "required": list(named), "additionalProperties": False}


def several(item: Schema) -> Schema:
    """An array of these."""
    return {"type": "array", "items": item}


def one_of(*values: str) -> Schema:
    """One of these words."""
    return {"enum": list(values)}


def or_null(other: Schema) -> Schema:
    """This, or nothing."""
    return {"anyOf": [other, {"type": "null"}]}


def said(found: Schema, description: str) -> Schema:
    """The same, described."""
    return {**found, "description": description}


JOB = record(
    id=TEXT,
    base=TEXT,
    kind=one_of(*KINDS),
    path=said(TEXT, "empty for a reindex, the golden set for an evaluation or a calibration"),
    state=one_of(*STATES),
    stage=said(TEXT, "how far the document got, as `pincite add` shows it; `asking` and `measured`"),
    chunks=COUNT,
    done=said(COUNT, "documents of a reindex that are finished, or questions that were asked"),
    total=COUNT,
    attempts=said(COUNT, "workers that took it"),
    document_id=or_null(TEXT),
    code=TEXT,
    reason=TEXT,
    hint=TEXT,
    retryable=YES_OR_NO,
    created=said(NUMBER, "seconds since 1970"),
    updated=NUMBER,
)
JOBS = record(jobs=several(JOB))
