"""Printing: JSON for programs, plain text for people, and nothing that a document could use to steer a terminal."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from pincite.types.ingest import Failure, Watch
from pincite.types.ingest import Progress as Step

if TYPE_CHECKING:
    from rich.console import Console

_OWN_LINES = re.compile(
    r"^(?:\s*(?:[-*+•|>]|\d+[.)]\s|```|~~~)|\s{2,}|.*[;{}=]$|.*\t|(?:.*?(?:[^\s\d],\S|\S,[^\s\d])){2})", re.MULTILINE
)
"""Lines that are no prose: list items, quotes, code, rows with tabs, rows with commas that no space follows (numbers' aside)."""
_KEPT = "\n\t\u00a0\u2009\u202f\u3000"
"""Not printable by Python's reckoning, but harmless: line feed, tab and the wide and narrow spaces."""


@cache
def _out() -> Console:
    return _console(width=None if sys.stdout.isatty() else 240)


@cache
def _err() -> Console:
    return _console(stderr=True)


def _console(**options: Any) -> Console:
    from rich.console import Console  # noqa: PLC0415 - 40 ms, which a command that prints JSON need not spend

    class Patient(Console):
        """A console that goes on in silence when its reader has left; rich's own ends the program with exit code 1."""

        def on_broken_pipe(self) -> None:
            drop(self.file)

    return Patient(**options, highlight=False, markup=False, soft_wrap=True, emoji=False)


def drop(stream: IO[str]) -> None:
    """Let what is still to be printed there go nowhere, or leaving would stumble over it once more."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def safe(text: str) -> str:
    r"""`text` with every control character but line feed and tab made visible, so that none reaches the terminal.

    >>> safe("a\x1b[31mb\u202ec")
    'a\\x1b[31mb\\u202ec'
    """
    return "".join(c if c in _KEPT or c.isprintable() else _escaped(c) for c in text)


def one_line(text: str, limit: int = 0) -> str:
    """`text` on one line, cut to `limit` characters with an ellipsis when it is longer (0: never cut)."""
    line = " ".join(safe(text).split())
    return line[: limit - 1] + "…" if limit and len(line) > limit else line


def reflow(text: str) -> str:
    r"""`text` with the lines of its prose joined, for the screen only; lists, tables and code keep their lines.

    >>> reflow("A sentence over\ntwo lines. [1]\n\n- a list\n- stays")
    'A sentence over two lines. [1]\n\n- a list\n- stays'
    >>> reflow("tree,planted,place\nWalnut,1987,barn [1]")
    'tree,planted,place\nWalnut,1987,barn [1]'
    """
    return "\n\n".join(part if _OWN_LINES.search(part) else " ".join(part.split("\n")) for part in text.split("\n\n"))


def say(text: str = "", style: str = "") -> None:
    """Print for a person."""
    _out().print(safe(text), style=style)


def write(text: str) -> None:
    """Print words as they come, without a line end."""
    _put(safe(text))


def complain(error: object) -> None:
    """Print an error for a person, on standard error."""
    _err().print("pincite: ", style="bold red", end="")
    _err().print(safe(str(error)))


def tell(text: str) -> None:
    """Print what is going on, on standard error."""
    _err().print(safe(text), style="dim")


def show_failures(failures: Iterable[Failure]) -> None:
    """Print each failed document with its code, its reason and what to do."""
    for failure in failures:
        say(f"failed: {near(failure.path)}", style="red")
        say(f"  {failure.code}: {one_line(failure.reason)}; {failure.hint}")


def near(path: str) -> str:
    """The path as a person in this folder would write it: relative when it lies below."""
    here = str(Path.cwd()).rstrip("/") + "/"
    return path.removeprefix(here)


def print_json(value: Any) -> bool:
    """Print one JSON value on one line; False when the reader has left, so that a long list need not go on."""
    return _put(json.dumps(value, ensure_ascii=False) + "\n")


def print_rows(titles: Iterable[str], rows: Iterable[Iterable[object]], *, gap: int = 2) -> None:
    """Print a table for a person, with so many spaces between its columns."""
    from rich.table import Table  # noqa: PLC0415 - as for the console
    from rich.text import Text  # noqa: PLC0415 - as for the console

    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="bold")
    for title in titles:
        table.add_column(title, overflow="fold")
    for row in rows:
        table.add_row(*(Text(one_line(str(cell))) for cell in row))
    _out().print(table)


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Watch | None]:
    """A bar on standard error that follows the documents; nothing when `quiet` or when no one is looking."""
    if quiet or not _err().is_terminal:
        yield None
        return
    from rich.progress import (  # noqa: PLC0415 - as for the console
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.fields[stage]:>10}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=_err(), transient=True) as bar:
        task = bar.add_task("", stage="looking", total=None)

        def watch(step: Step) -> None:
            name = one_line(step.path.rsplit("/", 1)[-1], 40)
            bar.update(task, completed=step.done, total=step.total, description=name, stage=step.stage)

        yield watch


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()


def _put(text: str) -> bool:
    """Whether somebody read it: a reader that has left (`| head -1`) is no error, and does not change the exit code."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        drop(sys.stdout)
        return False
    return True
