"""Words: whether any passage holds the question's words, counted in rare ones."""

from __future__ import annotations

from pincite.types.search import Signals

ENOUGH = 1.0


def words(seen: Signals) -> float:
    """The best BM25 score in units of one rare word, `min(best / worth, 1)`, from 0 to 1; 0 where no word is known.

    BM25 grows with the log of the corpus, so it is divided by the most that a word of a single passage can add. What comes
    on top of one such word says how long the question is rather than whether it is answered: uncapped, long questions
    of another subject come out ahead of short ones that have their answer.

    >>> from pincite.gate.signals.example import SEEN
    >>> words(SEEN)
    0.75
    """
    return min(seen.bm25 / seen.word_worth, ENOUGH) if seen.word_worth > 0 else 0.0
