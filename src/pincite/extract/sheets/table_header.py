"""Whether the first row of a table names its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

_VALUE = re.compile(
    r"[-+(]?\s*[$€£¥]?\s*\d[\d.,' \u00a0]*\s*[%€$£¥]?\)?"  # a number, a percentage, an amount
    r"|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T]\d.*)?|\d{1,2}:\d{2}.*"  # a date or a time
    r"|\S+@\S+\.\S+|https?://\S*|true|false|yes|no",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_LONGEST_NAME = 120


def is_header(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Whether `first` reads as the names of the columns of the rows `below`: short words, each once, and no values.

    Years may be names. A table of one column has a header only where what is below differs in kind.

    >>> is_header(["Region", "2023"], [["North", "12"]]), is_header(["North", "12"], [["South", "9"]])
    (True, False)
    """
    names = [cell.strip() for cell in first if cell.strip()]
    if not names or len(set(names)) < len(names) or any(len(name) > _LONGEST_NAME for name in names):
        return False
    if any(_is_value(name) and not _YEAR.fullmatch(name) for name in names) or all(map(_YEAR.fullmatch, names)):
        return False
    if max(len(names), *(len(row) for row in below)) > 1:
        return len(names) > 1
    return all(_is_value(cell.strip()) for row in below for cell in row)


def _is_value(cell: str) -> bool:
    return len(cell) < 100 and bool(_VALUE.fullmatch(cell))
