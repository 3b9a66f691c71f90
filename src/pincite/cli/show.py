"""Printing: JSON for programs, plain text for people, and nothing that a document could use to steer a terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from pincite.types.ingest import Failure, Watch
from pincite.types.ingest import Progress as Step

out = Console(width=None if sys.stdout.isatty() else 240, highlight=False, markup=False, soft_wrap=True, emoji=False)
_KEPT = "\n\t\u00a0\u2009\u202f\u3000"
"""Not printable by Python's reckoning, but harmless: line feed, tab and the wide and narrow spaces."""

err = Console(stderr=True, highlight=False, markup=False, soft_wrap=True, emoji=False)


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


def say(text: str = "", style: str = "") -> None:
    """Print for a person."""
    out.print(Text(safe(text), style=style))


def write(text: str) -> None:
    """Print words as they come, without a line end."""
    sys.stdout.write(safe(text))
    sys.stdout.flush()


def complain(error: object) -> None:
    """Print an error for a person, on standard error."""
    err.print(Text.assemble(("pincite: ", "bold red"), safe(str(error))))


def tell(text: str) -> None:
    """Print what is going on, on standard error."""
    err.print(Text(safe(text), style="dim"))


def show_failures(failures: Iterable[Failure]) -> None:
    """Print each failed document with its code, its reason and what to do."""
    for failure in failures:
        say(f"failed: {near(failure.path)}", style="red")
        say(f"  {failure.code}: {one_line(failure.reason)}; {failure.hint}")


def near(path: str) -> str:
    """The path as a person in this folder would write it: relative when it lies below."""
    here = str(Path.cwd()).rstrip("/") + "/"
    return path.removeprefix(here)


def print_json(value: Any) -> None:
    """Print one JSON value on one line."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def print_rows(titles: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print a table for a person."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in titles:
        table.add_column(title, overflow="fold")
    for row in rows:
        table.add_row(*(Text(one_line(str(cell))) for cell in row))
    out.print(table)


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Watch | None]:
    """A bar on standard error that follows the documents; nothing when `quiet` or when no one is looking."""
    if quiet or not err.is_terminal:
        yield None
        return
    columns = (
        TextColumn("{task.fields[stage]:>10}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=err, transient=True) as bar:
        task = bar.add_task("", stage="looking", total=None)

        def watch(step: Step) -> None:
            name = one_line(step.path.rsplit("/", 1)[-1], 40)
            bar.update(task, completed=step.done, total=step.total, description=name, stage=step.stage)

        yield watch


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode()
