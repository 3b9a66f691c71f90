"""One search's numbers, for the examples of the signals."""

from __future__ import annotations

from pincite.types.search import Signals

SEEN = Signals(
    cosine=0.7,
    cosine_twentieth=0.4,
    bm25=9.0,
    word_worth=12.0,
    late=0.7,
    late_mean=0.4,
    late_deviation=0.099,
    late_sum=9.0,
    shared_words=3,
)
