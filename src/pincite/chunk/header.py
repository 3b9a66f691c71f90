"""The contextual header of a chunk: the document's title and the path of its headings, short enough for the window."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

SEPARATOR = " > "
_GAP = "…"


def header_parts(title: str, path: Sequence[str]) -> tuple[str, ...]:
    """Title and headings as one path; the title is left out where the first heading repeats it.

    >>> header_parts("Tea", ["Tea", "Green"]), header_parts("Tea", ["Green"])
    (('Tea', 'Green'), ('Tea', 'Green'))
    """
    name = one_line(title)
    if not name or (path and path[0].casefold() == name.casefold()):
        return tuple(path)
    return (name, *path)


def headers(parts: Sequence[str]) -> list[str]:
    r"""The headers that stand for `parts`, longest first, each with its brackets and line end; the last is empty.

    What goes first is the middle of the path, then the middle of the title, then the title, then the middle of the
    last heading: where the reader is matters more than how they came there.

    >>> headers(["Drinks", "Hot", "Tea"])
    ['[Drinks > Hot > Tea]\n', '[Drinks > … > Tea]\n', '[Tea]\n', '']
    """
    return [f"[{SEPARATOR.join(kept)}]\n" for kept in dict.fromkeys(_shorter(tuple(parts)))] + [""]


def one_line(title: str) -> str:
    """A title with its white space made single blanks."""
    return " ".join(title.split())


def shortened(title: str, points: int) -> str:
    """At most `points` code points of a title, without its middle where it is longer.

    >>> shortened("A very long title indeed", 13)
    'A very…indeed'
    """
    if len(title) <= points:
        return title
    half = (points - 1) // 2
    return title[:half].rstrip() + _GAP + title[len(title) - half :].lstrip()


def _shorter(parts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    if not parts:
        return
    first, last = parts[0], parts[-1]
    yield parts
    for kept in range(len(parts) - 2, 0, -1):
        yield (first, _GAP, *parts[-kept:])
    if len(parts) > 1:
        yield (shortened(first, 48), _GAP, last) if len(parts) > 2 else (shortened(first, 48), last)
    yield (last,)
    yield (shortened(last, 64),)
    yield (shortened(last, 24),)
