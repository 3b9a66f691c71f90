"""Which of the things that point in an answer are the documents' own: they stand, word for word, in what the claim cites."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.answer.facts.plain import plain
from pincite.answer.pointing import ADDRESSES
from pincite.chunk.sentences import sentences
from pincite.types.answer import Citation, Claim, Violation

_PREFIX = r"(?:[a-z][a-z0-9+.-]{1,20}://|mailto:)?(?:www\.|dx\.)?(?:doi\.org/|arxiv\.org/abs/|arxiv[\s:.]{1,3}|doi[\s:]{1,2})?"
_PREFIXED = re.compile(_PREFIX)
_LINK = re.compile(r"\[([^\[\]\n]*)\]\(\s*<?([^\s()<>]*)>?\s*\)")
_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"\w+")
_TRAILING = ".,;:!?'\"*_)>/ "


def invented(
    violations: Sequence[Violation], claims: Sequence[Claim], citations: Sequence[Citation]
) -> tuple[Violation, ...]:
    """Those of `violations` that the model made up: all but what the quotes cited by the claim around them hold.

    `citations` are numbered from 1 without gaps. What a quote holds is the document's word, and still never a link.
    """
    return tuple(one for one in violations if not stands_in(one, _quotes_around(one, claims, citations)))


def stands_in(found: Violation, quotes: Sequence[str]) -> bool:
    """Whether `quotes` hold an address, a page or an author, in whole: never `a.org/x` where they hold `a.org/xy`.

    Addresses are compared without scheme, `www.`, `mailto:`, what leads to a DOI, case, and signs at the end. A link in
    Markdown is held where its text is its target; a picture never is, nor anything in brackets that should have cited.

    >>> found = Violation("url", "www.a.org/terms", 0, 15)
    >>> stands_in(found, ["See https://a.org/terms."]), stands_in(found, ["See https://a.org/terms/2."])
    (True, False)
    """
    if found.kind in ADDRESSES:
        address = _address(found.text)
        return bool(address) and any(_holds_address(quote.casefold(), address) for quote in quotes)
    if found.kind in {"page", "author_year"}:
        said = _words(found.text).strip("()[] ")
        if said and any(re.search(rf"(?<!\w){re.escape(said)}(?!\w)", _words(quote)) for quote in quotes):
            return True
        return found.kind == "author_year" and any(_says_of_year(sentence, said) for sentence in _sentences(quotes))
    return False


def _says_of_year(sentence: str, said: str) -> bool:
    """Whether a sentence of a quote has every word and the year: `Restoration (1961)` of `restoration in 1961` points nowhere."""
    return {*_WORD.findall(said)} <= {*_WORD.findall(sentence)}


def _sentences(quotes: Sequence[str]) -> list[str]:
    return [_words(quote[start:end]) for quote in quotes for start, end in sentences(quote, 0, len(quote))]


def _quotes_around(found: Violation, claims: Sequence[Claim], citations: Sequence[Citation]) -> list[str]:
    cited = [number for claim in claims if claim.start <= found.start < claim.end for number in claim.cited]
    return [citations[number - 1].quote for number in cited]


def _address(said: str) -> str:
    """What an address is compared by; empty where it shows one address and leads to another."""
    link = _LINK.fullmatch(said)
    if link is None:
        return "" if said.startswith(("[", "!", "<")) else _bare(said)
    shown, target = _bare(link[1]), _bare(link[2])
    return target if shown == target else ""


def _bare(address: str) -> str:
    return _PREFIXED.sub("", address.casefold().strip("<>\"'`*_ "), count=1).rstrip(_TRAILING)


def _holds_address(quote: str, address: str) -> bool:
    whole = rf"(?<![\w@./:+-]){_PREFIX}{re.escape(address)}/?[.,;:!?'\"*_)>\]}}»”’]*(?:(?=[\s<(|])|(?<=[)>\]])|\Z)"
    return re.search(whole, quote) is not None


def _words(text: str) -> str:
    return _SPACE.sub(" ", plain(text)).casefold()
