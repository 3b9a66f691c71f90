"""On which side of a number the truth lies: `at least 5`, `up to 5`, `before 30 September`, `menores de 4`."""

from __future__ import annotations

import re

from pincite.answer.facts.negations import denials

_LOWER = (
    r"at least|no less than|no fewer than|not less than|not under|not below|not before|no earlier than|not earlier than|no sooner than|"
    r"minimum(?: of)?|min\.|from|starting at|over|more than|above|older than|greater than|higher than|longer than|exceed(?:s|ed|ing)?|after|since|"
    r"al menos|como mínimo|por lo menos|mínim[oa]s?(?: de)?|no menos del?|desde|a partir de(?:l)?|más del?|mayor(?:es)? del?|mayor(?:es)? que|superior(?:es)? al?|"
    r"por encima del?|tras|después de(?:l)?|(?:sobre)?pas(?:a|an|ar|e|en|ará|arán) de(?:l)?|(?:super|rebas|sobrepas)(?:a|an|ar|e|en|ará|arán)|exced(?:e|en|er|a|an|erá|erán)(?: del?)?"
)
_UPPER = (
    r"at most|no more than|not more than|no later than|not later than|not over|not above|not exceed(?:ing)?|maximum(?: of)?|max\.|up to|under|less than|fewer than|below|younger than|smaller than|"
    r"lower than|shorter than|capped at|cap of|limit of|within|until|before|by|a lo sumo|como mucho|como máximo|máxim[oa]s?(?: de)?|no más del?|hasta|"
    r"menos del?|baj(?:a|an|ar|e|en|ará|arán) de(?:l)?|menor(?:es)? del?|menor(?:es)? que|inferior(?:es)? al?|por debajo del?|antes de(?:l)?|dentro de|no supera(?:n|r)?"
)
_IN_TIME = frozenset(
    """
    from,after,since,before,by,within,until,not before,desde,tras,antes de,antes del,después de,después del
    dentro de,a partir de,a partir del
    """.strip()
    .replace("\n    ", ",")
    .split(",")
)
"""Sides that only days and times of day have: `within 12 weeks` and `after 12 weeks` may be one and the same."""
_AHEAD = re.compile(
    r"\s(?:before|ahead|earlier|prior|in advance|beforehand|antes|de antelación|de antemano)\b", re.IGNORECASE
)
"""`at least 10 days before` is `no later than 10 days before`."""
_ELSE = re.compile(r"\b(?:otherwise|if not|or else|beyond that|si no|de lo contrario|en otro caso)\b", re.IGNORECASE)
_BEFORE = re.compile(
    rf"(?<!\w)(?:(?P<lower>{_LOWER})|(?P<upper>{_UPPER}))(?!\w)[\s:]*(?:(?:the|a|an|un|una|el|la|los|las|de|del|of|age|edad|is|es|son|are|about)\s+){{0,2}}\Z",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*(?:[^\W\d_]+\s+){0,2}(?:(?P<lower>or more|or higher|or later|or older|or over|or above|or better|and over|y más|o más|o superior(?:es)?|o mayor(?:es)?|en adelante)"
    r"|(?P<upper>or less|or fewer|or under|or below|or younger|o menos|o inferior(?:es)?|o menor(?:es)?|at most|at the latest|como máximo|como mucho))(?!\w)",
    re.IGNORECASE,
)
_FORBIDS = re.compile(
    r"\b(?:forbidden|prohibited|not allowed|not permitted|prohibid[oa]s?|no está permitid[oa])\b", re.IGNORECASE
)
_LIMIT = re.compile(
    r"[^\S\n]?(?!como\b)(?:[^\W\d]+(?:/[^\W\d]+)?\s)?(?:minimum|maximum|limit|threshold|mínimo|máximo|límite|umbral)\b",
    re.IGNORECASE,
)
_PASSES = re.compile(
    r"\b(?:exc?eed\w*|exced\w*|super\w{1,6}|rebas\w+|sobrepas\w+)\s(?:the|an?|el|la|los|las|un|una)\s\Z", re.IGNORECASE
)
"""`may not exceed the maximum of 9` has an upper bound that nothing denies."""
_IF = re.compile(r"\b(?:if|when|whenever|once|where|si|cuando|al|en caso de)\b", re.IGNORECASE)
_PASSED = re.compile(r"exc?eed|exced|(?:super|rebas|sobrepas)[aáe]|over|above|beyond|more|más|encima", re.IGNORECASE)
"""`if the wait exceeds 30 seconds` is no bound, but what happens beyond one."""
_FROM = re.compile(r"(?:sobre)?pas|baj|super|from|desde", re.IGNORECASE)
_TO = re.compile(r"\s(?:[^\W\d]+\s)?(?:al?|to|hasta|until)\s", re.IGNORECASE)
"""`pasa de 47 a 12`."""
_CLAUSE_ENDS = re.compile(r"[;!?¦]|\.(?!\d)|\n\s*\n|,\s|\b(?:and|but|y|e|pero)\s", re.IGNORECASE)
_CLAUSE = re.compile(r"[;!?¦]|\.(?!\d)|\n\s*\n|,\s")


def bound(text: str, start: int, end: int, *, is_date: bool = False) -> tuple[str, bool]:
    """`lower`, `upper` or nothing, the side that the words beside `text[start:end]` leave open; and whether they are denied.

    >>> bound("at least 5 km", 9, 13), bound("never above 4 V", 12, 15), bound("costs 5 euros", 6, 13)
    (('lower', False), ('lower', True), ('', False))
    """
    found = _BEFORE.search(text, max(0, start - 40), start) or _AFTER.match(text, end, end + 40)
    words = (found["lower"] or found["upper"]).lower() if found else ""
    if found is None or (words in _IN_TIME and not is_date) or _ELSE.search(text) or _AHEAD.match(text, end):
        return "", False
    if _LIMIT.match(text, end) or _BEFORE.search(text, max(0, found.start() - 40), found.start()):
        return "", False  # `below the minimum of 5`, `under the 5 mg minimum`
    starts = [match.end() for match in _CLAUSE.finditer(text, 0, found.start())]
    stop = _CLAUSE_ENDS.search(text, end)
    lead, rest = text[starts[-1] if starts else 0 : found.start()], text[end : stop.start() if stop else len(text)]
    if _FROM.match(words) and _TO.match(text, end):
        return "", False
    if _PASSED.search(words) and _IF.search(lead):
        return "", False
    denied = bool(denials(lead) or denials(rest) or _FORBIDS.search(lead) or _FORBIDS.search(rest))
    if denied and _PASSES.search(lead):
        return found.lastgroup or "", False
    return found.lastgroup or "", denied


def open_side(text: str, start: int, end: int, *, is_date: bool = False) -> str:
    """The side that is left open when all is said: `no more than 5` is an upper bound as `at most 5`; empty for none.

    >>> open_side("It may not last more than 75 days", 26, 33), open_side("at most 75 days", 8, 15)
    ('upper', 'upper')
    """
    side, denied = bound(text, start, end, is_date=is_date)
    return opposite_side(side) if denied else side


def opposite_side(side: str) -> str:
    """The other side of a number; nothing of nothing.

    >>> opposite_side("lower"), opposite_side("")
    ('upper', '')
    """
    return {"lower": "upper", "upper": "lower"}.get(side, "")
