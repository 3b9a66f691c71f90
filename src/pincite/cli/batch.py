"""Many questions in one process: JSON Lines in, JSON Lines out, an error stays in its own line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

from pincite.cli.show import one_line, print_json
from pincite.errors import PinciteError, UsageError

EXPECTED = 'expected one object a line: {"id": ..., "question": "..."}'


class Printable(Protocol):
    """A result that knows its JSON form."""

    def to_json(self) -> dict[str, Any]: ...


def read_questions(path: Path) -> Iterator[tuple[Any, str]]:
    """The `(id, question)` of every line; blank lines are passed over.

    Raises UsageError when the file is not there or a line is no object with a `question`, and names the line.
    """
    name = "standard input" if str(path) == "-" else str(path)
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise UsageError(
                f"{name} line {number}: found {one_line(line, 60)}, which is not JSON; {EXPECTED}"
            ) from error
        if not isinstance(row, dict) or not isinstance(row.get("question"), str):
            raise UsageError(f"{name} line {number}: found {one_line(line, 60)}; {EXPECTED}")
        yield row.get("id", number), row["question"]


def run_batch(questions: Iterator[tuple[Any, str]], answer: Callable[[str], Printable]) -> int:
    """Print one line per question, in order; the exit code is 0 when every line was processed."""
    for id_, question in questions:
        try:
            result = answer(question).to_json()
        except PinciteError as error:
            result = {"error": {"kind": type(error).__name__, "message": str(error)}}
        print_json({"id": id_, **result})
    return 0


def _lines(path: Path) -> Iterator[str]:
    if str(path) == "-":
        yield from sys.stdin
        return
    try:
        with path.open(encoding="utf-8") as file:
            yield from file
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror}; name another file, or - for standard input"
        ) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 (byte {error.start}): save it as UTF-8") from error
