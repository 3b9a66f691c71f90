"""Whether a golden set can be told apart by counting words, which no gate should learn."""

from __future__ import annotations

from statistics import median

from pincite.evaluate.calibrate.asked import FAR
from pincite.evaluate.statistics.auroc import auroc
from pincite.types.golden import GoldenSet

TELLING = 0.6
"""An area above which, by its lower bound, length alone tells too much."""


def about_lengths(golden: GoldenSet) -> str:
    """A warning where answerable questions are longer than the near unanswerable ones, or shorter; empty where they are not.

    A gate that is fitted on such questions refuses by length: short ones where the answerable were long.
    """
    yes = [question for question in golden.questions if question.answerable]
    no = [question for question in golden.questions if not question.answerable and question.distance != FAR]
    if not yes or not no:
        return ""
    sizes = {question.id: len(question.question.split()) for question in (*yes, *no)}
    units = ([question.unit for question in yes], [question.unit for question in no])
    area = auroc([sizes[one.id] for one in yes], [sizes[one.id] for one in no], *units)
    if max(area.low, 1 - area.high) <= TELLING:
        return ""
    long, short = median(sizes[one.id] for one in yes), median(sizes[one.id] for one in no)
    told = max(area.value, 1 - area.value)
    return (
        f"answerable questions have {long:g} words and near ones {short:g} (medians): counting words alone tells {told:.0%} of "
        f"pairs apart, and weights fitted on these lean to refusing {'short' if long > short else 'long'} questions: write near "
        "questions as long as the others, or calibrate with --distance"
    )
