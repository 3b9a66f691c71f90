"""Proper names: words in capitals where a sentence gives no other reason for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import combining, normalize

from pincite.answer.facts.fact import Fact
from pincite.lexical.function_words import FUNCTION_WORDS

_WORD = re.compile(r"(?<![\w@/])[^\W\d_][\w'&]*(?:-[^\W\d_][\w']*)*")
_STARTS = re.compile(r"(?:\A|[.!?…:;¦\n•(\"“«¿¡—]|(?:^|\n)\s*(?:[-*+]|\d{1,3}[.)])\s)[\s\"'“‘«(\[¿¡*_-]*\Z")
_NOT_NAMES = frozenset(
    """
    councillor councillors cllr doctor doctora professor profesor profesora captain capitán capitana sergeant lieutenant reverend senator
    engineer ingeniero ingeniera ing licenciado licenciada arquitecto arquitecta arq abogado abogada abg señor señora miss mx dña prof capt
    i i'm i'll i've i'd yes no sí ok mr mrs ms dr prof sr sra dra lic don doña sir madam monday tuesday wednesday thursday friday
    saturday sunday january february march april may june july august september october november december
    section chapter article clause table figure appendix annex part step page source sources note rule version schedule
    while although though whereas because since unless despite during however both once when if under according besides moreover
    also instead only about around over just each every neither either another other others most many some such unlike
    aunque mientras según además también tras durante desde hasta cuando como cada ambos ambas ningún ninguna otro otra otros otras
    todos todas solo sólo sin con por para donde entonces luego así pero
    sección capítulo artículo cláusula tabla figura anexo apéndice parte paso página fuente fuentes nota regla versión
    """.split()  # noqa: SIM905 - read more easily than as quoted words
)
_LABELS = re.compile(r"\s{0,3}:(?:\s|\Z)")
"""A word before a colon names what follows, and nothing in the world."""
_POSSESSIVE = re.compile(r"'s?\Z")
_MOST_OF = 0.6
"""A sentence with a greater share of capitals is a title: there they say nothing."""


def names(text: str) -> Iterator[Fact]:
    """The words of one sentence, which `plain` has made, that can only be names; the value is folded (`müller` is `muller`).

    The first word of a sentence is one only where another capital follows it at once (`Maria Lopez signed`), or it
    stands in capitals throughout.

    >>> [sorted(fact.values)[0][1] for fact in names("Rent goes to Maria Lopez of ACME.")]
    ['maria', 'lopez', 'acme']
    """
    words = list(_WORD.finditer(text))
    long = [word for word in words if len(word.group()) > 3]
    is_title = not text.rstrip(" )\"'”").endswith((".", "!", "?"))
    if is_title and len(long) > 3 and sum(word.group()[0].isupper() for word in long) > _MOST_OF * len(long):
        return
    for number, word in enumerate(words):
        said = _POSSESSIVE.sub("", word.group())
        if not said[0].isupper() or len(said) < 2 or said.lower() in _NOT_NAMES:
            continue
        first = _STARTS.search(text, max(0, word.start() - 12), word.start()) is not None
        if first and not (said.isupper() and len(said) > 1) and not _goes_on(text, words, number):
            continue
        if (said.lower() in FUNCTION_WORDS and not said.isupper()) or _LABELS.match(text, word.end()):
            continue
        yield Fact("name", word.start(), word.start() + len(said), frozenset([("name", folded(said))]), sort="name")


def folded(word: str) -> str:
    """The word in lower case and without accents."""
    parts = normalize("NFD", word.casefold())
    return "".join(part for part in parts if not combining(part))


def initials(text: str) -> frozenset[str]:
    """What the capitals of neighbouring words spell: `European Union` gives `eu`, `Ministry of Health` `mh` and `moh`."""
    words = [word.group() for word in _WORD.finditer(text)]
    found: set[str] = set()
    for start in range(len(words)):
        if not words[start][0].isupper():
            continue
        short = long = ""
        for word in words[start : start + 7]:
            small = not word[0].isupper()
            if small and folded(word) not in FUNCTION_WORDS:
                break
            long += word[0]
            short += "" if small else word[0]
            found |= {folded(short), folded(long)}
    return frozenset(one for one in found if len(one) > 1)


def spelt_out(letters: str, text: str) -> bool:
    """Whether neighbouring words of `text` begin with these letters, little words left out or not.

    >>> spelt_out("rh", "45% relative humidity"), spelt_out("nrnd", "Not recommended for new designs"), spelt_out("rx", "a relative")
    (True, True, False)
    """
    words = [folded(word.group()) for word in _WORD.finditer(text)]
    every = "".join(word[0] for word in words)
    long = "".join(word[0] for word in words if word not in FUNCTION_WORDS or word in {"no", "not"})
    return len(letters) > 1 and (letters in every or letters in long)


def _goes_on(text: str, words: list[re.Match[str]], number: int) -> bool:
    """Whether another capital follows at once, and this word is no little one (`The Supplier`)."""
    word = words[number]
    if number + 1 == len(words) or folded(word.group()) in FUNCTION_WORDS:
        return False
    following = words[number + 1]
    between = text[word.end() : following.start()]
    return between == " " and following.group()[0].isupper() and following.group().lower() not in _NOT_NAMES
