"""Intervals and tests against scipy, statsmodels and formulas written out a second time."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from scipy.stats import bootstrap, mannwhitneyu

from pincite.evaluate.statistics.auroc import auroc
from pincite.evaluate.statistics.bootstrap import bootstrap_difference, bootstrap_mean
from pincite.evaluate.statistics.clopper_pearson import clopper_pearson
from pincite.evaluate.statistics.holm import holm
from pincite.evaluate.statistics.sign_test import sign_test
from pincite.evaluate.statistics.wilson import wilson

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what its own dependencies deprecate is not our subject
    from statsmodels.stats.contingency_tables import mcnemar
    from statsmodels.stats.multitest import multipletests
    from statsmodels.stats.proportion import proportion_confint

pytestmark = pytest.mark.oracle


@pytest.mark.parametrize(("ours", "method"), [(wilson, "wilson"), (clopper_pearson, "beta")])
def test_intervals_of_proportions_are_those_of_statsmodels(ours, method):
    for n in (1, 2, 7, 64, 160, 2910):
        for hits in sorted({0, 1, n // 3, n // 2, n - 1, n}):
            found = ours(hits, n)
            assert (found.low, found.high) == pytest.approx(proportion_confint(hits, n, 0.05, method), abs=1e-9)


def test_the_sign_test_is_mcnemars_exact_test_on_pairs_of_hit_and_miss():
    for wins in range(25):
        for losses in range(25):
            oracle = mcnemar([[40, wins], [losses, 10]], exact=True).pvalue
            assert sign_test(wins, losses) == pytest.approx(oracle, abs=1e-12)


def test_holm_is_that_of_statsmodels_with_ties_and_ones():
    chance = random.Random(2)
    for size in range(1, 40):
        ps = [chance.choice((chance.random() ** 3, 0.01, 1.0)) for _ in range(size)]
        assert holm(ps) == pytest.approx(multipletests(ps, method="holm")[1].tolist(), abs=1e-12)


@pytest.mark.parametrize("draw", ["proportion", "reciprocal ranks", "normal"])
def test_the_bootstrap_of_single_questions_is_about_that_of_scipy(draw):
    chance = np.random.default_rng(11)
    values = {
        "proportion": chance.integers(0, 2, 200).astype(float),
        "reciprocal ranks": 1 / chance.integers(1, 30, 200),
        "normal": chance.normal(size=200),
    }[draw]
    oracle = bootstrap((values,), np.mean, n_resamples=10_000, method="percentile", rng=chance).confidence_interval
    found = bootstrap_mean(values.tolist(), [str(i) for i in range(200)])
    assert (found.low, found.high) == pytest.approx((oracle.low, oracle.high), abs=0.05 * (oracle.high - oracle.low))


def test_the_bootstrap_by_needle_is_that_of_drawing_needle_after_needle():
    """Needles of one to four phrasings, drawn one by one as the method is written."""
    chance = np.random.default_rng(12)
    needles = [chance.integers(0, 2, 1 + i % 4).astype(float) for i in range(60)]
    units = [str(i) for i, values in enumerate(needles) for _ in values]
    first = np.concatenate(needles)
    second = np.where(chance.random(len(first)) < 0.8, first, 1 - first)
    apart = dict(
        zip(range(60), np.split(first - second, np.cumsum([len(values) for values in needles])[:-1]), strict=True)
    )
    for values, found in (
        (dict(enumerate(needles)), bootstrap_mean(first.tolist(), units)),
        (apart, bootstrap_difference(first.tolist(), second.tolist(), units)),
    ):
        drawn = [np.concatenate([values[i] for i in chance.integers(0, 60, 60)]).mean() for _ in range(10_000)]
        low, high = np.quantile(drawn, (0.025, 0.975))
        assert (found.low, found.high) == pytest.approx((low, high), abs=0.05 * (high - low))


def delong(positives, negatives):
    """The area and its variance as DeLong wrote them, pair by pair."""
    pairs = (np.sign(np.subtract.outer(positives, negatives)) + 1) / 2
    over, under = pairs.mean(axis=1), pairs.mean(axis=0)
    return pairs.mean(), over.var(ddof=1) / len(over) + under.var(ddof=1) / len(under)


def test_the_area_is_that_of_mann_and_whitney_and_its_bounds_are_delongs():
    chance = np.random.default_rng(13)
    for decimals in (1, 8):  # with many ties, and without
        positives, negatives = chance.normal(1, 1, 70).round(decimals), chance.normal(0, 1, 50).round(decimals)
        found = auroc(positives.tolist(), negatives.tolist())
        area, variance = delong(positives, negatives)
        assert found.value == pytest.approx(mannwhitneyu(positives, negatives).statistic / (70 * 50))
        assert found.value == pytest.approx(area)
        half = 1.959964 * variance**0.5 / (area * (1 - area))
        logits = np.log(area / (1 - area)) + np.array([-half, half])
        assert (found.low, found.high) == pytest.approx(tuple(1 / (1 + np.exp(-logits))), abs=1e-6)


def test_the_bounds_by_needle_are_about_those_of_drawing_needles_again():
    chance = np.random.default_rng(14)
    needles = [chance.normal(1, 1) + chance.normal(0, 0.3, 3) for _ in range(50)]
    others = chance.normal(0, 1, 60)
    units = [str(i) for i in range(50) for _ in range(3)]
    found = auroc(np.concatenate(needles).tolist(), others.tolist(), units)

    def again():
        positives = np.concatenate([needles[i] for i in chance.integers(0, 50, 50)])
        return auroc(positives.tolist(), chance.choice(others, 60).tolist()).value

    low, high = np.quantile([again() for _ in range(2000)], (0.025, 0.975))
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.015)
