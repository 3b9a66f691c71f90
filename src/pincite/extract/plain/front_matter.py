"""The YAML or TOML that may open a Markdown file: what the document says of itself."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Any, NamedTuple

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


_FIELD = re.compile(r"(?:---|\+\+\+)[ \t]*\n\s*[\"']?(?P<key>[A-Za-z][\w-]*)[\"']?[ \t]*[:=](?:\s|\Z|(?<==))")


class FrontMatter(NamedTuple):
    """Where it ends (0 where there is none) and what it says: title, date, author, tags, language.

    `trouble` says what of it can't be read; empty where nothing is amiss.
    """

    end: int
    said: dict[str, str]
    trouble: str = ""


def read_front_matter(text: str) -> FrontMatter:
    r"""The front matter of a text.

    Only a mapping between a first line `---` and a line `---` or `...` is front matter (or TOML between two lines
    `+++`): a rule that opens a document is none. What has a field in its first line and can't be read, or names a date that is none,
    is said to be so. Dates are ISO, tags are joined with commas.

    >>> read_front_matter("---\ntitle: A\ntags: [x, y]\n---\nText")
    FrontMatter(end=30, said={'title': 'A', 'tags': 'x,y'}, trouble='')
    >>> read_front_matter("---\nJust a rule.\n\n---\nText")
    FrontMatter(end=0, said={}, trouble='')
    >>> read_front_matter("---\ntitle: [A\n---\nText").trouble
    "front matter that is no YAML stays text: expected ',' or ']', but got '<stream end>' (line 3)"
    """
    match = _FENCED.match(text, 0, _LONGEST) if text.startswith(("---", "+++")) else None
    if match is None:
        return FrontMatter(0, {}, _unclosed(text))
    try:
        said = tomllib.loads(match["toml"]) if match["yaml"] is None else yaml.safe_load(match["yaml"])
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        form = "TOML" if match["yaml"] is None else "YAML"
        trouble = f"front matter that is no {form} stays text: {_why(error)}" if _FIELD.match(text) else ""
        return FrontMatter(0, {}, trouble)
    if not isinstance(said, dict):
        return FrontMatter(0, {})
    found = _metadata(said)
    return FrontMatter(match.end(), {name: value for name, value in found.items() if value}, _no_date(said, found))


def _unclosed(text: str) -> str:
    """What is wrong with a field behind a first line that only front matter has, and no line that ends it."""
    field = _FIELD.match(text)
    if field is None or field["key"].lower() not in _KEYS:
        return ""
    return f"front matter that no line {text[:3]!r} ends within {_LONGEST} characters stays text"


def _why(error: Exception) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return f"{error.problem} (line {error.problem_mark.line + 2})"
    return " ".join(str(error).split())[:200]


def _no_date(said: Mapping[Any, Any], found: Mapping[str, str]) -> str:
    raw = next((plain for key in said if _KEYS.get(str(key).lower()) == "date" and (plain := _plain(said[key]))), "")
    return (
        f"the front matter's date {raw[:100]!r} is none: the file's own counts" if raw and not found.get("date") else ""
    )


def _metadata(said: Mapping[Any, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in said.items():
        name = _KEYS.get(str(key).lower()) if isinstance(key, str) else None
        if name and name not in found and (plain := _plain(value)):
            found[name] = plain if name != "date" else iso_date(plain)
    return found


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
