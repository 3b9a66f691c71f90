"""What is wrong with a question of a golden set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from pincite.types.golden import Question


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault, or a `warning`: its code, the question's line (0: the file has none) and id, what was found, what to do."""

    code: str
    line: int
    id: str
    message: str
    hint: str
    warning: bool = False

    @classmethod
    def of(cls, question: Question, code: str, message: str, hint: str, *, warning: bool = False) -> Self:
        """A fault of this question."""
        return cls(code, question.line, question.id, message, hint, warning)

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "line": self.line, "id": self.id, "message": self.message, "hint": self.hint}
