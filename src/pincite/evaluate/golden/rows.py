"""Reading hostile JSON: every row knows where it stands, and what is wrong with it is said in one way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from pincite.errors import GoldenError

_HALF_SURROGATES = re.compile("[\ud800-\udfff]")
_SHOWN = 60
LONGEST_ID = 512


@dataclass(frozen=True, slots=True)
class Row:
    """One object of a file: `where` names file and line for messages, `line` counts from 1 (0: the file has no lines)."""

    where: str
    values: dict[str, Any]
    line: int = 0

    def wrong(self, found: str, expected: str, todo: str) -> GoldenError:
        """The error that says what this row holds, what it should hold and what to do."""
        return GoldenError(f"{self.where}: found {found}, expected {expected}: {todo}")

    def has(self, name: str) -> bool:
        """Whether the row has a value of this name that is not null."""
        return self.values.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """The text of this name; half surrogates, which nothing can write, become U+FFFD."""
        value = self.values.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(f"`{name}` = {shown(value)}", "text in quotes", "correct the line")
        return clean(value)

    def id(self, *names: str) -> str:
        """The id under the first of `names` that is there: text, or a whole number taken as text."""
        name = next((one for one in names if self.has(one)), names[0])
        value = self.values.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST_ID:
            expected = f"text of 1 to {LONGEST_ID} characters"
            raise self.wrong(f"`{name}` = {shown(value)}", expected, "give every row an id of its own")
        return clean(value)

    def truth(self, name: str, *, default: bool) -> bool:
        """True or false, under this name."""
        value = self.values.get(name, default)
        if not isinstance(value, bool):
            raise self.wrong(f"`{name}` = {shown(value)}", "true or false", "correct the line")
        return value

    def place(self, start: Any, end: Any) -> tuple[int, int]:
        """A half-open span of code points, checked for everything but the text it lies in."""
        whole = all(isinstance(one, int) and not isinstance(one, bool) for one in (start, end))
        if not whole or not 0 <= start < end:
            found = f"a span from {shown(start)} to {shown(end)}"
            raise self.wrong(
                found, "two whole numbers, 0 <= from < to", "count code points from 0; `to` is not included"
            )
        return start, end

    def items(self, name: str) -> list[Any]:
        """The list of this name; empty where there is none."""
        value = self.values.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.wrong(f"`{name}` = {shown(value)}", "a list", "correct the line")
        return value

    def inside(self, value: Any, what: str) -> Row:
        """An object inside this row, for the same messages."""
        if not isinstance(value, dict):
            raise self.wrong(f"{what} {shown(value)}", "an object in braces", "correct the line")
        return Row(self.where, value, self.line)


def read_rows(path: Path) -> Iterator[Row]:
    """The objects of a JSON Lines file in UTF-8, with or without a byte order mark; blank lines are passed over.

    Raises GoldenError for a line that is no JSON object (NaN and Infinity are no JSON), and for a file that cannot be read.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip(b"\xef\xbb\xbf \t\r\n"):
                    yield _read(line, f"{path}, line {number}", number)
    except OSError as error:
        raise unreadable(path, error) from None


def read_json(path: Path) -> Any:
    """The one JSON value of a file; GoldenError where it is none."""
    return parse(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; GoldenError where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: Path, error: OSError) -> GoldenError:
    """The error for a file that the system does not give."""
    return GoldenError(f"{path} cannot be read: {error.strerror or error}; name a file or folder that is there")


def parse(data: bytes | str, where: str) -> Any:
    """The JSON value in `data`; GoldenError, which begins with `where`, where it is none."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise GoldenError(
            f"{where}: found {shown(data[: 4 * _SHOWN])}, expected JSON in UTF-8: correct it, or save it again as UTF-8"
        ) from None


def shown(value: Any) -> str:
    r"""A value from a file for a message: on one line, short, and nothing in it that steers a terminal.

    >>> shown("a\x1b[31m")
    "'a\\x1b[31m'"
    """
    if isinstance(value, bytes):
        value = value.decode("utf-8", "backslashreplace")
    if isinstance(value, int) and abs(value) >= 10**_SHOWN:
        return "a number of more than 60 digits"
    text = repr(value) if isinstance(value, str | int | float | None) else f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def clean(text: str) -> str:
    """The text with U+FFFD in the place of half surrogates."""
    return _HALF_SURROGATES.sub("\ufffd", text)


def _read(line: bytes, where: str, number: int) -> Row:
    value = parse(line, where)
    if not isinstance(value, dict):
        raise GoldenError(f"{where}: found {shown(value)}, expected one JSON object a line: correct the line")
    return Row(where, value, number)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
