"""Each claim of an answer against the quotes it cites: a verdict, with what was checked and what was not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.answer.claims import Sentence, parts_of, split_claims, without_markers
from pincite.answer.compare import compare
from pincite.answer.facts.language import language_of
from pincite.answer.facts.plain import plain
from pincite.answer.facts.quoted import Quoted
from pincite.answer.invented import stands_in
from pincite.answer.markers import BRACKETED, Reading
from pincite.answer.prompt import NOT_IN_SOURCES
from pincite.answer.support import Rarity, Support, coverage
from pincite.types.answer import Citation, Claim, Marker, Reason, Verdict

LEAST_SUPPORT = 0.42
"""The mean of what scores a claim, under which the quotes hardly speak of it; with a number, a date or an identifier of it in them its words may be others."""
LEAD = 0.2
"""By how much a source that is not cited must speak more of a claim than the cited ones, to be the one that says it."""

_ANCHORS = frozenset({"number", "unit", "percentage", "date", "identifier", "link"})
_AMOUNTS = frozenset({"number", "unit", "percentage"})
_POINTS = frozenset({"page", "author_year"})
_CONTRADICT = frozenset({"negation", "direction"})
_FENCE_LINE = re.compile(r"^[ \t]*(?:`{3,}|~{3,}).*$", re.MULTILINE)
_SPACE = re.compile(r"\s+")
_WORD = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class Scorers:
    """What scores the support of a claim beside the share of its words; what is None is named as unchecked.

    `languages` are those that `meaning` reads (None: not known). `cross` gives a chance from 0 to 1.
    """

    meaning: Support | None = None
    cross: Support | None = None
    rarity: Rarity | None = None
    languages: tuple[str, ...] | None = None


def verify(
    text: str, reading: Reading, citations: Sequence[Citation], scorers: Scorers | None = None
) -> tuple[Claim, ...]:
    """The claims of `text`, which `reading` has read, each with its verdict; `citations` are numbered from 1 without gaps.

    >>> from pincite.answer.markers import read_markers
    >>> from pincite.types.locator import Locator
    >>> lease = Citation(1, "d", "lease.txt", "lease.txt", "", "", "The deposit is 500 euros.", 0.4, 1.0, Locator(0, 25))
    >>> said = "The deposit is **€500** [1]. The deposit is 600 euros [1]. It is paid in cash."
    >>> [claim.verdict for claim in verify(said, read_markers(said, 1), [lease])]
    ['supported', 'contradicted', 'uncited']
    """
    sources = _Sources(citations, scorers or Scorers())
    bare = without_markers(text, _brackets(reading))
    spanish = (language_of(bare) or sources.quoted((*range(1, len(citations) + 1),)).language) == "es"
    claims = [one for one in split_claims(text, reading.spans) if not _says_none(bare[one.start : one.end])]
    sources.score([bare[one.start : one.end] for one in claims], [one.cited for one in claims])
    return tuple(_claim(number, one, bare, reading, sources, spanish=spanish) for number, one in enumerate(claims))


def quoted_claims(text: str, markers: Sequence[Marker]) -> tuple[Claim, ...]:
    """The claims of an extractive answer: each reaches to its marker, and is the document's own words."""
    starts = [0, *(marker.end for marker in markers[:-1])]
    claims = []
    for start, marker in zip(starts, markers, strict=True):
        begin = start + len(text[start : marker.start]) - len(text[start : marker.start].lstrip())
        claims.append(
            Claim(begin, marker.end, (marker.index,), "quoted", checked=("verbatim",), unchecked=("meaning",))
        )
    return tuple(claims)


