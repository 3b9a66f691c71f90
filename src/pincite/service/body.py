"""The bodies that routes take: what they don't know is refused and named, for it would be a wish that nobody meets."""

from __future__ import annotations

import difflib
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

MOST_NAMED = 5
"""Unknown fields that one refusal names."""
LONGEST_NAME = 100


class Body(BaseModel):
    """A part of a request, or all of it; a field of another name is refused, with the nearest that is known."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _knows_all(cls, found: Any) -> Any:
        """Say it better than `extra` does, which stays for the schema: it knows no neighbour of a name."""
        names = [field.alias or name for name, field in cls.model_fields.items()]
        unknown = [name for name in found if name not in names] if isinstance(found, dict) else []
        if unknown:
            said = "; ".join(unknown_field(name, names) for name in unknown[:MOST_NAMED])
            raise PydanticCustomError("unknown_field", "{said}", {"said": said})
        return found


def unknown_field(name: str, known: list[str]) -> str:
    """What is wrong with a name, and what is known: the nearest where one is near, else all.

    >>> unknown_field("filter", ["question", "filters"])
    'found the field `filter`, which is not known: did you mean `filters`?'
    >>> unknown_field("bogus", ["question", "filters"])
    'found the field `bogus`, which is not known: expected `question` or `filters`'
    """
    near = difflib.get_close_matches(name[:LONGEST_NAME], known, n=1)
    found = f"found the field `{name[:LONGEST_NAME]}`, which is not known"
    if near:
        return f"{found}: did you mean `{near[0]}`?"
    *most, last = (f"`{field}`" for field in known)
    return f"{found}: expected {', '.join(most) + ' or ' if most else ''}{last}"
