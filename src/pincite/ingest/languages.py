"""Saying so when documents are written in a language that the embedder does not read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pincite.lexical.language import surely_in
from pincite.types.amount import amount
from pincite.types.embedding import EmbedderProfile

SAMPLE = 20_000
"""How many characters of a document its language is told from."""
MOST_NAMED = 3
"""Documents of one language that are named."""


class Languages:
    """Which documents of a batch surely are in which language; the others count, and are in none."""

    def __init__(self) -> None:
        self._documents = 0
        self._names: defaultdict[str, list[str]] = defaultdict(list)

    def add(self, name: str, text: str) -> None:
        """Count one document."""
        self._documents += 1
        if language := surely_in(text[:SAMPLE]):
            self._names[language].append(name)

    def notes(self, profile: EmbedderProfile) -> tuple[str, ...]:
        """One sentence when documents are in languages that the embedder was not trained on.

        >>> found = Languages()
        >>> found.add("casa.md", "El gato que estaba en la casa no es el que vimos por la mañana con los otros.")
        >>> found.notes(EmbedderProfile("small", "f", 8, 256, languages=("en",)))[0][:81]
        '1 of 1 document is in a language that small does not read (es: casa.md): only sha'
        """
        foreign = {
            language: names for language, names in self._names.items() if language not in (profile.languages or ())
        }
        if profile.languages is None or not foreign:
            return ()
        count = sum(map(len, foreign.values()))
        what = "is in a language" if count == 1 else "are in languages"
        listed = "; ".join(f"{language}: {_listed(names)}" for language, names in sorted(foreign.items()))
        note = (
            f"{count} of {amount(self._documents, 'document')} {what} that {profile.name} does not read "
            f"({listed}): only shared words will find them. The embedder `multilingual` reads 16 languages (the extra of that "
            "name), and gives no token vectors: what a search finds is not reranked with it, and its notes say so. To use it put "
            'embedder = "multilingual" and a threshold for it (threshold = 0.6 to begin with) into pincite.toml in the '
            "folder of the knowledge base, then `pincite reindex`."
        )
        return (note,)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - MOST_NAMED
    return ", ".join(names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
