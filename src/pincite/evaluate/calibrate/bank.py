"""Questions about everything that documents are seldom about, so that the far half of a calibration needs no writing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.resources import as_file, files
from typing import Any

import numpy as np

from pincite.evaluate.calibrate.asked import Asked
from pincite.evaluate.refusal.far import with_far
from pincite.lexical.language import detect_language
from pincite.types.golden import GoldenSet

LANGUAGES = ("en", "es")
_BANK = files("pincite.evaluate.calibrate") / "out_of_domain.jsonl"


@dataclass(frozen=True, slots=True)
class Suspicious:
    """A question of the bank that these documents may well answer, with its nearest distance."""

    id: str
    question: str
    distance: float

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "question": self.question, "distance": self.distance}


def with_bank(golden: GoldenSet) -> GoldenSet:
    """The golden set and the questions of the bank in its language, as far ones; raises as `with_far`.

    The bank has 160 in English and as many in Spanish. A set in another language, or in none that is clear, gets all 320.
    """
    with as_file(_BANK) as path:
        whole = with_far(golden, path)
    language = detect_language("\n".join(question.question for question in golden.questions))
    if language not in LANGUAGES:
        return whole
    own = len(golden.questions)
    bank = (question for question in whole.questions[own:] if question.id.startswith(f"ood-{language}"))
    return replace(whole, questions=(*golden.questions, *bank))


def bank_sha256() -> str:
    """The hash of the bank."""
    return sha256(_BANK.read_bytes()).hexdigest()


def suspicious(asked: Sequence[Asked], golden: GoldenSet, whole: GoldenSet) -> list[Suspicious]:
    """Questions of the bank that lie nearer to the documents than half of the answerable ones do.

    `golden` is the set before the bank was added, `whole` after. They are counted nevertheless: a cut that refuses one that has an
    answer is stricter than it need be, never laxer.
    """
    own = {question.id for question in golden.questions}
    words = {question.id: question.question for question in whole.questions}
    yes = [one.distance for one in asked if one.answerable]
    if not yes:
        return []
    usual = float(np.median(yes))
    found = [one for one in asked if one.id not in own and one.distance < usual]
    return [
        Suspicious(one.id, words[one.id], one.distance) for one in sorted(found, key=lambda one: (one.distance, one.id))
    ]
