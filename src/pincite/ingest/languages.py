"""Saying so when documents are written in a language that the embedder does not read."""

from __future__ import annotations

from collections import Counter

from pincite.types.amount import amount
from pincite.types.embedding import EmbedderProfile

SAMPLE = 20_000
"""How many characters of a document its language is told from."""


def language_notes(found: Counter[str], profile: EmbedderProfile) -> tuple[str, ...]:
    """One sentence when documents are in languages that the embedder was not trained on; `found` counts documents.

    >>> profile = EmbedderProfile("small", "f", 8, 256, languages=("en",))
    >>> language_notes(Counter(en=3, es=2), profile)[0][:57]
    '2 of 5 documents are in languages that small does not rea'
    >>> language_notes(Counter(en=3, es=1), profile)[0][:52]
    '1 of 4 documents is in a language that small does no'
    >>> language_notes(Counter(en=3), profile)
    ()
    """
    if profile.languages is None:
        return ()
    foreign = {language: count for language, count in found.items() if language not in profile.languages}
    if not foreign:
        return ()
    names = ", ".join(f"{language}: {count}" for language, count in sorted(foreign.items()))
    count = sum(foreign.values())
    what = "is in a language" if count == 1 else "are in languages"
    note = (
        f"{count} of {amount(found.total(), 'document')} {what} that {profile.name} does not read "
        f"({names}): only shared words will find them. The embedder `multilingual` reads 16 languages (the extra of that "
        'name): put embedder = "multilingual" and a threshold for it (threshold = 0.6 to begin with) into pincite.toml in the '
        "folder of the knowledge base, then `pincite reindex`."
    )
    return (note,)
