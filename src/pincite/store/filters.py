"""Filters: which documents a search may look at."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

from pincite.errors import FilterError

FORMS = "folder:docs/a, name:*.md, type:pdf, tag:draft, date>=2024-01-31 (also < <= > =, and 2024 or 2024-01)"

_FILTER = re.compile(r"\s*(folder|name|type|tag|date)\s*(:|<=|>=|<|>|=)\s*(.*?)\s*", re.DOTALL)
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2})?)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Filterable:
    """What filters read of a document; `path` is absolute, `date` ISO 8601."""

    path: str
    name: str
    type: str
    date: str
    tags: tuple[str, ...]


Test = Callable[[Filterable], bool]


def select_documents(filters: Sequence[str], documents: Sequence[Filterable]) -> NDArray[np.bool_]:
    """For each document, whether every filter lets it through. Raises FilterError for one that cannot be read."""
    tests = [read_filter(text) for text in filters]
    return np.array([all(test(document) for test in tests) for document in documents], np.bool_)


def read_filter(text: str) -> Test:
    """The test that a filter stands for.

    A folder is named from the root on (`/home/me/docs`) or by its last names (`docs`, `docs/a`), whatever was added, and
    takes in what lies below it. A name is a pattern with `*`, `?` and `[...]`; names, types and tags ignore case. A date
    is compared as far as it is written: `date>2024` begins in 2025. A document without a date passes no date filter.

    >>> note = Filterable("/home/me/docs/a/n.md", "n.md", "md", "2024-03-01", ("draft",))
    >>> [read_filter(text)(note) for text in ("folder:docs/a", "folder:b", "name:*.MD", "date>2024", "date=2024-03")]
    [True, False, True, False, True]
    """
    parts = _FILTER.fullmatch(text)
    if parts is None:
        raise FilterError(f"cannot read the filter {text!r}: expected one of {FORMS}")
    field, sign, value = parts.groups()
    if not value:
        raise FilterError(f"the filter {text!r} has nothing after {sign!r}: expected one of {FORMS}")
    if field == "date":
        return _date(text, sign, value)
    if sign != ":":
        raise FilterError(f"the filter {text!r} compares {field} by {sign!r}, only dates can be: write {field}:{value}")
    return _TESTS[field](value)


def _date(text: str, sign: str, value: str) -> Test:
    if not _DATE.fullmatch(value) or not _is_day(value + "-01-01"[len(value) - 4 :]):
        raise FilterError(f"the filter {text!r} has no date that is one: expected 2024, 2024-01 or 2024-01-31")
    compare = _COMPARE[sign]
    return lambda document: bool(document.date) and compare(document.date[: len(value)], value)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


_COMPARE: dict[str, Callable[[str, str], bool]] = {
    "<": lambda own, given: own < given,
    "<=": lambda own, given: own <= given,
    ">": lambda own, given: own > given,
    ">=": lambda own, given: own >= given,
    "=": lambda own, given: own == given,
    ":": lambda own, given: own == given,
}


def _folder(value: str) -> Test:
    wanted = _parts(value)
    if value.startswith("/"):
        return lambda document: _parts(document.path)[:-1][: len(wanted)] == wanted
    return lambda document: _holds(_parts(document.path)[:-1], wanted)


def _holds(path: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether `wanted` stands somewhere in `path`, one component after the other."""
    return any(path[at : at + len(wanted)] == wanted for at in range(len(path) - len(wanted) + 1))


def _parts(path: str) -> tuple[str, ...]:
    return PurePosixPath(os.path.normpath(normalize("NFC", path))).parts if path else ()


def _name(value: str) -> Test:
    pattern = normalize("NFC", value).casefold()
    return lambda document: fnmatchcase(normalize("NFC", document.name).casefold(), pattern)


def _type(value: str) -> Test:
    wanted = value.removeprefix(".").casefold()
    return lambda document: document.type.casefold() == wanted


def _tag(value: str) -> Test:
    wanted = normalize("NFC", value).casefold()
    return lambda document: any(normalize("NFC", tag).casefold() == wanted for tag in document.tags)


_TESTS: dict[str, Callable[[str], Test]] = {"folder": _folder, "name": _name, "type": _type, "tag": _tag}
