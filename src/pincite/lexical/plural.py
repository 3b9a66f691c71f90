"""English plurals: the only stemming, because it is the part that helps and seldom confuses two words."""

from __future__ import annotations

from functools import lru_cache

# Words that end like a plural and are none, where the cut would give another word.
_NO_PLURALS = frozenset({"always", "does", "lens", "news", "perhaps", "series", "species", "whereas"})


@lru_cache(maxsize=1 << 16)
def singular(word: str) -> str:
    """A folded word without the ending of an English plural; words of other alphabets and identifiers stay.

    Both sides of a search are cut alike, so it matters only that a plural meets its singular. After D. Harman, "How
    effective is suffixing?" (JASIS 42, 1991), with the endings `sses`, `xes`, `oes`, `shes` and `tches` added.

    >>> [singular(word) for word in ("cats", "classes", "caches", "queries", "query", "cookies", "cookie", "analysis")]
    ['cat', 'class', 'cache', 'query', 'query', 'cooky', 'cooky', 'analysis']
    """
    if len(word) < 4 or not (word.isascii() and word.isalpha()) or word in _NO_PLURALS:
        return word
    if len(word) > 4 and word.endswith(("ie", "ies")):
        return word[: word.rindex("ie")] + "y"
    if word[-1] != "s" or word.endswith(("ss", "us", "is")):
        return word
    return word[:-2] if word.endswith(("sses", "xes", "oes", "shes", "tches")) else word[:-1]
