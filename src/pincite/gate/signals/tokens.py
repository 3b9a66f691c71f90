"""Tokens: how near the first hit's words come to the question's, one by one."""

from __future__ import annotations

from pincite.types.search import Signals

LITTLE = 0.65


def tokens(seen: Signals) -> float:
    """Late interaction of the first hit (mean best cosine of the question's tokens, by idf), `max(late, 0.65)`.

    Below .65 it says how a question is worded (a complaint in a person's own words against a term of the text) rather than
    whether it is answered, so all of that counts alike.

    >>> from pincite.gate.signals.example import SEEN
    >>> tokens(SEEN)
    0.7
    """
    return max(seen.late, LITTLE)
