"""Where each of many needles stands in a corpus, in one walk over its text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pincite.types.golden import Corpus

_ANCHOR = 24
"""Code points that a needle is looked for by: long enough that two needles seldom share them."""


@dataclass(slots=True)
class Places:
    """How often a needle stands in the corpus, and the first few places: document and offset."""

    count: int = 0
    first: list[tuple[str, int]] = field(default_factory=list)


def occurrences(corpus: Corpus, needles: Iterable[str]) -> dict[str, Places]:
    """Every place of every needle, overlapping ones too; empty needles are left out.

    The time depends on the corpus and on how many different lengths under 24 the needles have, not on their number.
    """
    found = {needle: Places() for needle in needles if needle}
    by_length: dict[int, dict[str, list[str]]] = {}
    for needle in found:
        length = min(len(needle), _ANCHOR)
        by_length.setdefault(length, {}).setdefault(needle[:length], []).append(needle)
    for length, anchors in by_length.items():
        for one in corpus.documents:
            _walk(one.name, one.document.text, length, anchors, found)
    return found


def _walk(name: str, text: str, length: int, anchors: dict[str, list[str]], found: dict[str, Places]) -> None:
    for at in range(len(text) - length + 1):
        for needle in anchors.get(text[at : at + length], ()):
            if text.startswith(needle, at):
                places = found[needle]
                places.count += 1
                if len(places.first) < 3:
                    places.first.append((name, at))