class _Sources:
    """The quotes by the numbers that a claim cites, and how far each speaks of each claim."""

    def __init__(self, citations: Sequence[Citation], scorers: Scorers) -> None:
        self.citations = citations
        self.scorers = scorers
        self._quoted: dict[tuple[int, ...], Quoted] = {}
        self._scores: dict[str, dict[tuple[int, tuple[int, ...]], float]] = {}

    def quoted(self, cited: tuple[int, ...]) -> Quoted:
        if cited not in self._quoted:
            some = [self.citations[number - 1] for number in cited]
            self._quoted[cited] = Quoted([one.quote for one in some], [one.section for one in some])
        return self._quoted[cited]

    def score(self, claims: Sequence[str], cited: Sequence[tuple[int, ...]]) -> None:
        """Score every claim by every source and by all that it cites together, in one call of each scorer."""
        groups = list(
            dict.fromkeys([*((number,) for number in range(1, len(self.citations) + 1)), *filter(None, cited)])
        )
        passages = [[sentence.text for sentence in self.quoted(group).sentences] for group in groups]
        for name, scorer in (("meaning", self.scorers.meaning), ("cross", self.scorers.cross)):
            if scorer is not None and claims:
                rows = scorer([plain(claim).strip() for claim in claims], passages)
                self._scores[name] = {
                    (number, group): min(1.0, max(0.0, float(value)))
                    for number, row in enumerate(rows)
                    for group, value in zip(groups, row, strict=True)
                }

    def support(self, number: int, claim: str, cited: tuple[int, ...], *, same_language: bool) -> dict[str, float]:
        """What each scorer that can read the claim says, by its name."""
        quoted = self.quoted(cited)
        found = {
            name: scores[number, cited] for name, scores in self._scores.items() if name == "cross" or same_language
        }
        share = (
            coverage(plain(claim), f"{quoted.text}\n{quoted.headings}", self.scorers.rarity) if same_language else None
        )
        return found if share is None else {"words": share, **found}

    def others(self, cited: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(one.index,) for one in self.citations if one.index not in cited]


def _claim(number: int, one: Sentence, bare: str, reading: Reading, sources: _Sources, *, spanish: bool) -> Claim:
    invented = [
        Reason("marker", found.text, found.start, found.end)
        for found in reading.violations
        if found.kind in BRACKETED and one.start <= found.start < one.end
    ]
    out_of_range = any(
        found.kind == "out_of_range" and one.start <= found.start < one.end for found in reading.violations
    )
    if not one.cited or out_of_range:
        return Claim(one.start, one.end, one.cited, "uncited", tuple(invented))
    said = bare[one.start : one.end]
    quoted = sources.quoted(one.cited)
    if one.kind in {"cites", "head"}:  # it says nothing by itself
        return Claim(one.start, one.end, one.cited, "supported", tuple(invented), unchecked=("meaning",))
    if one.kind == "code" and (read := _code(said, one, quoted)):
        return read
    same = _same_language(said, bare, quoted)
    checked, reasons = _facts(bare, one, reading, sources, spanish=spanish, same_language=same)
    reasons += _pointing(one, reading, quoted)
    scores = sources.support(number, said, one.cited, same_language=same)
    support = sum(scores.values()) / len(scores) if scores else None
    if support is not None:
        told = one.announces or not _ANCHORS.isdisjoint(checked)  # `Ingredients [1]:` says nothing by itself
        anchored, failed = not reasons and told, bool(reasons)
        reasons += _support(
            said, one, support, sources, number=number, anchored=anchored, failed=failed, spanish=spanish
        )
    placed = [Reason(r.kind, r.text, r.start + one.start, r.end + one.start, r.instead) for r in reasons]
    return Claim(
        one.start,
        one.end,
        one.cited,
        _verdict(reasons),
        (*invented, *placed),
        (*checked, *scores),
        _unchecked(scores, same=same),
        support,
    )


def _facts(
    bare: str, one: Sentence, reading: Reading, sources: _Sources, *, spanish: bool, same_language: bool
) -> tuple[tuple[str, ...], list[Reason]]:
    """The facts of a claim against its quotes; where it cites twice, each part of it against those that it cites itself.

    A part whose facts stand in the other quotes of the claim is faulted only where none of them stands in its own.
    """
    checked: list[str] = []
    reasons: list[Reason] = []
    for start, end, cited in parts_of(one, reading.spans):
        said = bare[start:end]
        kinds, found = compare(said, sources.quoted(cited), spanish=spanish, same_language=same_language)
        if found and cited != one.cited:
            _, elsewhere = compare(said, sources.quoted(one.cited), spanish=spanish, same_language=same_language)
            hard = sum(kind in _ANCHORS for kind in kinds)
            found = elsewhere or (found if hard and _none_stands(found, kinds) else [])
        checked += kinds
        reasons += [
            Reason(r.kind, r.text, r.start + start - one.start, r.end + start - one.start, r.instead) for r in found
        ]
    return tuple(dict.fromkeys(checked)), reasons


