"""What the file gives back is read as possibly damaged: it decodes whole, or the caller hears what does not."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from pincite.errors import StoreDamaged

UNREADABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, zlib.error)
"""What decoding raises on bytes that are not what was written."""


@contextmanager
def decoding(what: str, remedy: str = "run `pincite doctor`, then restore a backup or index again") -> Iterator[None]:
    """Raise StoreDamaged in place of whatever decoding `what` raises, with what to do about it; also a decorator.

    >>> with decoding("the word"):
    ...     int("x")
    Traceback (most recent call last):
    pincite.errors.StoreDamaged: the word cannot be read (invalid literal for int() with base 10: 'x'): \
run `pincite doctor`, then restore a backup or index again
    """
    try:
        yield
    except UNREADABLE as error:
        raise StoreDamaged(f"{what} cannot be read ({error}): {remedy}") from error
