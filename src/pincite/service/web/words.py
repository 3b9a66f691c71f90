"""The words of the page in each language, and which language a reader wants."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "es")
COOKIE = "lang"


@cache
def words(language: str) -> Mapping[str, str]:
    """Every word of the page in one of `LANGUAGES`."""
    text = (files("pincite.service.web") / "words" / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def language_of(asked: str | None, kept: str | None, accepted: str) -> str:
    """What the address asks for, else what a cookie keeps, else what the browser prefers, else English.

    >>> language_of(None, None, "de;q=.9, es-MX, en;q=.5"), language_of("en", "es", "es"), language_of("xx", None, "")
    ('es', 'en', 'en')
    """
    for wanted in (asked, kept):
        if wanted in LANGUAGES:
            return str(wanted)
    ranked = sorted((_wish(part) for part in accepted.split(",")), key=lambda wish: -wish[1])
    return next((name for name, _ in ranked if name in LANGUAGES), "en")


def _wish(part: str) -> tuple[str, float]:
    name, _, rest = part.strip().partition(";")
    quality = rest.strip().removeprefix("q=")
    try:
        return name.partition("-")[0].casefold(), float(quality) if quality else 1.0
    except ValueError:
        return name, 0.0
