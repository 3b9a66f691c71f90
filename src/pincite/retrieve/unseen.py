"""What a question asks in words that the index does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.lexical.function_words import FUNCTION_WORDS
from pincite.lexical.question_frame import frame_words
from pincite.lexical.terms import terms
from pincite.types.index import IndexView

_DENIED = re.compile(r"\W*(?:do|does|did|is|are|was|were|has|have|had|wo|would|could|should|must|need|ai)n['’]t\W*")
"""Contractions whose first part is no word by itself."""


def unseen_words(view: IndexView, question: str) -> tuple[str, ...]:
    """The words of a question that stand in no chunk of the index, headings included, each once, in the question's order.

    A compound counts as a whole: `RULE-A009` is unseen where only `RULE-A002` stands. Words that carry no subject, such as
    `how`, are left out, and those that only frame the question, such as `long` in how long; of scripts without spaces the unseen pairs of letters are given. Plurals and accents count as in a search.
    """
    found: dict[str, str] = {}
    words = question.split()
    framing = frame_words(words)
    for number, word in enumerate(words):
        for name, term in _named(word) if number not in framing else ():
            if not _seen(view, term):
                found.setdefault(term, name)
    return tuple(found.values())


def _named(word: str) -> Iterator[tuple[str, str]]:
    """What a person would call each part of a word that is looked up, and the term that stands for it."""
    parts = terms(word)
    if not parts or parts[0] in FUNCTION_WORDS or _DENIED.fullmatch(word.casefold()):
        return
    if len(parts) == 1 or len(parts[0]) > len(parts[1]):
        yield word.strip("\"'“”‘’«»()[]{}.,;:!?¿¡…*`"), parts[0]
    else:
        yield from ((part, part) for part in parts)


def _seen(view: IndexView, term: str) -> bool:
    return len(view.postings(term)[0]) > 0
