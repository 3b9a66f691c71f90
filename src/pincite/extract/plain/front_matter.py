"""The YAML or TOML that may open a Markdown file: what the document says of itself."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import yaml

_FENCED = re.compile(
    r"---[ \t]*\n(?P<yaml>.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)|\+\+\+[ \t]*\n(?P<toml>.*?)^\+\+\+[ \t]*(?:\n|\Z)",
    re.DOTALL | re.MULTILINE,
)
_LONGEST = 1 << 16
_KEYS = {
    "title": "title",
    "date": "date",
    "published": "date",
    "author": "author",
    "authors": "author",
    "tags": "tags",
    "keywords": "tags",
    "categories": "tags",
    "lang": "language",
    "language": "language",
}


def read_front_matter(text: str) -> tuple[int, dict[str, str]]:
    r"""Where the front matter ends (0 where there is none) and what it says: title, date, author, tags, language.

    Only a mapping between a first line `---` and a line `---` or `...` is front matter (or TOML between two lines
    `+++`): a rule that opens a document is none. Dates are ISO, tags are joined with commas.

    >>> read_front_matter("---\ntitle: A\ntags: [x, y]\n---\nText")
    (30, {'title': 'A', 'tags': 'x,y'})
    >>> read_front_matter("---\nJust a rule.\n\n---\nText")
    (0, {})
    """
    match = _FENCED.match(text, 0, _LONGEST) if text.startswith(("---", "+++")) else None
    if match is None:
        return 0, {}
    try:
        said = tomllib.loads(match["toml"]) if match["yaml"] is None else yaml.safe_load(match["yaml"])
    except (yaml.YAMLError, ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        return 0, {}
    return match.end(), _metadata(said)


def _metadata(said: Mapping[Any, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in said.items():
        name = _KEYS.get(str(key).lower()) if isinstance(key, str) else None
        if name and name not in found and (plain := _plain(value)):
            found[name] = plain if name != "date" else iso_date(plain)
    return {name: value for name, value in found.items() if value}


def _plain(value: Any) -> str:
    match value:
        case str():
            return value.strip()
        case datetime() | date():
            return value.isoformat()
        case int() | float():
            return str(value)
        case list():
            return ",".join(filter(None, (str(item).strip() for item in value if isinstance(item, str | int | float))))
        case _:
            return ""


def iso_date(raw: str) -> str:
    """The day of a date or time in ISO, RFC 2822 or PDF form, as `2024-01-31`; empty where it is none of these.

    >>> iso_date("2024-01-31T10:00:00Z"), iso_date("Wed, 31 Jan 2024 10:00:00 +0100"), iso_date("D:20240131100000")
    ('2024-01-31', '2024-01-31', '2024-01-31')
    """
    digits = re.match(r"(?:D:)?(\d{4})[-/]?(\d{2})[-/]?(\d{2})", raw.strip())
    try:
        if digits:
            return date(*map(int, digits.groups())).isoformat()
        return parsedate_to_datetime(raw).date().isoformat()
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""