def _none_stands(found: Sequence[Reason], kinds: Sequence[str]) -> bool:
    """Whether something was found against every kind of hard fact of a part."""
    against = {reason.kind for reason in found}
    against |= _AMOUNTS if against & _AMOUNTS else frozenset[str]()
    return _ANCHORS.intersection(kinds) <= against


def _code(said: str, one: Sentence, quoted: Quoted) -> Claim | None:
    """A block of code is borne out where the quotes hold it, white space aside; None where only its words are theirs, in another layout."""
    lines = _FENCE_LINE.sub("", said)
    if _SPACE.sub("", lines) in _SPACE.sub("", "\n".join(quoted.quotes)):
        return Claim(one.start, one.end, one.cited, "supported", checked=("verbatim",), unchecked=("meaning",))
    held = [word.casefold() for word in _WORD.findall(f"{quoted.text}\n{quoted.headings}")]
    if all(any(other.startswith(word) for other in held) for word in map(str.casefold, _WORD.findall(lines))):
        return None
    reason = Reason("words", said, one.start, one.end)
    return Claim(one.start, one.end, one.cited, "unsupported", (reason,), ("verbatim",), ("meaning",))


def _verdict(reasons: Sequence[Reason]) -> Verdict:
    if any(reason.kind in _CONTRADICT or (reason.instead and reason.kind != "source") for reason in reasons):
        return "contradicted"
    return "unsupported" if reasons else "supported"


def _unchecked(scores: dict[str, float], *, same: bool) -> tuple[str, ...]:
    missing = () if "meaning" in scores or "cross" in scores else ("meaning",)
    return missing if same else (*missing, "words", "name", "negation", "direction")


def _pointing(one: Sentence, reading: Reading, quoted: Quoted) -> list[Reason]:
    """Pages and authors that the model wrote: they are the document's only where it has them in these words."""
    return [
        Reason("pointing", found.text, found.start - one.start, found.end - one.start)
        for found in reading.violations
        if found.kind in _POINTS and one.start <= found.start < one.end and not stands_in(found, quoted.quotes)
    ]


def _support(
    said: str,
    one: Sentence,
    support: float,
    sources: _Sources,
    *,
    number: int,
    anchored: bool,
    failed: bool,
    spanish: bool,
) -> list[Reason]:
    """Whether another source says it rather than the cited ones, or none does."""
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    for other in sources.others(one.cited):
        scores = sources.support(number, said, other, same_language=True)
        best = max(best, (sum(scores.values()) / max(1, len(scores)), other))
    lead = best[0] - support
    if best[1] and (lead > LEAD or (failed and lead > 0)):
        _, against = compare(said, sources.quoted(best[1]), spanish=spanish, same_language=True)
        if not against:
            return [Reason("source", said.strip(), 0, len(said), f"[{best[1][0]}]")]
    return [] if anchored or support >= LEAST_SUPPORT else [Reason("words", said.strip(), 0, len(said))]


def _same_language(said: str, answer: str, quoted: Quoted) -> bool:
    """Whether claim and quotes are in one language, as far as can be told."""
    own = language_of(said) or language_of(answer)
    return own is None or quoted.language is None or own == quoted.language


def _brackets(reading: Reading) -> list[Marker]:
    """All that stands in brackets and points, well formed or not: none of it is a word of the claim."""
    wrong = [Marker(0, found.start, found.end) for found in reading.violations if found.kind in BRACKETED]
    return [*reading.spans, *wrong]


def _says_none(said: str) -> bool:
    """Whether a sentence only says that the sources do not answer."""
    return " ".join(said.split()).casefold().rstrip(". ") == NOT_IN_SOURCES.casefold().rstrip(".")
