"""Values read from a file that anybody may have written: of the kind that is wanted, or a ValueError or TypeError that says what was found."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from math import isfinite
from typing import Any, TypeVar

T = TypeVar("T")
LARGEST = 2**31 - 1


def row(value: Any, required: Collection[str], optional: Collection[str] = ()) -> Mapping[str, Any]:
    """An object with these members and no others."""
    if not isinstance(value, dict):
        raise TypeError(f"found {shown(value)}, expected an object")
    if missing := [name for name in required if name not in value]:
        raise ValueError(f"found no `{missing[0]}` in {shown(value)}")
    if unknown := value.keys() - {*required, *optional}:
        raise ValueError(f"found `{shown(min(unknown))}`, which is not known here")
    return value


def text(value: Any, *, among: Collection[str] = ()) -> str:
    """A text that UTF-8 can hold; one of `among` where these are given."""
    if not isinstance(value, str) or (among and value not in among):
        raise ValueError(f"found {shown(value)}, expected {' or '.join(among) or 'a text'}")
    value.encode()  # raises UnicodeEncodeError, which is a ValueError, for half a character
    return value


def whole(value: Any, least: int = 0, most: int = LARGEST) -> int:
    """A whole number from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"found {shown(value)}, expected a whole number from {least} to {most}")
    return value


def number(value: Any, least: float, most: float) -> float:
    """A number from `least` to `most`."""
    if type(value) not in {int, float} or not isfinite(value) or not least <= value <= most:
        raise ValueError(f"found {shown(value)}, expected a number from {least:g} to {most:g}")
    return float(value)


def maybe(value: Any, read: Callable[[Any], T]) -> T | None:
    """What `read` makes of it; None of None."""
    return None if value is None else read(value)


def items(value: Any, read: Callable[[Any], T]) -> tuple[T, ...]:
    """What `read` makes of each item of a list."""
    if not isinstance(value, list):
        raise TypeError(f"found {shown(value)}, expected a list")
    return tuple(read(one) for one in value)


def sha256(value: Any) -> str:
    """A sha256 in hex."""
    if not isinstance(value, str) or len(value) != 64 or set(value) - set("0123456789abcdef"):
        raise ValueError(f"found {shown(value)}, expected a sha256 in hex")
    return value


def shown(value: Any) -> str:
    """The beginning of a value, as a message shows it."""
    found = str(value)[:60] if isinstance(value, str) else repr(value)[:60]
    return ascii(found)[1:-1] if not found.isprintable() else found
