"""Full stops in an answer that end an abbreviation and no sentence, beyond those that every text is split by."""

from __future__ import annotations

import re

_ALWAYS = re.compile(
    r"(?<!\w)(?:nos?|n\.?[ºª]|núms?|num|nr|arts?|figs?|ref|approx|aprox|ca|cca|max|(?<!\d\s)(?<!\d)min|máx|mín|vols?|cap|sec|ch|eds?"
    r"|pp?|pg|págs?|tel|tels|ext|exts|dept|depto|st|ave|dr|dra|mr|mrs|ms|prof|sr|sra|srta|dña|incl|excl|resp|gs|bs|e\.g|i\.e|vs|cf"
    r"|apdo|dpto|avda|tfno|izq|dcha|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|ene|abr|ago|dic|(?<=\d\s)may)\.[\s*_]*\Z",
    re.IGNORECASE,
)
"""What a sentence seldom ends with."""
_BEFORE_FIGURE = re.compile(r"(?<![^\W\d])[^\W\d]{1,5}\.[\s*_]*\Z")
"""A short word; what begins with a figure is seldom a sentence of its own."""
_NOON = re.compile(r"(?<!\w)[ap]\.\s?m\.[\s*_]*\Z", re.IGNORECASE)
_FIGURE = re.compile(r"[\s*_(`]*[#€$£±≈~<>≤≥+−-]?\s?(?:\d|[A-Z]{1,6}[-–/]?\d)")
_ZONE = re.compile(r"[\s*_(]*(?:UTC|GMT|CES?T|WES?T|EES?T|BST|[ECMP][SD]T)\b")


def ends_abbreviated(before: str, after: str) -> bool:
    """Whether the full stop at the end of `before` ends an abbreviation only, and the sentence goes on with `after`.

    >>> ends_abbreviated("Data rate: max.", " 1.2 Mbps"), ends_abbreviated("It takes 5 min.", " Then stop")
    (True, False)
    """
    if after.lstrip().startswith("["):  # a citation behind a full stop closes its sentence
        return False
    if _ALWAYS.search(before):
        return True
    if _BEFORE_FIGURE.search(before) and _FIGURE.match(after):
        return True
    return bool(_NOON.search(before) and _ZONE.match(after))
