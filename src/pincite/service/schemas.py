"""The shapes of the service's answers, as JSON Schemas; those of the command line's outputs are taken from there."""

from __future__ import annotations

from pincite.service.described import schema
from pincite.service.measured import MEASURED
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


def _base() -> Schema:
    status = schema("status")
    fields = {"name": TEXT, **{name: found for name, found in status["properties"].items() if name != "list"}}
    return {**status, "title": "a knowledge base", "properties": fields, "required": ["name", *status["required"]]}


def _document() -> Schema:
    listed = schema("status")["properties"]["list"]["items"]
    failure = record(code=TEXT, reason=TEXT, hint=TEXT, retryable=YES_OR_NO)
    own = {
        "failure": said(or_null(failure), "null: it has not failed"),
        "stale": said(TEXT, "why it is stale; empty: it is not"),
    }
    return {
        **listed,
        "title": "a document",
        "properties": {**listed["properties"], **own},
        "required": [*listed["required"], *own],
    }


BASE = _base()
DOCUMENT = _document()
KEY = record(
    id=TEXT,
    user=TEXT,
    label=TEXT,
    scope=one_of("read", "write", "admin"),
    created=said(NUMBER, "seconds since 1970"),
    used=said(or_null(NUMBER), "null: never"),
)
UPLOAD = record(id=TEXT, path=TEXT, size=COUNT, offset=said(COUNT, "bytes that are here; the next part begins there"))
SPAN = {"from_": said(COUNT, "code points of the canonical text"), "to": COUNT}
LOCATOR: Schema = schema("search")["properties"]["hits"]["items"]["properties"]["locator"]

ERROR = record(error=record(message=TEXT, type=TEXT, param={"type": "null"}, code=or_null(TEXT)))
"""A problem for clients that speak OpenAI's protocol."""

SCHEMAS: dict[str, Schema] = {
    "health": record(status=one_of("ok"), version=TEXT),
    "ready": record(status=one_of("ready"), bases=COUNT, workers=record(wanted=COUNT, alive=COUNT)),
    "show_me": record(
        user=or_null(TEXT),
        admin=YES_OR_NO,
        scope=one_of("read", "write", "admin"),
        roles={"type": "object", "additionalProperties": one_of("reader", "editor", "owner")},
    ),
    "list_keys": record(keys=several(KEY)),
    "make_key": record(key=KEY, secret=said(TEXT, "the whole key, told this once")),
    "list_members": record(members=several(record(user=TEXT, role=one_of("reader", "editor", "owner")))),
    "list_bases": record(bases=several(BASE)),
    "make_base": BASE,
    "show_base": BASE,
    "list_documents": record(
        documents=several(DOCUMENT), total=COUNT, next=said(or_null(TEXT), "the `after` of the next page")
    ),
    "upload_documents": JOBS,
    "show_document": DOCUMENT,
    "retry_document": JOBS,
    "retry_all": JOBS,
    "reindex": JOBS,
    "begin": UPLOAD,
    "look": UPLOAD,
    "go_on": record(offset=COUNT),
    "go_on 202": record(offset=COUNT, jobs=several(JOB)),
    "text": record(
        document_id=TEXT,
        name=TEXT,
        type=TEXT,
        title=TEXT,
        characters=COUNT,
        pages=or_null(COUNT),
        **SPAN,
        text=TEXT,
        blocks=several(record(kind=TEXT, level=COUNT, **SPAN)),
        slides=said(several(record(slide=COUNT, **SPAN)), "counted from 1"),
        notes=several(
            record(code=TEXT, message=TEXT, from_=or_null(COUNT), to=or_null(COUNT), page=or_null(COUNT)),
        ),
    ),
    "chunks": record(chunks=several(record(**SPAN, section=TEXT))),
    "locate": record(
        quote=TEXT,
        locator=LOCATOR,
        fragment=TEXT,
        label=TEXT,
        selectors=said(several({"type": "object"}), "W3C Web Annotation selectors"),
    ),
    "grid": record(
        sheet=TEXT,
        columns=several(TEXT),
        rows=several(
            record(row=COUNT, cells=several(record(text=TEXT, rows=COUNT, columns=COUNT, lit=YES_OR_NO))),
        ),
    ),
    "list_jobs": JOBS,
    "show_job": JOB,
    "search": schema("search"),
    "ask": schema("ask"),
    "models": {"type": "object", "required": ["object", "data"]},
    "model": record(id=TEXT, object=one_of("model"), created=COUNT, owned_by=TEXT),
    **MEASURED,
    "complete": {"type": "object", "required": ["id", "object", "model", "choices", "pincite"]},
}
"""By the name of the route."""
