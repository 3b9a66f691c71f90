"""A fit in two steps: the weights know who is answerable, the chance what the evidence holds."""

from dataclasses import replace

import numpy as np
import pytest

from pincite.evaluate.calibrate.fit_rows import fit_rows
from pincite.evaluate.calibrate.rows import Row, values
from pincite.gate.signals.example import SEEN

CHANCE = np.random.default_rng(3)


def rows(*, found=1.0):
    """Two hundred questions: answerable ones have the higher BM25, and of these `found` have the needle in the evidence."""
    made = []
    for number in range(200):
        answerable = number % 2 == 0
        bm25 = float(CHANCE.normal(9.0 if answerable else 5.0, 1.5))
        held = answerable and CHANCE.random() < found
        made.append(
            Row(f"q{number}", f"n{number}", replace(SEEN, bm25=bm25), answerable, held, "a" if answerable else "b")
        )
    return made


def test_the_chance_is_as_often_right_as_it_says_of_the_evidence():
    some = rows(found=0.5)
    chance = 1 / (1 + np.exp(-fit_rows(some).odds))
    assert chance.mean() == pytest.approx(np.mean([row.in_evidence for row in some]), abs=0.02)


def test_what_was_not_found_turns_no_weight_around():
    every, half = fit_rows(rows()).fit.weights, fit_rows(rows(found=0.5)).fit.weights
    assert np.argmax(every) == np.argmax(half) == 0
    assert every[0] > half[0] > 0


def test_the_model_gives_nearly_what_left_out_rows_were_given():
    some = rows()
    fitted = fit_rows(some)
    assert np.corrcoef(fitted.fit.odds(values(some)), fitted.odds)[0, 1] > 0.98


def test_signals_that_are_not_named_are_not_fitted():
    assert len(fit_rows(rows(), ("words", "tokens")).fit.weights) == 2
