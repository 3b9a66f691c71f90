"""Numbers of pages in messages."""

from __future__ import annotations

from collections.abc import Sequence


def page_ranges(numbers: Sequence[int]) -> str:
    """Numbers as a person lists them.

    >>> page_ranges([1, 2, 3, 7])
    '1-3, 7'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)
