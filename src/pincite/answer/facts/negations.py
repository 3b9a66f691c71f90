"""Whether what is said is denied: `not`, `never`, `without`, `cannot`; `no`, `nunca`, `sin`, `tampoco`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.facts.names import folded
from pincite.lexical.function_words import FUNCTION_WORDS

_NEGATOR = re.compile(
    r"(?:not|never|no|none|nobody|nothing|nowhere|neither|nor|without|cannot|\w+n't|nunca|jamas|sin|ningun[oa]?s?|tampoco|nadie|nada|ni)\Z"
)
_DENIES = re.compile(
    r"(?:un\w{4,}|in(?:valid|eligible|capable|sufficient|admissible|complete|active)\w*|non\w*|dis(?:allow|able|qualif|continu|agree)\w*"
    r"|im(?:permissible)\w*|ir(?:revocable|regular)\w*|refus\w+|reject\w*|den(?:y|ies|ied)|fail\w*|absen\w+|except\w*|exclu\w+|avoid\w*"
    r"|prevent\w*|only|unless|instead|rather|hardly|barely|stop\w*|drop(?:s|ped)?|cancel\w*|discontinu\w*|suspend\w*|retir\w+|elimin\w+|suprim\w+|ceas\w+|free|falta\w*|salvo|excepto|solo|solamente"
    r"|unicamente|impid\w+|evita\w*|niega\w*|rechaz\w+|invalid\w+|ineficaz|nul[oa]s?|omit\w*|miss\w*|less|few|little|scarce\w*|zero|cero|ban(?:ned|s)?|withh\w+|out|until|beyond|than|but|sino|neither|exempt\w*|off|away|outside|stay\w*|keep\w*|leave|left|against|contra|fuera|dej\w+|exent\w+|ignor\w+|empty|vaci\w+|lose\w*|lost|void)\Z"
)
_TURNS = re.compile(r"(?:forbid\w*|forbade|prohib\w+|waive[ds]?|lack(?:s|ed)?|imposible|impossible|carece\w*|gratis)\Z")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_NOT_ONLY = re.compile(
    r"\b(?:not|no)\s(?:only|solo|sólo|just|merely|necessarily|later than|earlier than|more than|less than|fewer than|exceed(?:ing|ed|s)?|to exceed|(?:be\s)?exceeded|longer than|superior(?:es)?|inferior(?:es)?|más|menos|después|antes|obstante)\b|\bno\.?\s(?=\d)|\bno doubt\b|\bno matter\b|\bwhether or not\b|\bwhy not\b",
    re.IGNORECASE,
)
_ENDING = re.compile(r"(?:ings?|ed|es|s|e)\Z")
_REACH = 4
_WINDOW = 12
_STEM = 5


@dataclass(frozen=True, slots=True)
class Denied:
    """A negation: the stems of the words that it denies, nearest first."""

    start: int
    end: int
    stems: tuple[str, ...]


def denials(text: str) -> list[Denied]:
    """The negations of `text`, each with the content words after it (before it, where none follow).

    >>> [one.stems for one in denials("The deposit is not refunded. There is no fee.")]
    [('refun',), ('fee',)]
    """
    text = _NOT_ONLY.sub(lambda found: " " * len(found.group()), text)
    words = list(_WORD.finditer(text))
    found: list[Denied] = []
    for number, word in enumerate(words):
        if _NEGATOR.match(folded(word.group())):
            after = _stems(text, words[number + 1 : number + 1 + _WINDOW], word.end())
            found.append(Denied(*word.span(), after or _stems(text, words[max(0, number - 3) : number][::-1], None)))
    return found


def means_denial(text: str) -> bool:
    """Whether a word of `text` may deny without a negation (`invalid`, `only`, `free`): there nothing is to be told."""
    return any(_DENIES.match(said) for said in map(folded, _WORD.findall(text)))


def turns(text: str) -> int:
    """How many words of `text` surely turn it round as a negation does: `forbidden`, `waived`, `lacks`."""
    return sum(bool(_TURNS.match(said)) for said in map(folded, _WORD.findall(text)))


def stem(word: str) -> str:
    """The beginning of a word by which its forms are known: `refunded` and `refundable` are `refun`."""
    word = folded(word)
    if word.endswith("y"):
        word = f"{word[:-1]}i"
    ending = _ENDING.search(word)
    return word[: ending.start() if ending and ending.start() >= _STEM - 1 else _STEM][:_STEM]


def content_stems(text: str) -> list[str]:
    """The stems of the content words of `text`, in order."""
    return [stem(word) for word in _WORD.findall(text) if folded(word) not in FUNCTION_WORDS and len(word) > 1]


def _stems(text: str, words: Sequence[re.Match[str]], start: int | None) -> tuple[str, ...]:
    stems: list[str] = []
    last = start
    for word in words:
        if last is not None and re.search(r"[;:!?]|\.(?!\d)|\n\s*\n", text[last : word.start()]):
            break
        if folded(word.group()) not in FUNCTION_WORDS and len(word.group()) > 1:
            stems.append(stem(word.group()))
        last = word.end() if start is not None else None
        if len(stems) == _REACH:
            break
    return tuple(stems)
