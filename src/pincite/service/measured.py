"""The shapes of what is measured: golden sets, evaluations, and the gate with its curves."""

from __future__ import annotations

from pincite.service.described import schema
from pincite.service.shapes import COUNT, TEXT, YES_OR_NO, Schema, one_of, or_null, record, said, several

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
    "import_golden": record(added=COUNT, questions=said(COUNT, "how many there are now, drafts too")),
}
"""By the name of the route."""
