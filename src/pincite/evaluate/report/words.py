"""What the figures of a report say and how to read them, in plain words."""

from __future__ import annotations

from pincite.evaluate.refusal.share import Share
from pincite.evaluate.report.gather import Report
from pincite.evaluate.report.numbers import between
from pincite.types.amount import amount
from pincite.types.measured import Row

ASKED = "What was measured, so that anyone can tell whether two reports are about the same thing."
FOUND = (
    "R@k is the share of questions whose needle, the whole passage that answers them, lies within the first k hits; MRR is "
    "the mean of 1 / rank. Brackets hold 95% intervals: where two overlap widely, only the comparison below can tell."
)
PARTS = "The same figures for each phrasing and each kind of question, of the first run."
LOST = (
    "Every question counts once, at the first step that loses its needle: what no chunk holds can't be found, what is found "
    "too low can't be evidence, and what is too far is refused."
)
COMPARED = (
    "Both runs answered the same questions, so only those count on which they differ: a needle is one vote, with all its "
    "phrasings, and p is how often a fair coin would be as lopsided."
)
DISTANCES = (
    "The distance of the nearest passage decides whether a question is answered at all: the further the two heaps lie apart, "
    "the better one threshold can tell them."
)
TRADE = "Every threshold buys fewer bluffs with more answers given up; neither number means anything without the other."
SWEEP = (
    "The gate at one threshold after another, just as it stands before an answer: of the answerable questions those with the needle in the "
    "evidence, with other evidence, and given up; of the unanswerable ones those that would be answered, which are bluffs."
)
RISK = (
    "As the gate opens, from the left, more questions are let through; the curve is the share of failures among them, so a "
    "good gate keeps it low for long."
)
SEPARATION = (
    "AUROC is the chance that an answerable question lies nearer than an unanswerable one: 1 tells them apart, .5 is a coin. "
    "AURC and AUGRC sum up the curves of risk; lower is better."
)
MISSED = "The needle that was wanted, where it stood, and the words that came first instead."
BLUFFS = "Questions that the documents don't answer, and the evidence that the gate would let through for them."


def headline(report: Report) -> list[str]:
    """What a hurried reader should know of the first run, a sentence each."""
    row = report.rows[report.first.name][0]
    return [*_found(report, row), *_destroyed(row), *_refused(report)]


def _found(report: Report, row: Row) -> list[str]:
    cuts = [k for k in row.recall if k <= report.first.evidence] or list(row.recall)
    if not row.n or not cuts:
        return ["No question has a known needle, so nothing is known of what is found."]
    k = max(cuts) if cuts[0] <= report.first.evidence else min(cuts)
    passages = "first passage" if k == 1 else f"first {k} passages"
    return [f"The needle lies within the {passages} for {between(row.recall[k])} of {amount(row.n, 'question')}."]


def _destroyed(row: Row) -> list[str]:
    if not row.n:
        return []
    if not row.destroyed:
        return [f"Chunking destroyed none of {amount(row.units, 'needle')}."]
    return [f"Chunking destroyed {row.destroyed} of {amount(row.units, 'needle')}: no chunk holds them whole."]


def _refused(report: Report) -> list[str]:
    if report.refusal is None:
        return ["No question here should be refused, so nothing is known of bluffs."]
    now = report.refusal.in_force
    if now.cut is None:
        return ["No threshold is set, so every question would be answered, the unanswerable ones too."]
    where = (
        f"At the threshold {now.cut:g}" if now.method == "distance" else f"Under a chance of {now.cut:g} (calibrated)"
    )
    bluffs = f"{_told(now.bluffs)} unanswerable questions would be answered"
    return [f"{where}, {bluffs}, and {_told(now.given_up)} answers are given up."]


def _told(share: Share) -> str:
    return f"{share.count} of {share.n} ({between(share.interval)})" if share.n else "none of 0"
