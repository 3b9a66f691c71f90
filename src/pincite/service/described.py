"""What the OpenAPI says of answers: the JSON Schemas of the command line, with an example of each."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def schema(name: str) -> dict[str, Any]:
    """The JSON Schema of an output, its definitions in place, as OpenAPI wants it."""
    found = json.loads((files("pincite") / "cli" / "schemas" / f"{name}.json").read_text(encoding="utf-8"))
    definitions = found.pop("$defs", {})
    found.pop("$schema", None)
    placed: dict[str, Any] = _placed(found, definitions)
    return placed


def answers(name: str, description: str, example: Any | None = None) -> dict[str, Any]:
    """The description of a response whose body is the output `name`."""
    media: dict[str, Any] = {"schema": schema(name)}
    if example is not None:
        media["example"] = example
    return {"description": description, "content": {"application/json": media}}


def _placed(part: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(part, dict):
        if "$ref" in part:
            return _placed(definitions[part["$ref"].rpartition("/")[2]], definitions)
        return {key: _placed(value, definitions) for key, value in part.items()}
    return [_placed(item, definitions) for item in part] if isinstance(part, list) else part
