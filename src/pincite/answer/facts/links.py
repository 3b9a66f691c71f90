"""Addresses: URLs, e-mail addresses, DOIs and arXiv identifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pincite.answer.facts.fact import Fact
from pincite.answer.pointing import ADDRESSES, pointing

_MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
_TARGET = re.compile(r"\]\(\s*<?([^\s()<>]+)")
_PREFIX = re.compile(
    r"\A(?:[a-z][a-z0-9+.-]*://|mailto:)?(?:www\.|dx\.)?(?:doi\.org/|arxiv\.org/(?:abs|pdf)/|arxiv[\s:.]*|doi[\s:]*)?"
)


def links(text: str) -> Iterator[Fact]:
    """The addresses of `text` as it was written (before `plain`), without scheme, `www.` and the last slash.

    >>> [sorted(fact.values) for fact in links("See https://www.a.org/x/ and mail me@b.es.")]
    [[('link', 'a.org/x')], [('link', 'me@b.es')]]
    """
    for found in pointing(text):
        if found.kind in ADDRESSES:
            yield _link(found.text, found.start, found.end)
    for match in _MAIL.finditer(text):
        yield _link(match.group().rstrip(".-"), *match.span())


def _link(said: str, start: int, end: int) -> Fact:
    target = _TARGET.search(said)
    address = (target[1] if target else said).strip("<>\"' ").casefold()
    key = _PREFIX.sub("", address, count=1)
    return Fact("link", start, end, frozenset([("link", key.strip().rstrip("/.,;:"))]), sort="link")
