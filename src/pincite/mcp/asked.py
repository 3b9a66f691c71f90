"""What the tools take."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from pincite.types.turn import Role

MOST_CHARACTERS = 20_000
"""Of one passage that is read."""

Filters = Annotated[
    list[str],
    Field(max_length=50, description="all must hold: folder:a/b, name:*.md, type:pdf, date>=2024-01-01, tag:x"),
]


class Arguments(BaseModel):
    """Arguments of a tool; others than these are refused."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class SearchArguments(Arguments):
    """A query."""

    query: str = Field(min_length=1, max_length=10_000, description="what to look for, in words or as a question")
    k: int = Field(default=8, ge=1, le=50, description="how many passages")
    filters: Filters = []


class Said(Arguments):
    """What was said before."""

    role: Role
    content: str = Field(max_length=100_000)


class AskArguments(Arguments):
    """A question."""

    question: str = Field(min_length=1, max_length=10_000)
    history: list[Said] = Field(
        default=[], max_length=200, description="the conversation before it, for questions such as 'and on Sundays?'"
    )
    filters: Filters = []


class ReadArguments(Arguments):
    """The place of a citation or a hit."""

    document_id: str = Field(min_length=1, max_length=200)
    start: int = Field(alias="from", ge=0, description="code points of the document's text, as `from` of a citation")
    end: int = Field(alias="to", ge=1, description="as `to` of a citation")
    context: int = Field(default=500, ge=0, le=5_000, description="characters before and after")
