"""A knowledge base calibrated on golden questions: gate, cut, and what is known of both, written beside its seal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np

from pincite.errors import GoldenError, UsageError
from pincite.evaluate.calibrate.asked import NEAR, REMOVED, Asked, ask_all
from pincite.evaluate.calibrate.bank import Suspicious, bank_sha256, suspicious, with_bank
from pincite.evaluate.calibrate.certify import F64, needles_needed, observed_bar
from pincite.evaluate.calibrate.cut import Choice, Cut, choices, choose_cut
from pincite.evaluate.calibrate.lengths import about_lengths
from pincite.evaluate.calibrate.refit import can_refit, refit
from pincite.evaluate.calibrate.removed import ask_removed
from pincite.evaluate.calibrate.split import FEWEST, deciding, halve, needles
from pincite.evaluate.runs.product import Asking
from pincite.gate.probability import Model, model_for
from pincite.knowledge_base.door import KnowledgeBase
from pincite.knowledge_base.gates import SHIPPED_CUT, search_settings
from pincite.types.calibration import Calibration, GateMode
from pincite.types.golden import Corpus, GoldenSet

RATES = (0.01, 0.05, 0.10, 0.20, 0.30)
"""Bluff rates that a person is shown the price of."""
LEAST_BLUFF, MOST_CONFIDENCE = 1e-6, 0.999999
"""Beyond these a promise takes more questions than anybody could ask."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a calibration is to be: `method` None takes the one that gives up fewer on the half to fit on.

    `out_of_domain` asks the bank as well. `removed` asks every question with a needle once more without it, if nobody wrote near
    ones: next to those it would only blur the fit.
    """

    method: GateMode | None = None
    max_bluff: float = 0.05
    confidence: float = 0.95
    out_of_domain: bool = True
    removed: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        if not LEAST_BLUFF <= self.max_bluff < 1:
            raise UsageError(
                f"the bluff rate to keep is {self.max_bluff}: it must lie from {LEAST_BLUFF:g} to under 1, as 0.05"
            )
        if not 0.5 <= self.confidence <= MOST_CONFIDENCE:
            raise UsageError(
                f"the confidence is {self.confidence}: it must lie from 0.5 to {MOST_CONFIDENCE:g}, as 0.95"
            )
        if self.seed < 0:
            raise UsageError(f"the seed is {self.seed}: it must be 0 or more")


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A calibration, and what was noticed on the way: sentences for a person, and questions of the bank that may have an answer.

    `compared` has, by method, the share of answers given up at the wished bluff rate on the half to fit on, each question judged
    by models that saw none of its needle; empty where nothing was fitted. `choices` says what other bluff rates would give up.
    """

    calibration: Calibration
    notes: tuple[str, ...] = ()
    suspicious: tuple[Suspicious, ...] = ()
    compared: Mapping[str, float] = field(default_factory=dict)
    choices: tuple[Choice, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "calibration": self.calibration.to_json(),
            "notes": list(self.notes),
            "suspicious": [one.to_json() for one in self.suspicious],
            "compared": dict(self.compared),
            "choices": [one.to_json() for one in self.choices],
        }


def calibrate(
    kb: KnowledgeBase,
    golden: GoldenSet,
    corpus: Corpus,
    wish: Wish | None = None,
    *,
    asking: Asking | None = None,
    write: bool = True,
) -> Calibrated:
    """Ask the golden set, fit what can be fitted, choose the cut on the rest, and keep the outcome with the seal if `write`.

    `corpus` is `corpus_of(kb)`. Raises GoldenError without answerable or without unanswerable questions, UsageError where the
    method is `calibrated` and this search gives no signals, and what asking raises.
    """
    wanted, contents = wish or Wish(), kb.contents()
    whole = with_bank(golden) if wanted.out_of_domain else golden
    _check(whole, removed=wanted.removed)
    asked = ask_all(kb, whole, corpus, asking or Asking())
    doubtful = suspicious(asked, golden, whole) if wanted.out_of_domain else []
    asked += ask_removed(kb, golden, corpus) if wanted.removed and not needles(asked, NEAR) else []
    plan = _plan(asked, kb.embedder.profile.fingerprint, wanted)
    laxest = SHIPPED_CUT if plan.model else kb.embedder.profile.threshold
    cut = choose_cut(plan.tested, plan.model, max_bluff=wanted.max_bluff, confidence=wanted.confidence, laxest=laxest)
    learnt = about_lengths(golden) if plan.weights == "refitted" else ""
    bank = bank_sha256() if wanted.out_of_domain else ""
    sources = {"contents": contents, "golden": golden.sha256, "out_of_domain": bank}
    calibration = _record(kb, asked, plan, cut, sources)
    if write:
        kb.set_calibration(calibration)
    return Calibrated(
        calibration,
        tuple(note for note in (*plan.notes, learnt, *_about(asked, cut, wanted)) if note),
        tuple(doubtful),
        plan.compared,
        tuple(choices(plan.tested, plan.model, RATES, confidence=wanted.confidence, laxest=laxest)),
    )


@dataclass(frozen=True, slots=True)
class _Plan:
    """The gate to cut: `model` None is the distance; `tested` are the questions that nothing was fitted on."""

    model: Model | None
    weights: str
    tested: Sequence[Asked]
    notes: tuple[str, ...] = ()
    compared: Mapping[str, float] = field(default_factory=dict)


