"""How closely a sentence hangs on the one before: it begins by pointing back, or it goes on with the same words.

A cut is cheaper where the subject changes (after Hearst, "TextTiling", 1997; here only two neighbours are compared, and
nothing is trained). A quotation that begins with "This" or "However" makes the reader ask for the sentence before.
"""

from __future__ import annotations

import re

_WORDS = re.compile(r"[^\W\d_]+")
_FIRST_WORDS = 5
_SHORTEST = 4
_STEM = 6

_CONNECTIVES = frozenset(
    """
    however moreover furthermore additionally also alternatively therefore thus hence consequently nevertheless
    nonetheless instead otherwise similarly likewise conversely besides meanwhile then but and so yet because
    although though again indeed accordingly namely specifically
    además también asimismo igualmente pero aunque luego entonces así porque pues mientras por embargo
    """.split()  # noqa: SIM905 - words are read more easily without quotes
)
_POINTERS = frozenset(
    """
    this these that those it its they their them he she his her him such both here there
    este esta estos estas ese esa esos esas aquel aquella esto eso ello ella ellos ellas él su sus dicho dicha dichos
    dichas ambos ambas allí aquí
    """.split()  # noqa: SIM905 - as above
)
_PHRASES = (
    *("in brief", "in short", "in addition", "in contrast", "in particular", "in fact", "as such"),
    *("for example", "for instance", "por ejemplo", "por tanto", "por eso", "por ello", "por otra", "por otro"),
    *("es decir", "en cambio", "en resumen", "en particular", "en concreto", "de hecho"),
)
POINTS_BACK = 0.5
SAME_WORDS = 1.0


def cohesion(before: str, sentence: str) -> float:
    """What a cut between two sentences costs above that of any other: 0 for strangers, at most 1.5.

    >>> cohesion("The cache is on disk.", "It is never sent."), cohesion("The cache is on disk.", "Rain fell.")
    (0.5, 0.0)
    """
    words = _WORDS.findall(sentence.lower())
    return POINTS_BACK * _points_back(words) + SAME_WORDS * _shared(_WORDS.findall(before.lower()), words)


def _points_back(words: list[str]) -> bool:
    if not words:
        return False
    begins = words[0] in _CONNECTIVES or " ".join(words[:2]) in _PHRASES
    return begins or not _POINTERS.isdisjoint(words[:_FIRST_WORDS])


def _shared(before: list[str], words: list[str]) -> float:
    """The part of the longer words of the shorter sentence that both have, by their first letters."""
    one, two = ({word[:_STEM] for word in some if len(word) >= _SHORTEST} for some in (before, words))
    shorter = min(len(one), len(two))
    return len(one & two) / shorter if shorter else 0.0
