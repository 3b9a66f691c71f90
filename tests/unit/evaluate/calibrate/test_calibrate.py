"""Fitting a refusal model: the direction of signals, needles kept together, an index without its answer."""

import numpy as np
import pytest

from fakes import FakeEmbedder
from pincite.evaluate.calibrate.cross_validate import PENALTIES, best_penalty, folds, left_out_odds, log_loss
from pincite.evaluate.calibrate.logistic import fit_logistic
from pincite.evaluate.calibrate.rows import Row, labels, values, weights
from pincite.evaluate.calibrate.without import without_needle
from pincite.evaluate.corpus import read_corpus
from pincite.evaluate.runs.index import build_index
from pincite.evaluate.strategies.cuts import default_cut
from pincite.gate.probability import SIGNALS
from pincite.gate.signals.example import SEEN
from pincite.retrieve.search import search
from pincite.types.golden import Question, Span

CHANCE = np.random.default_rng(5)
NOISY = CHANCE.normal(size=(400, 3))
TRUE = CHANCE.random(400) < 1 / (1 + np.exp(-(1.5 * NOISY[:, 0] - NOISY[:, 1])))
EVEN = np.ones(400)


def row(id_, part, weight=1.0, *, held=True):
    return Row(id_, id_, SEEN, answerable=held, in_evidence=held, part=part, weight=weight)


def test_a_signal_that_speaks_against_an_answer_gets_no_weight():
    fit = fit_logistic(NOISY, TRUE, EVEN, 1.0)
    assert fit.weights[0] > 0.5
    assert fit.weights[1] == 0.0


def test_without_a_penalty_the_fit_is_the_maximum_likelihood():
    fit = fit_logistic(NOISY[:, :1], TRUE, EVEN, 0.0)
    odds = fit.odds(NOISY[:, :1])
    left = TRUE - 1 / (1 + np.exp(-odds))
    assert left.sum() == pytest.approx(0, abs=0.05)
    assert left @ NOISY[:, 0] == pytest.approx(0, abs=0.05)


def test_a_signal_that_never_changes_does_not_break_the_fit():
    fit = fit_logistic(np.column_stack([NOISY[:, 0], np.ones(400)]), TRUE, EVEN, 1.0)
    assert np.isfinite(fit.weights).all()
    assert np.isfinite(fit.intercept)


def test_a_signal_that_changes_by_rounding_only_weighs_nothing():
    fit = fit_logistic(np.column_stack([NOISY[:, 0], np.full(400, 0.7)]), TRUE, np.full(400, 0.1), 1.0)
    assert abs(fit.weights[1]) < 1


def test_a_weight_of_two_is_the_same_as_the_row_twice():
    twice = fit_logistic(np.concatenate([NOISY, NOISY[:50]]), np.concatenate([TRUE, TRUE[:50]]), np.ones(450), 1.0)
    heavy = fit_logistic(NOISY, TRUE, np.where(np.arange(400) < 50, 2.0, 1.0), 1.0)
    assert heavy.weights == pytest.approx(twice.weights, abs=1e-3)


def test_phrasings_of_a_needle_are_left_out_together_and_every_row_once():
    units = [f"needle {number // 2}" for number in range(30)]
    outs = list(folds(units, 10))
    assert np.sum(outs, axis=0).tolist() == [1] * 30
    for out in outs:
        assert (out[0::2] == out[1::2]).all()


def test_left_out_odds_of_noise_tell_nothing():
    noise = CHANCE.random(400) < 0.5
    odds = left_out_odds(NOISY, noise, EVEN, [str(number) for number in range(400)])
    assert log_loss(odds, noise).mean() > 0.68


def test_a_needle_that_is_known_by_heart_is_no_help_where_it_is_left_out():
    units = [str(number // 2) for number in range(60)]
    marks = np.repeat(np.eye(30), 2, axis=0)
    said = np.repeat(CHANCE.random(30) < 0.5, 2)
    odds = left_out_odds(marks, said, np.ones(60), units, penalty=0.01)
    assert log_loss(odds, said).mean() > 0.6


def test_the_penalty_is_one_of_the_grid():
    assert best_penalty(NOISY, TRUE, EVEN, [str(number) for number in range(400)]) in PENALTIES


def test_a_part_weighs_the_same_however_many_questions_it_has():
    rows = [row("a", "set/answerable"), *(row(f"n{i}", "set/near", 0.5, held=False) for i in range(3))]
    found = weights(rows)
    assert found.sum() == pytest.approx(4)
    assert found[0] == pytest.approx(2 * found[1:].sum())
    assert labels(rows).tolist() == [True, False, False, False]


def test_values_stand_in_the_order_of_the_signals():
    assert values([row("a", "set/answerable")]).tolist() == [[signal(SEEN) for signal in SIGNALS.values()]]
    assert values([]).shape == (0, len(SIGNALS))


@pytest.fixture
def index(tmp_path):
    for name, text in {
        "tea.md": "# Tea\n\nGreen tea is grown in Uji.\n\n## Price\n\nIt costs 12 euro a box.",
        "copy.md": "# Copy\n\n## Price\n\nIt costs 12 euro a box.",
        "rent.md": "# Rent\n\nRent is due on the first day.",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    embedder = FakeEmbedder(projection=None)
    return build_index(read_corpus(tmp_path), default_cut(embedder, 40), embedder), embedder


def asked(index, words):
    for document in index.documents:
        at = document.source.document.text.find(words)
        if at >= 0:
            span = Span(document.source.name, at, at + len(words), words)
            return Question("q1a", "What does it cost?", "q1", answerable=True, spans=(span,))
    raise AssertionError(words)


def test_the_chunks_of_a_needle_and_their_twins_are_gone(index):
    built, embedder = index
    view = without_needle(built, asked(built, "12 euro"))
    quotes = [hit.quote for hit in search(view, embedder, "What does it cost?", k=20, rerank="none").hits]
    assert quotes
    assert not any("12 euro" in quote for quote in quotes)
    assert any("12 euro" in hit.quote for hit in search(built, embedder, "euro", rerank="none").hits)


def test_words_of_what_is_gone_are_unknown_and_the_others_stay(index):
    built, _ = index
    view = without_needle(built, asked(built, "12 euro"))
    assert view.postings("euro")[0].tolist() == []
    (row_of_uji,) = view.postings("uji")[0].tolist()
    assert "Uji" in view.chunk(row_of_uji).content
    assert len(view.vectors) == len(view.lengths) == len(view.document_of) == len(view.content_of)


def test_it_is_searched_to_the_same_bits_as_an_index_that_never_had_those_chunks(index, tmp_path):
    built, embedder = index
    cut = default_cut(embedder, 40)
    corpus = read_corpus(tmp_path)
    never = build_index(corpus, lambda one: [chunk for chunk in cut(one) if "12 euro" not in chunk.content], embedder)
    view = without_needle(built, asked(built, "12 euro"))
    for query in ("What does it cost?", "green tea", "euro", "first day rent"):
        one, other = (search(which, embedder, query, k=20, rerank="none") for which in (view, never))
        assert [(hit.quote, hit.score, hit.distance) for hit in one.hits] == [
            (hit.quote, hit.score, hit.distance) for hit in other.hits
        ]
