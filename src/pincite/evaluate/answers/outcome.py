"""What became of one question when a model wrote the answer: the two failures, told apart.

Where the evidence holds the needle, a model can use it and cite it, use it without a citation, contradict it, ignore it, or
say that the sources do not answer. Where
it does not, whatever the gate let pass, a model can say so or bluff. The first is a failure of reading, the second one of
honesty, and each asks for another remedy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from pincite.answer.facts.find import facts_of
from pincite.answer.facts.negations import content_stems
from pincite.answer.facts.plain import plain
from pincite.evaluate.refusal.share import Share
from pincite.types.answer import Abstention, Answer, Citation, Claim
from pincite.types.golden import Question, Span

Kind = Literal["refused", "withheld", "used", "uncited", "contradicted", "ignored", "abstained", "bluffed", "said so"]

IN_EVIDENCE: tuple[Kind, ...] = ("used", "uncited", "contradicted", "ignored", "abstained", "withheld")
NOT_IN_EVIDENCE: tuple[Kind, ...] = ("bluffed", "said so", "withheld")

LEAST_SHARED = 0.25
"""The share of a needle's words that a claim must repeat, where the needle has no fact, to have used it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question: whether the evidence held its needle, what the model did, and how steady its claims were (None: not sampled)."""

    id: str
    unit: str
    in_evidence: bool
    kind: Kind
    claims: int
    failed: int
    steady: float | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "unit": self.unit,
            "in_evidence": self.in_evidence,
            "outcome": self.kind,
            "claims": self.claims,
            "failed": self.failed,
            "steady": self.steady,
        }


def judge_answer(
    question: Question, result: Answer | Abstention, needles: dict[int, tuple[str, ...]], steady: float | None = None
) -> Outcome:
    """The outcome of one question; `needles` are the needle texts that each citation holds, by its number.

    A needle is used when a claim that holds cites a citation with it and repeats one of its facts or enough of its words.
    """
    if isinstance(result, Abstention):
        kind: Kind = "refused" if result.kind == "gate" else "withheld"
        return Outcome(question.id, question.unit, bool(needles), kind, 0, 0)
    failed = sum(not claim.holds for claim in result.claims)
    kind = _with_needle(result, needles) if needles else ("said so" if result.says_none else "bluffed")
    return Outcome(question.id, question.unit, bool(needles), kind, len(result.claims), failed, steady)


def needles_of(
    citations: Sequence[Citation], spans: Sequence[Span], names: dict[str, str], texts: dict[str, str]
) -> dict[int, tuple[str, ...]]:
    """The needles that lie whole in each citation, by its number; citations without one are left out.

    `names` gives the corpus' name of each document id, `texts` the canonical text by that name.
    """
    found = {
        one.index: tuple(texts[span.document][span.start : span.end] for span in spans if _holds(one, span, names))
        for one in citations
    }
    return {index: needles for index, needles in found.items() if needles}


def counted(outcomes: Sequence[Outcome], kinds: Sequence[Kind], *, in_evidence: bool) -> dict[str, Share]:
    """How many of the questions whose evidence held the needle, or did not, ended in each way; refused ones are no part of it."""
    some = [one for one in outcomes if one.in_evidence == in_evidence and one.kind != "refused"]
    return {kind: Share(sum(one.kind == kind for one in some), len(some)) for kind in kinds}


def _with_needle(answer: Answer, needles: dict[int, tuple[str, ...]]) -> Kind:
    if answer.says_none:
        return "abstained"
    about = [claim for claim in answer.claims if any(number in needles for number in claim.cited)]
    if any(claim.holds and _uses(answer, claim, needles) for claim in about):
        return "used"
    if any(claim.verdict == "contradicted" for claim in about):
        return "contradicted"
    every = tuple(needles)
    uncited = any(_uses(answer, replace(claim, cited=every), needles) for claim in answer.claims if not claim.cited)
    return "uncited" if uncited else "ignored"


def _uses(answer: Answer, claim: Claim, needles: dict[int, tuple[str, ...]]) -> bool:
    said = answer.text[claim.start : claim.end]
    for needle in (text for number in claim.cited for text in needles.get(number, ())):
        wanted = {value for fact in facts_of(needle, spanish=False) if fact.need == "always" for value in fact.values}
        own = {value for fact in facts_of(said, spanish=False) for value in fact.values}
        words = set(content_stems(plain(needle)))
        shared = len(words & set(content_stems(plain(said)))) / max(1, len(words))
        if (wanted and wanted & own) or shared >= LEAST_SHARED:
            return True
    return False


def _holds(citation: Citation, span: Span, names: dict[str, str]) -> bool:
    places = [(citation.document_id, citation.locator), *((one.document_id, one.locator) for one in citation.places)]
    return any(
        names.get(document) == span.document and place.start <= span.start and span.end <= place.end
        for document, place in places
    )
