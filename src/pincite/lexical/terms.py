"""Lexical terms: what BM25 counts, in any script."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from unicodedata import category, normalize

from pincite.lexical.plural import singular

LONGEST = 64
"""Code points kept of a term: a stretch of base64 is no word, and its beginning identifies it as well."""

_WORD = r"[^\x00-/:-@\[-`{-\x7f]+"
"""ASCII letters and digits and all that is not ASCII; said by what it is not, which compiles in a tenth of the time."""

_COMPOUND = re.compile(rf"{_WORD}(?:[-_./@\\]{_WORD})*(?:\+\+|#)?")
_OUTER = re.compile(r"[/@\\]")
_INNER = re.compile(r"[-_./@\\+#]+")
_HUMP = re.compile(r"[A-Z]+(?![a-z])[0-9]*|[A-Z]?[^\x00-/:-`{-\x7f]+|[A-Z]+")

# Scripts that write no spaces between words: their words are found by pairs of neighbouring letters.
_HAN_KANA = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U0001b000-\U0001b16f\U00020000-\U0003ffff"
_HANGUL = "\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff"
_SOUTH_EAST = "\u0e01-\u0eff\u1000-\u109f\u1780-\u17ff"

_PLAIN_LETTER = {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ħ": "h", "Ħ": "H"} | {
    "ı": "i",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "þ": "th",
    "Þ": "TH",
    "ى": "ي",
}
_UNSEEN = {"\xad", "\u034f", "\u0640", "\u200c", "\u200d", "\u2060", "\ufeff", *map(chr, range(0xFE00, 0xFE10))}
_HYPHENS = {"\u2010", "\u2011", "\ufe63", "\uff0d"}


def terms(text: str) -> list[str]:
    """The terms of `text` in the order of the text, repeated as often as they occur.

    Compatibility forms are unified (NFKC), case and accents folded; vowel signs of Indic scripts and the voicing
    marks of kana stay, for they are letters there. An identifier gives itself and its parts, at every level:
    `RULE-A002`, `snake_case`, `camelCase`, `a.b.c`, `src/main.py`. Chinese and Japanese give pairs of neighbouring
    characters, Korean words and pairs, Thai, Lao, Khmer and Burmese pairs of syllable signs. English plurals become
    singular. No term is longer than
    `LONGEST` code points, and none holds white space.

    >>> terms("Ask Qwen. See RULE-A002, or Zürich's façade.")
    ['ask', 'qwen', 'see', 'rule-a002', 'rule', 'a002', 'or', 'zurich', 's', 'facade']
    >>> terms("初めての東京")
    ['初め', 'めて', 'ての', 'の東', '東京']
    """
    if not text.isascii():
        text = normalize("NFKC", text).translate(_FOLD)
    found: list[str] = []
    for word in _COMPOUND.findall(text):
        lower = word.casefold()
        if lower.isalnum() and (word[1:] == lower[1:] or word.isupper()) and not _has_unspaced(lower):
            found.append(lower[:LONGEST])
        elif lower.isalnum():
            _add_word(word, found)
        else:
            _add_compound(word, lower, found)
    return [singular(term) for term in found]


def identifiers(text: str) -> list[str]:
    """The terms of `text` that name one thing exactly, each once: letters with digits, or words joined as in code.

    >>> identifiers("What does RULE-A002 say of foo_bar.baz in src/main.py, and of a well-known cat in 2024?")
    ['rule-a002', 'foo_bar.baz', 'src/main.py']
    """
    if not text.isascii():
        text = normalize("NFKC", text).translate(_FOLD)
    words = (word.casefold()[:LONGEST] for word in _COMPOUND.findall(text) if not _has_unspaced(word))
    return list(dict.fromkeys(singular(word) for word in words if _names_one_thing(word)))


def _names_one_thing(word: str) -> bool:
    letters = any(map(str.isalpha, word))
    return letters and (any(map(str.isdigit, word)) or any(sign in word for sign in "_./@\\"))


def _add_compound(word: str, lower: str, found: list[str]) -> None:
    """Add words with separators between them: whole, then its parts."""
    outer = _OUTER.split(word)
    if len(outer) > 1:
        found.append(lower[:LONGEST])
    for part in outer:
        inner = [piece for piece in _INNER.split(part) if piece]
        if inner != [part]:
            found.append(part.casefold()[:LONGEST])
        for piece in inner:
            _add_word(piece, found)


def _add_word(word: str, found: list[str]) -> None:
    if _has_unspaced(word):
        for run in _run().findall(word):
            _add_run(run, found)
        return
    found.append(word.casefold()[:LONGEST])
    humps = _HUMP.findall(word)
    if len(humps) > 1 and not word.removesuffix("s").isupper():
        found.extend(hump.casefold()[:LONGEST] for hump in humps)


def _add_run(run: str, found: list[str]) -> None:
    """Add a stretch of one script: pairs where words are not spaced, the word itself elsewhere."""
    if not _unspaced().match(run):
        found.append(run.casefold()[:LONGEST])
        return
    signs = list(run) if run.isalnum() else _signs(run)
    if len(signs) == 1 or ("\uac00" <= run[0] <= "\ud7ff" and len(signs) > 2):
        found.append(run[:LONGEST])
    found.extend(first + second for first, second in pairwise(signs))


def _has_unspaced(word: str) -> bool:
    return not word.isascii() and _unspaced().search(word) is not None


@cache
def _unspaced() -> re.Pattern[str]:
    """One sign of a script without spaces; compiled with the first word that is not ASCII, for it takes 10 ms."""
    return re.compile(f"[{_HAN_KANA}{_HANGUL}{_SOUTH_EAST}]")


@cache
def _run() -> re.Pattern[str]:
    """A stretch of one kind of script; compiled when it is first needed, for it takes 15 ms."""
    return re.compile(rf"[{_HAN_KANA}]+|[{_HANGUL}]+|[{_SOUTH_EAST}]+|[^{_HAN_KANA}{_HANGUL}{_SOUTH_EAST}]+")


def _signs(run: str) -> list[str]:
    """Split into letters, each with the marks that belong to it."""
    signs: list[str] = []
    for letter in run:
        if signs and category(letter)[0] == "M":
            signs[-1] += letter
        else:
            signs.append(letter)
    return signs


class _Fold(dict[int, str]):
    """What each code point becomes before words are looked for; worked out once for each that occurs."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold(chr(code))
        return folded


def _fold(letter: str) -> str:
    if letter.isascii():
        return letter
    if letter in _UNSEEN:
        return ""
    if letter in _HYPHENS:
        return "-"
    if category(letter)[0] not in "LMN":
        return " "
    kept = "".join(part for part in normalize("NFD", letter) if not _is_accent(part))
    return "".join(_PLAIN_LETTER.get(part, part) for part in normalize("NFC", kept))


def _is_accent(mark: str) -> bool:
    """Whether a mark only decorates its letter: Latin, Greek, Cyrillic, Hebrew points, Arabic vowel signs."""
    return (
        "\u0300" <= mark <= "\u036f"
        or "\u0483" <= mark <= "\u0489"
        or "\u0591" <= mark <= "\u05c7"
        or "\u0610" <= mark <= "\u061a"
        or "\u064b" <= mark <= "\u065f"
        or mark == "\u0670"
        or "\u06d6" <= mark <= "\u06ed"
        or "\u1ab0" <= mark <= "\u1aff"
        or "\u1dc0" <= mark <= "\u1dff"
        or "\u20d0" <= mark <= "\u20f0"
    ) and category(mark)[0] == "M"


_FOLD = _Fold()
