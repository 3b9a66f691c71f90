"""A question within a conversation: searched as it stands, and only where that is refused, behind the previous one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pincite.types.answer import Abstention, Evidence
from pincite.types.search import SearchResult
from pincite.types.turn import Turn, previous_question


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found, what the gate says of it, and what a person should know of both.

    `searched_as` is the query where it is not the question (None: it is).
    """

    result: SearchResult
    decision: Evidence | Abstention
    notes: tuple[str, ...] = ()
    searched_as: str | None = None


def judge_turns(judge: Callable[[str], Judged], question: str, history: Sequence[Turn]) -> Judged:
    """What `judge` says of the question, or, where that is a refusal, of the previous question and this one together.

    Both are judged by the same gate. The second is left out where a word of the question stands nowhere in the index: what the
    question asks for is then not there, however near the previous question is. A refusal keeps the `question` as it was asked;
    its numbers are of what `searched_as` names.
    """
    first = judge(question)
    previous = previous_question(history)
    if previous is None or isinstance(first.decision, Evidence) or first.decision.unseen:
        return first
    query = f"{previous.strip()}\n{question}"
    second = judge(query)
    if isinstance(second.decision, Evidence):
        return replace(second, searched_as=query)
    both = replace(second.decision, question=question, searched_as=query, unseen=first.decision.unseen)
    return replace(second, decision=both, searched_as=query)
