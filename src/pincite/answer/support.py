"""How far the words of a claim are those of the quotes it cites."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from pincite.answer.facts.negations import stem
from pincite.lexical.function_words import FUNCTION_WORDS
from pincite.lexical.terms import terms

Support = Callable[[Sequence[str], Sequence[Sequence[str]]], Sequence[Sequence[float]]]
"""For claims and for sources (the sentences of each), how much each source says of each claim, `(claims, sources)`, 0 to 1."""

Rarity = Callable[[str], float]
"""How telling a term is, as its idf; 0 for what the index holds everywhere."""


def coverage(claim: str, quotes: str, rarity: Rarity | None = None) -> float | None:
    """The share of the claim's content words, weighted by `rarity`, that begin like a word of `quotes`.

    None where the claim has no word that weighs anything. Without `rarity` every content word weighs the same.

    >>> coverage("The rent is paid monthly.", "Rent: payments are monthly, by bank transfer.")
    0.6666666666666666
    """
    held = {stem(word) for word in terms(quotes)}
    weights = {word: rarity(word) if rarity else 1.0 for word in terms(claim) if _counts(word)}
    whole = fsum(weights.values())
    return fsum(weight for word, weight in weights.items() if stem(word) in held) / whole if whole else None


def _counts(word: str) -> bool:
    return word not in FUNCTION_WORDS and len(word) > 1 and not word[0].isdigit()
