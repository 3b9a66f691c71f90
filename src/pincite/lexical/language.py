"""Which language a text is in: enough to say when an English-only embedder can't serve it."""

from __future__ import annotations

import re
from collections import Counter
from unicodedata import normalize

LEAST_LETTERS = 12
"""Letters of a script that give its language away by themselves."""
LEAST_WORDS = 12
LEAST_SHARE = 0.12
"""Share of words that must be frequent little words of the language: running prose has 0.3 and more."""
LEAD = 1.25
"""How many times more of them the language must show than the next."""
LEAST_DIFFERENT = 4
"""Different little words that leave no doubt: a list of names and codes may hold one or two of any language, many times over."""
READ = 20_000
"""Code points that are looked at."""

_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ko", re.compile("[\uac00-\ud7ff]")),
    ("ja", re.compile("[\u3040-\u30ff]")),
    ("zh", re.compile("[\u4e00-\u9fff]")),
    ("th", re.compile("[\u0e01-\u0e5b]")),
    ("ar", re.compile("[\u0620-\u06d3]")),
    ("he", re.compile("[\u05d0-\u05ea]")),
    ("el", re.compile("[\u0370-\u03ff]")),
    ("hi", re.compile("[\u0904-\u0939]")),
    ("cyrillic", re.compile("[\u0400-\u04ff]")),
    ("latin", re.compile("[A-Za-z\u00c0-\u024f]")),
)
_WORD = re.compile(r"[^\W\d_]+")

_LITTLE_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "en": "the of and to is that it for was with as are this be by not have from or which an they you at but we if can",
        "es": "el la de que y los las en un una por con para es se del al lo como más pero su sus no este esta son muy ya",
        "fr": "le la les de des et un une est que dans pour qui sur pas avec au aux ce cette il elle nous vous sont du par ou",
        "de": "der die das und ist nicht ein eine einen zu den dem mit von für auf im sich auch es wird werden sind oder bei als",
        "it": "il di che e la un una per non è del della sono con gli le dei nel alla si come più anche questo questa ma da lo",
        "pt": "o a os as de que e do da em um uma para não com é por mais dos das no na se ao como foi ou são você este pela",
        "nl": "de het een en van is dat niet te op zijn voor met aan er die in door ook maar wordt worden naar bij als deze of",
        "pl": "i w na nie się z do jest że to o jak po ale od za przez dla są co tym oraz który która można lub tego być jego",
        "tr": "ve bir bu için ile da de olarak çok daha ne gibi kadar olan sonra ama var değil mi o en her ya göre veya tarafından",
        "sv": "och att det som en är på av för inte med den till har om ett jag kan de från eller vid så men också ska när",
        "ru": "и в не на что с как по это из для от к он она они но же за так все или при бы его если быть до только также",
        "uk": "і в не на що з як та це для від до він вона але за так або при його якщо бути також є у про які який цей",
    }.items()
}
_WRITTEN_IN = {"cyrillic": ("ru", "uk"), "latin": ("en", "es", "fr", "de", "it", "pt", "nl", "pl", "tr", "sv")}


def detect_language(text: str) -> str | None:
    """The ISO 639-1 code of the language that most of `text` is in; None when it is short or not clear.

    Knows en, es, fr, de, it, pt, nl, pl, tr, sv, ru, uk by their little words, and ko, ja, zh, th, ar, he, el, hi by
    their scripts. Only the first `READ` code points are read.

    >>> detect_language("The cat that sat on the mat was not the one that they had seen with us before.")
    'en'
    >>> detect_language("El gato que estaba en la casa no es el que vimos por la mañana con los otros.")
    'es'
    >>> detect_language("RULE-A002") is None
    True
    """
    text = normalize("NFC", text[:READ])
    letters = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS}
    if letters["ja"] * 10 >= letters["zh"]:
        letters["ja"] += letters["zh"] if letters["ja"] else 0
    # A Latin letter is a small part of a word, one of these scripts' signs a large one.
    letters["latin"] = letters["latin"] // 3
    script = max(letters, key=lambda name: letters[name])
    if letters[script] < LEAST_LETTERS:
        return None
    return _by_words(text, _WRITTEN_IN[script]) if script in _WRITTEN_IN else script


def surely_in(text: str) -> str | None:
    r"""As `detect_language`, where nothing but prose of the language can be the reason: for who would tell somebody about it.

    Single letters and words in capitals are codes as often as words.

    >>> rows = "sku,name,supplier\n" + "".join(f"A-{row},Belt,Correas Lugo\n" for row in range(9))
    >>> detect_language(rows), surely_in(rows)
    ('pt', None)
    """
    found = detect_language(text)
    if found not in _LITTLE_WORDS:
        return found
    words = {
        word.lower() for word in _WORD.findall(normalize("NFC", text[:READ])) if len(word) > 1 and not word.isupper()
    }
    return found if len(words & _LITTLE_WORDS[found]) >= LEAST_DIFFERENT else None


def _by_words(text: str, languages: tuple[str, ...]) -> str | None:
    words = Counter(_WORD.findall(text.lower()))
    total = sum(words.values())
    if total < LEAST_WORDS:
        return None
    shares = {name: sum(words[word] for word in _LITTLE_WORDS[name]) / total for name in languages}
    first, second = sorted(languages, key=lambda name: -shares[name])[:2]
    if shares[first] < LEAST_SHARE or shares[first] < LEAD * shares[second]:
        return None
    return first
