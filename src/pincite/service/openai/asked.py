"""What an OpenAI-compatible client sends: a conversation, whose last message is the question."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from pincite.errors import UsageError
from pincite.service.body import Body
from pincite.types.turn import Role, Turn

LONGEST_QUESTION = 10_000
_SPEAKERS: dict[str, Role] = {"user": "user", "assistant": "assistant"}

Content = Annotated[str, Field(max_length=100_000)]


class Piece(BaseModel):
    """A part of a message; only those of the type `text` are read."""

    model_config = ConfigDict(extra="ignore")

    type: Annotated[str, Field(max_length=100)]
    text: Content | None = None


class Message(BaseModel):
    """One message; instructions (`system`, `developer`) and tools are not followed here."""

    model_config = ConfigDict(extra="ignore")

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: Content | Annotated[list[Piece], Field(max_length=100)] | None = None

    @property
    def text(self) -> str:
        """Its words."""
        if isinstance(self.content, list):
            return "\n".join(piece.text for piece in self.content if piece.type == "text" and piece.text)
        return self.content or ""


class OfPincite(Body):
    """What the protocol has no words for: ours alone, so that no client sends more than is known."""

    filters: Annotated[list[Annotated[str, Field(max_length=1000)]], Field(max_length=50)] = Field(default=[])


class Completion(BaseModel):
    """A request for an answer; what would tune a model (`temperature`, `tools`) is taken and not used."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "example": {"model": "papers", "messages": [{"role": "user", "content": "What does overlap cost?"}]}
        },
    )

    model: str = Field(max_length=64, description="the name of a knowledge base")
    messages: Annotated[list[Message], Field(min_length=1, max_length=400)]
    stream: bool | None = False
    n: Annotated[int, Field(ge=1, le=1)] | None = 1
    pincite: OfPincite = OfPincite()

    @property
    def question(self) -> str:
        """The last message. Raises UsageError where it is not the user's, is empty or too long."""
        last = self.messages[-1]
        if last.role != "user" or not last.text.strip():
            raise UsageError(f"the last message is of the role {last.role!r}: expected a question of the role 'user'")
        if len(last.text) > LONGEST_QUESTION:
            raise UsageError(f"the question has {len(last.text)} characters: expected {LONGEST_QUESTION} at most")
        return last.text

    @property
    def history(self) -> list[Turn]:
        """What was said before the question."""
        said = self.messages[:-1]
        return [Turn(_SPEAKERS[one.role], one.text) for one in said if one.role in _SPEAKERS and one.text]
