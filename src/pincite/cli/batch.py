"""Many questions in one process: JSON Lines in, JSON Lines out, an error stays in its own line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn, Protocol

from pincite.cli.show import one_line, print_json
from pincite.errors import PinciteError, UsageError

EXPECTED = 'expected one object a line: {"id": ..., "question": "..."}'


class Printable(Protocol):
    """A result that knows its JSON form."""

    def to_json(self) -> dict[str, Any]: ...


def read_questions(path: Path) -> Iterator[tuple[Any, str | UsageError]]:
    """The `(id, question)` of every line, numbered from 1 where it has no id; blank lines are passed over.

    A line that is no object with a `question` comes with a UsageError in the place of the question. Raises UsageError
    when the file cannot be read.
    """
    for number, line in enumerate(_lines(path), 1):
        if line.strip():
            yield _read(line, number)


def run_batch(
    questions: Iterator[tuple[Any, str | UsageError]], answer: Callable[[str], Printable], check: Callable[[], None]
) -> int:
    """Print one line per question, in order; the exit code is 0 when every line was processed, or nobody reads on.

    `check` runs before the first: what it raises would stand in every line, and ends the batch instead.
    """
    for number, (id_, question) in enumerate(questions):
        if number == 0:
            check()
        if not print_json({"id": id_, **_result(question, answer)}):
            break
    return 0


def _result(question: str | UsageError, answer: Callable[[str], Printable]) -> dict[str, Any]:
    try:
        if isinstance(question, UsageError):
            raise question
        return answer(question).to_json()
    except PinciteError as error:
        return {"error": {"kind": type(error).__name__, "message": str(error)}}


def _read(line: bytes, number: int) -> tuple[Any, str | UsageError]:
    row: Any = None
    found = one_line(line.decode("utf-8", "backslashreplace"), 60)
    try:
        row = json.loads(line.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError):
        found += ", which is not JSON in UTF-8"
    if isinstance(row, dict) and isinstance(row.get("question"), str):
        return row.get("id", number), row["question"]
    id_ = row.get("id", number) if isinstance(row, dict) else number
    return id_, UsageError(f"line {number}: found {found}; {EXPECTED}")


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _lines(path: Path) -> Iterator[bytes]:
    if str(path) == "-":
        yield from sys.stdin.buffer
        return
    try:
        with path.open("rb") as file:
            yield from file
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}; name another file, or - for standard input"
        ) from error
