"""How much of a question's words its needle has: a question that copies its needle is found by any search."""

from __future__ import annotations

from unicodedata import category, normalize

from pincite.lexical.function_words import FUNCTION_WORDS
from pincite.lexical.terms import terms


def content_words(text: str) -> set[str]:
    """The words of `text` that say what it is about, folded; of English and Spanish text the function words are left out.

    >>> sorted(content_words("How do I export the model?"))
    ['export', 'model']
    """
    return {term for term in terms(text) if term not in FUNCTION_WORDS}


def copied_share(question: str, needle: str) -> float | None:
    """The share of the question's content words that stand in the needle; None for a question without any.

    >>> copied_share("How long is the overlap?", "The overlap is 64 characters long.")
    1.0
    """
    words = content_words(question)
    return len(words & set(terms(needle))) / len(words) if words else None


def folded(question: str) -> str:
    """The question without case, punctuation and spacing: what makes two questions the same. `C`, `C++` and `C#` are not.

    >>> folded("What is  RRF?") == folded("what is rrf"), folded("What is C?") == folded("What is C++?")
    (True, False)
    """
    text = normalize("NFKC", question).casefold()
    return " ".join("".join(" " if _is_mark(sign) else sign for sign in text).split())


def _is_mark(sign: str) -> bool:
    return (category(sign)[0] in "PC" or category(sign) == "Sk") and sign not in "#&@%"
