"""What was said before a question: turns of a conversation, which are never evidence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Role = Literal["user", "assistant"]


class Turn(NamedTuple):
    """Something said in a conversation, by the one who asks (`user`) or by what answered (`assistant`)."""

    role: Role
    content: str


def previous_question(history: Sequence[Turn]) -> str | None:
    """What was asked last before the question of now; None when nothing was. `history` is in the order of time.

    >>> previous_question([Turn("user", "When does it open?"), Turn("assistant", "At seven.")])
    'When does it open?'
    """
    return next((turn.content for turn in reversed(history) if turn.role == "user" and turn.content.strip()), None)
