"""What becomes of an answer with claims that do not stand up: shown with flags, shown without them, or withheld."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pincite.types.answer import Abstention, Answer, Claim, Evidence, Marker, Reason, Violation

Policy = Literal["flag", "drop", "strict"]
"""`flag` shows the whole answer with its verdicts, `drop` takes such claims out, `strict` withholds the answer."""

Cut = tuple[int, int]


_MARK_OF_LIST = re.compile(r"[^\w\n]{0,20}(?:\w{1,3}[.)])?[^\w\n]{0,20}(?:\[[xX]\]\s{0,9})?")


def apply_policy(answer: Answer, evidence: Evidence, policy: Policy) -> Answer | Abstention:
    """`answer` under `policy`; an answer whose claims all hold comes back as it is.

    A claim does not hold when it is `uncited`, `unsupported` or `contradicted`. Under `drop` an answer that would have nothing
    left is withheld. An answer without any claim is one where nothing could be checked: `strict` withholds it, unless
    all it says is that the sources do not answer.
    """
    failed = [claim for claim in answer.claims if not claim.holds]
    empty = not answer.claims and not answer.says_none
    if policy == "flag" or not (failed or (empty and policy == "strict")):
        return answer
    if policy == "strict" or len(failed) == len(answer.claims):
        return _withheld(answer, evidence, failed)
    return without_claims(answer, failed)


def without_claims(answer: Answer, failed: Sequence[Claim]) -> Answer:
    """`answer` without some of its claims, every remaining place moved to where its words now are; a note says how many."""
    cuts = _cuts(answer.text, failed)
    markers = [_moved_marker(one, cuts) for one in answer.markers if not _inside(one.start, cuts)]
    violations = [_moved_violation(one, cuts) for one in answer.violations if not _touches(one, cuts)]
    claims = [_moved_claim(one, cuts) for one in answer.claims if one not in failed]
    note = f"dropped: {len(failed)} of {len(answer.claims)} sentences ({_counted(failed)})"
    return replace(
        answer,
        text=_without(answer.text, cuts),
        markers=tuple(markers),
        cited=tuple(dict.fromkeys(marker.index for marker in markers)),
        violations=tuple(violations),
        claims=tuple(claims),
        notes=(*answer.notes, note),
    )


def _withheld(answer: Answer, evidence: Evidence, failed: Sequence[Claim]) -> Abstention:
    what = f"{len(failed)} of its {len(answer.claims)} sentences did not stand up ({_counted(failed)})"
    return Abstention(
        question=answer.question,
        reason=f"An answer was written and withheld: {what if failed else 'nothing in it could be checked'}.",
        gate=answer.gate,
        nearest=evidence.hits,
        notes=answer.notes,
        decided_by="unsupported",
        kind="unsupported",
        generator=answer.generator,
    )


def _counted(failed: Sequence[Claim]) -> str:
    counts = Counter(claim.verdict for claim in failed)
    return ", ".join(
        f"{counts[verdict]} {verdict}" for verdict in ("contradicted", "unsupported", "uncited") if counts[verdict]
    )


def _cuts(text: str, failed: Sequence[Claim]) -> list[Cut]:
    """What goes: a claim with the space after it, and the whole line where nothing else stands on it but a mark of a list."""
    cuts: list[Cut] = []
    for claim in failed:
        start, end = claim.start, claim.end
        line = max(text.rfind("\n", 0, start) + 1, cuts[-1][1] if cuts else 0)
        stop = text.find("\n", end)
        stop = len(text) if stop < 0 else stop
        if not text[end:stop].strip() and _MARK_OF_LIST.fullmatch(text, line, start):
            start, end = line, min(stop + 1, len(text))
        else:
            end += len(text[end:stop]) - len(text[end:stop].lstrip())
        cuts.append((start, end))
    return cuts


def _without(text: str, cuts: Sequence[Cut]) -> str:
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
    return "".join(text[start:end] for start, end in zip(starts, ends, strict=True))


def _inside(place: int, cuts: Sequence[Cut]) -> bool:
    return any(start <= place < end for start, end in cuts)


def _touches(one: Violation, cuts: Sequence[Cut]) -> bool:
    """Whether a part of it goes: a page whose number stands on another line than its `p.` points no more."""
    return any(start < one.end and one.start < end for start, end in cuts)


def _moved(place: int, cuts: Sequence[Cut]) -> int:
    return place - sum(min(end, place) - start for start, end in cuts if start < place)


def _moved_marker(one: Marker, cuts: Sequence[Cut]) -> Marker:
    return replace(one, start=_moved(one.start, cuts), end=_moved(one.end, cuts))


def _moved_violation(one: Violation, cuts: Sequence[Cut]) -> Violation:
    return replace(one, start=_moved(one.start, cuts), end=_moved(one.end, cuts))


def _moved_claim(one: Claim, cuts: Sequence[Cut]) -> Claim:
    reasons = tuple(_moved_reason(reason, cuts) for reason in one.reasons)
    return replace(one, start=_moved(one.start, cuts), end=_moved(one.end, cuts), reasons=reasons)


def _moved_reason(one: Reason, cuts: Sequence[Cut]) -> Reason:
    return replace(one, start=_moved(one.start, cuts), end=_moved(one.end, cuts))
