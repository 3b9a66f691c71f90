"""Parts that stand beside the text: where one is damaged, the text is read all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pincite.errors import ExtractError
from pincite.extract.builder import Builder

_Read = TypeVar("_Read")


def read_aside(builder: Builder, what: str, read: Callable[[], _Read]) -> _Read | None:
    """What `read` gives; None and a note where its part is malformed or cut off."""
    try:
        return read()
    except ExtractError as error:
        if error.code not in {"malformed", "truncated"}:
            raise
        builder.note("part-failed", f"{what} cannot be read: {error.message}")
        return None