def _plan(asked: Sequence[Asked], fingerprint: str, wish: Wish) -> _Plan:
    if wish.method == "distance":
        return _Plan(None, "", asked)
    if all(one.seen is None for one in asked):
        if wish.method == "calibrated":
            raise UsageError(
                "the signals need both rankings and late interaction, and this search gave none: set mode = hybrid and "
                "rerank = late with an embedder that gives token vectors, or calibrate with --distance"
            )
        return _Plan(None, "", asked, ("this search gives no signals to weigh: calibrated by the distance",))
    fitted, tested = halve(asked, wish.seed, tested=needles_needed(wish.max_bluff, wish.confidence))
    if can_refit(fitted) and not (short := _short(asked, tested, wish)):
        return _refitted(fitted, tested, fingerprint, wish)
    return _unfitted(asked, fingerprint, wish, short if can_refit(fitted) else "")


def _short(asked: Sequence[Asked], tested: Sequence[Asked], wish: Wish) -> str:
    """The group that could be certified whole and not by half; empty where there is none."""
    needed = needles_needed(wish.max_bluff, wish.confidence)
    return next((g for g in deciding(asked) if len(needles(asked, g)) >= needed > len(needles(tested, g))), "")


def _refitted(fitted: Sequence[Asked], tested: Sequence[Asked], fingerprint: str, wish: Wish) -> _Plan:
    model, odds = refit(fitted, fingerprint, wish.seed)
    nearness = np.array([one.score(None) for one in fitted])
    compared = {
        "calibrated": _given_up_at(fitted, odds, wish.max_bluff),
        "distance": _given_up_at(fitted, nearness, wish.max_bluff),
    }
    note = f"weights fitted on {len(fitted)} questions, the cut chosen on {len(tested)} others"
    if wish.method is None and compared["distance"] <= compared["calibrated"]:
        note = f"the distance gives up no more than the signals: chosen on {len(fitted)} questions, cut on {len(tested)} others"
        return _Plan(None, "", tested, (note,), compared)
    return _Plan(model, "refitted", tested, (note,), compared)


def _unfitted(asked: Sequence[Asked], fingerprint: str, wish: Wish, short: str) -> _Plan:
    """Nothing is fitted, so all questions may choose the cut."""
    why = (
        f"there are too few {short} questions to fit on some and certify the others"
        if short
        else f"a fit takes {FEWEST} needles in the evidence and {FEWEST} that are not, in one half of the questions"
    )
    if wish.method is None:
        return _Plan(None, "", asked, (f"nothing was fitted, calibrated by the distance: {why}",))
    model = model_for(fingerprint)
    if model is None:
        raise UsageError(
            f"no refusal model ships for this embedder ({fingerprint[:12]}), and {why}: write more questions, or calibrate with "
            "--distance"
        )
    return _Plan(model, "shipped", asked, (f"the weights that ship are kept, only the cut was chosen: {why}",))


def _given_up_at(asked: Sequence[Asked], scores: F64, max_bluff: float) -> float:
    """The share of answerable questions that the laxest cut with so few bluffs, of each deciding group, gives up."""
    bars = [-np.inf]
    for group in deciding(asked):
        some = scores[[one.group == group for one in asked]]
        bars.append(observed_bar(some, int(max_bluff * len(some) + 1e-9)))
    yes = scores[[one.answerable for one in asked]]
    return float((yes <= max(bars)).mean())


def _check(golden: GoldenSet, *, removed: bool) -> None:
    if not any(question.answerable for question in golden.questions):
        raise GoldenError(
            f"{golden.name} has no answerable question: nothing would tell what a cut gives up; write some"
        )
    if all(question.answerable and not (removed and question.spans) for question in golden.questions):
        raise GoldenError(
            f"{golden.name} has no unanswerable question, and bluffs are counted on those: write some, see "
            "`pincite eval draft --unanswerable`, or leave the bank of out-of-domain questions in"
        )


def _record(
    kb: KnowledgeBase, asked: Sequence[Asked], plan: _Plan, cut: Cut, sources: Mapping[str, str]
) -> Calibration:
    profile = kb.embedder.profile
    return Calibration(
        method="distance" if plan.model is None else "calibrated",
        cut=cut.value,
        model=None if plan.model is None else asdict(plan.model),
        weights=plan.weights,
        embedder=profile.name,
        fingerprint=profile.fingerprint,
        questions=dict(Counter(one.kind or "answerable" for one in asked)),
        bluffs=cut.bluffs,
        given_up=cut.given_up,
        certificates=cut.certificates,
        settings=search_settings(kb.config),
        date=datetime.now(UTC).date().isoformat(),
        contents=sources["contents"],
        golden=sources["golden"],
        out_of_domain=sources["out_of_domain"],
    )


def _about(asked: Sequence[Asked], cut: Cut, wish: Wish) -> list[str]:
    """What a person must know before relying on it."""
    notes = []
    if not needles(asked, NEAR):
        instead = (
            "your own questions, asked of the index without their answers, stand for them"
            if needles(asked, REMOVED)
            else "nothing is known of bluffs to questions about the documents' own subject"
        )
        notes.append(
            f"no near questions were asked, {instead}: write {needles_needed(wish.max_bluff, wish.confidence)}, see "
            "`pincite eval draft --unanswerable`"
        )
    if cut.given_up.n and cut.given_up.count == cut.given_up.n:
        notes.append(
            "every answerable question is given up: no cut keeps so few bluffs here; allow more with --max-bluff"
        )
    return notes
