"""Which language a short text is in: English or Spanish by their little words, where the detector of documents needs more."""

from __future__ import annotations

import re

from pincite.lexical.language import detect_language

_WORD = re.compile(r"[^\W\d_]+")
_LITTLE = {
    "en": frozenset(
        [
            "the",
            "of",
            "and",
            "to",
            "is",
            "are",
            "was",
            "were",
            "be",
            "in",
            "that",
            "for",
            "on",
            "with",
            "at",
            "by",
            "from",
            "it",
            "its",
            "this",
            "has",
            "have",
            "can",
            "may",
            "must",
            "not",
            "an",
            "or",
            "as",
            "than",
        ]
    ),
    "es": frozenset(
        [
            "el",
            "la",
            "los",
            "las",
            "de",
            "del",
            "que",
            "en",
            "un",
            "una",
            "se",
            "por",
            "con",
            "para",
            "al",
            "es",
            "son",
            "fue",
            "como",
            "más",
            "su",
            "sus",
            "no",
            "y",
            "o",
            "a",
            "lo",
            "hay",
            "ha",
            "han",
            "está",
            "están",
        ]
    ),
}
_LEAD = 2


def language_of(text: str) -> str | None:
    """The language of `text`, as `detect_language` says where the text is long enough, else by two little words or more.

    >>> language_of("La fianza es de 500 euros."), language_of("Rent is due on the 1st."), language_of("E-1234: 500 kB")
    ('es', 'en', None)
    """
    found = detect_language(text)
    if found is not None:
        return found
    words = _WORD.findall(text.lower())
    counts = {language: sum(word in little for word in words) for language, little in _LITTLE.items()}
    first, second = sorted(counts, key=lambda language: -counts[language])
    return first if counts[first] >= _LEAD and counts[first] >= _LEAD * counts[second] else None
