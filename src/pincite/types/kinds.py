"""Whether the fields of a record hold what their annotations say, for records that were read from outside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints


def check_kinds(record: object) -> None:
    """Raise TypeError, by name, for a field of a dataclass that is not of its declared kind; a float must be finite.

    Reads str, int, float (whole numbers pass), bool (never a number), None, Literal, unions, `Mapping[str, ...]`, `tuple[..., ...]` and
    records in records.

    >>> from pincite.types.calibration import Rate
    >>> check_kinds(Rate(1, 60, 0.0, None))
    >>> check_kinds(Rate(1, 60, 0.0, float("nan")))
    Traceback (most recent call last):
    TypeError: found `high` = nan, expected float | None
    """
    for name, hint in get_type_hints(type(record)).items():
        value = getattr(record, name)
        if not _fits(value, hint):
            expected = hint.__name__ if isinstance(hint, type) else hint
            raise TypeError(f"found `{name}` = {repr(value)[:60]}, expected {expected}")


def _fits(value: Any, hint: Any) -> bool:
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin is Literal:
        return isinstance(value, str) and value in parts
    if origin is UnionType:
        return any(_fits(value, part) for part in parts)
    if origin is Mapping:
        return isinstance(value, Mapping) and all(_fits(k, parts[0]) and _fits(v, parts[1]) for k, v in value.items())
    if origin is tuple:
        return isinstance(value, tuple) and all(_fits(one, parts[0]) for one in value)
    return _is_plain(value, hint)


def _is_plain(value: Any, hint: Any) -> bool:
    if is_dataclass(hint):
        if isinstance(value, hint):  # type: ignore[arg-type]  # a class by `is_dataclass` of an annotation
            check_kinds(value)
            return True
        return False
    if hint in {int, float}:
        return (
            isinstance(value, int if hint is int else int | float) and not isinstance(value, bool) and isfinite(value)
        )
    return isinstance(value, NoneType if hint is None else hint)
