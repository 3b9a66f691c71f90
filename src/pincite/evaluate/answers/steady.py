"""How steady an answer is: what the same model says when it is asked again and may choose its words.

A model that knows says the same each time; one that makes things up does not. Manakul et al., "SelfCheckGPT", EMNLP 2023,
with our comparison of facts in the place of a second model.
"""

from __future__ import annotations

from collections.abc import Sequence

from pincite.answer.claims import without_markers
from pincite.answer.compare import compare
from pincite.answer.facts.quoted import Quoted
from pincite.answer.support import coverage
from pincite.types.answer import Abstention, Answer

LEAST_COVERED = 0.5
"""The share of a claim's words that another answer must hold to say the same."""


def steadiness(answer: Answer, others: Sequence[Answer | Abstention]) -> float | None:
    """The mean, over the claims of `answer`, of the share of `others` that say the same; None where there is nothing to compare.

    Another answer says the same when no fact of the claim is missing from it and it holds half of the claim's words.
    """
    bare = without_markers(answer.text, answer.markers)
    claims = [bare[claim.start : claim.end] for claim in answer.claims]
    if not claims or not others:
        return None
    said = [without_markers(one.text, one.markers) if isinstance(one, Answer) else "" for one in others]
    return sum(_says(claim, text) for claim in claims for text in said) / (len(claims) * len(said))


def _says(claim: str, text: str) -> bool:
    if not text.strip():
        return False
    _, against = compare(claim, Quoted([text]), spanish=False, same_language=True)
    covered = coverage(claim, text)
    return not against and (covered is None or covered >= LEAST_COVERED)
