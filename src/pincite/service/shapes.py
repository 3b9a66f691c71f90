"""What JSON Schemas are put together from."""

from __future__ import annotations

from typing import Any

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
