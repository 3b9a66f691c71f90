"""The words of a question that say only what kind of answer it wants: `long` in how long, `mean` in what does it mean."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.lexical.function_words import FUNCTION_WORDS
from pincite.lexical.terms import terms

_MEASURES = frozenset(
    """
    long often frequently much many far big large small old tall high deep wide thick heavy fast quickly soon late early
    """.split()  # noqa: SIM905 - read more easily than as quoted words
)
_BEHIND: dict[str, frozenset[str]] = {
    "how": _MEASURES,
    "what": frozenset({"time", "kind", "sort", "type"}),
    "que": frozenset({"hora", "tipo", "clase", "frecuencia", "tiempo"}),
    "cuanto": frozenset({"tiempo"}),
}
"""What belongs to the word of the question right before it."""
_SAID = frozenset(
    {"significa", "significan", "quiere", "quieren", "decir", "dice", "dicen", "pasa", "pasan", "ocurre", "sucede"}
)
_MEASURED = frozenset({"tiempo", "tarda", "tardan", "dura", "duran", "cuesta", "cuestan", "vale", "valen"})
_LATER: dict[str, frozenset[str]] = {
    "what": frozenset({"mean", "say", "happen", "stand"}),
    "how much": frozenset({"take", "last", "cost"}),
    "que": _SAID,
    "como": frozenset({"llama", "llaman", "dice"}),
    **dict.fromkeys(("cuanto", "cuanta", "cuantos", "cuantas"), _MEASURED),
}
"""The verbs that belong to a word of the question before them in its sentence."""
_OPENERS = frozenset(_BEHIND) | frozenset(_LATER)
_OF = {"meaning": "of", "significado": "de"}
_NAMES = frozenset(
    {"the", "a", "an", "this", "that", "each", "el", "la", "los", "las", "un", "una", "este", "esta", "cada"}
)
"""Behind them the same word is a thing: the mean, the cost."""
_ENDS = (".", "?", "!", ";")


def frame_words(words: Sequence[str]) -> frozenset[int]:
    """Which of a question's words frame it, by their numbers: the same word elsewhere says what is asked about.

    >>> words = "How long does the long test take?".split()
    >>> [words[number] for number in sorted(frame_words(words))]
    ['long', 'take?']
    """
    found: set[int] = set()
    heads = [next(iter(terms(word)), "") for word in words]
    start, asked = 0, set[str]()
    for number, head in enumerate(heads):
        before = heads[number - 1] if number > start else ""
        if _frames(head, before, asked, (*heads[number + 1 :], "")[0]):
            found.add(number)
        if before == "how" and head in _MEASURES:
            asked.add("how much")
        if _asks(words[number], head, heads[start:number]):
            asked.add(head)
        if words[number].endswith(_ENDS):
            start, asked = number + 1, set()
    return frozenset(found)


def _frames(head: str, before: str, asked: set[str], after: str) -> bool:
    if before in asked and head in _BEHIND.get(before, ()):
        return True
    if head in _OF:
        return bool(asked) and after == _OF[head]
    return before not in _NAMES and any(head in _LATER.get(word, ()) for word in asked)


def _asks(word: str, head: str, before: Sequence[str]) -> bool:
    """Whether a word asks: `que` and `como` without an accent only where the sentence begins, elsewhere they join."""
    joins = head in {"que", "como"} and "é" not in word.casefold() and "ó" not in word.casefold()
    return head in _OPENERS | {"cual", "which"} and (not joins or FUNCTION_WORDS.issuperset(before))
