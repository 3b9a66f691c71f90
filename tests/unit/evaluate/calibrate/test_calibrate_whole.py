"""From questions to a calibration: what is fitted, which half chooses the cut, what is said, and what is kept."""

import json
from dataclasses import replace

import numpy as np
import pytest

from fakes import FakeEmbedder, FakeProjection
from pincite.config import Config
from pincite.errors import GoldenError, UsageError
from pincite.evaluate.calibrate import calibrate as calibrate_module
from pincite.evaluate.calibrate.asked import Asked, ask_all
from pincite.evaluate.calibrate.bank import bank_sha256, suspicious, with_bank
from pincite.evaluate.calibrate.calibrate import Wish, calibrate
from pincite.evaluate.calibrate.refit import can_refit, refit
from pincite.evaluate.calibrate.removed import Hidden, ask_removed
from pincite.evaluate.corpus import corpus_of
from pincite.evaluate.golden.read import read_golden
from pincite.evaluate.runs.product import Asking, run_knowledge_base
from pincite.gate.probability import Model, shipped_models
from pincite.gate.signals.example import SEEN
from pincite.knowledge_base.door import KnowledgeBase
from pincite.retrieve.search import search
from pincite.types.golden import GoldenSet, Question
from small_course import write_course

UNFITTED = replace(shipped_models()[0], fingerprint="fake")


def asked(group, number, strength, letter=""):
    """A question whose search is the stronger, the higher `strength` (from 0 to 1) is."""
    seen = replace(SEEN, late=strength, late_mean=strength / 2, cosine=0.4 + strength / 2, bm25=12 * strength)
    yes = group == "answerable"
    kind = "" if yes else group
    return Asked(f"{group}{number}{letter}", f"{group}{number}", yes, yes, kind, 1 - strength, seen)


def questions(near=130, far=130, yes=60, seed=0, *, told=True):
    chance = np.random.default_rng(seed)
    centre = {"answerable": 0.8, "near": 0.5, "far": 0.2} if told else dict.fromkeys(("answerable", "near", "far"), 0.5)
    return [
        asked(group, number, float(np.clip(chance.normal(centre[group], 0.1), 0, 1)))
        for group, count in (("answerable", yes), ("near", near), ("far", far))
        for number in range(count)
    ]


def plan(some, method=None, **wish):
    return calibrate_module._plan(some, "fake", Wish(method, **wish))


def test_the_cut_is_chosen_on_needles_that_the_weights_were_not_fitted_on():
    some = questions()
    found = plan(some, "calibrated")
    assert (found.weights, found.model.name) == ("refitted", "refitted")
    assert len(found.tested) == 160
    assert found.model.fitted_on["questions"] == 160
    assert all(weight >= 0 for weight in found.model.weights.values())


def test_no_fit_takes_questions_of_both_halves():
    some = questions()
    tested = {one.unit for one in plan(some, "calibrated").tested}
    mixed = [replace(one, in_evidence=not one.in_evidence) if one.unit in tested else one for one in some]
    assert plan(mixed, "calibrated").model.weights == plan(some, "calibrated").model.weights


def test_with_too_few_needles_the_weights_that_ship_are_kept_and_it_is_said(monkeypatch):
    monkeypatch.setattr(calibrate_module, "model_for", lambda fingerprint: UNFITTED)
    some = questions(near=30, far=60, yes=30)
    found = plan(some, "calibrated")
    assert (found.model, found.weights, found.tested) == (UNFITTED, "shipped", some)
    assert "weights that ship are kept" in found.notes[0]
    assert plan(some).model is None


def test_needles_that_a_half_could_not_certify_are_not_spent_on_a_fit(monkeypatch):
    monkeypatch.setattr(calibrate_module, "model_for", lambda fingerprint: UNFITTED)
    found = plan(questions(near=78), "calibrated")
    assert found.weights == "shipped"
    assert "too few near questions to fit on some and certify the others" in found.notes[0]


def test_as_many_needles_as_a_certificate_takes_are_tested_where_enough_are_left_to_fit_on():
    found = plan(questions(near=80), "calibrated")
    assert found.weights == "refitted"
    assert [sum(one.group == group for one in found.tested) for group in ("answerable", "near", "far")] == [30, 59, 65]


def test_the_method_that_gives_up_fewer_on_the_fitting_half_is_taken_and_the_distance_when_equal():
    some = questions(told=False)
    clear = [replace(one, distance=0.1 if one.answerable else 0.9) for one in some]
    assert plan(clear).model is None
    vague = [replace(one, distance=0.5) for one in questions()]
    assert plan(vague).model is not None
    assert set(plan(vague).compared) == {"calibrated", "distance"}


def test_a_search_without_signals_is_calibrated_by_the_distance_and_refuses_signals():
    some = [replace(one, seen=None) for one in questions()]
    assert plan(some).model is None
    with pytest.raises(UsageError, match="mode = hybrid"):
        plan(some, "calibrated")


def test_an_embedder_without_a_shipped_model_and_too_few_questions_is_told_what_to_do():
    with pytest.raises(UsageError, match="write more questions, or calibrate with --distance"):
        plan(questions(near=5, far=60, yes=5), "calibrated")


def test_the_left_out_log_odds_tell_the_sides_apart_and_a_question_without_signals_is_refused():
    some = [*questions(), replace(asked("near", 999, 0.5), seen=None)]
    model, odds = refit(some, "fake")
    assert isinstance(model, Model)
    assert odds[-1] == -np.inf
    assert model.fitted_on["auroc"]["value"] > 0.95
    assert can_refit(some)
    assert not can_refit(questions(yes=19))


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_bluff": 0.0},
        {"max_bluff": 1e-320},
        {"max_bluff": 1.0},
        {"max_bluff": float("nan")},
        {"confidence": 1.0},
        {"confidence": 1 - 1e-16},
        {"confidence": 0.4},
        {"seed": -1},
    ],
)
def test_rates_and_seeds_without_a_meaning_are_refused(wrong):
    with pytest.raises(UsageError, match=r"must (lie|be 0 or more)"):
        Wish(**wrong)


@pytest.fixture
def kb(tmp_path, monkeypatch):
    for module in ("retrieve.rerank", "knowledge_base.models"):
        monkeypatch.setattr(f"pincite.{module}.load_projection", lambda name: FakeProjection())
    with KnowledgeBase(tmp_path / "kb", config=Config(), embedder=FakeEmbedder()) as kb:
        kb.add(write_course(tmp_path))
        yield kb


def golden(tmp_path, corpus, *more):
    path = tmp_path / "gold.jsonl"
    path.write_text(path.read_text("utf-8") + "".join(json.dumps(row) + "\n" for row in more), "utf-8")
    return read_golden(path, corpus)


NEAR = {"id": "u2", "question": "What does black tea from Uji cost?", "answerable": False, "distance": "near"}


def test_a_knowledge_base_keeps_what_it_was_calibrated_to_and_asks_by_it(kb, tmp_path):
    corpus = corpus_of(kb)
    found = calibrate(kb, golden(tmp_path, corpus, NEAR), corpus, Wish("distance"))
    kept = kb.calibration()
    assert kept == found.calibration
    assert (kept.method, kept.embedder, kept.contents) == ("distance", "fake-words", kb.contents())
    assert kept.questions == {"answerable": 6, "far": 161, "near": 1}
    assert kept.out_of_domain == bank_sha256()
    assert kb.ask("Where is green tea grown?").gate.threshold == kept.cut
    assert {one.group: (one.certified, one.needed) for one in kept.certificates} == {
        "near": (False, 59),
        "far": (True, 59),
    }


def test_what_the_calibration_says_is_what_ask_does(kb, tmp_path):
    corpus = corpus_of(kb)
    gold = golden(tmp_path, corpus, NEAR)
    found = calibrate(kb, gold, corpus, Wish("distance", max_bluff=0.3, out_of_domain=False)).calibration
    refused = {question.id for question in gold.questions if not kb.ask(question.question).answered}
    assert found.given_up.count == len(refused & {q.id for q in gold.questions if q.answerable})
    assert found.bluffs["near"].count == len({"u2"} - refused)


def test_a_dry_run_keeps_nothing(kb, tmp_path):
    corpus = corpus_of(kb)
    calibrate(kb, golden(tmp_path, corpus), corpus, Wish("distance"), write=False)
    assert kb.calibration() is None


def test_without_near_questions_it_is_said_that_nothing_is_known_of_them(kb, tmp_path):
    corpus = corpus_of(kb)
    found = calibrate(kb, golden(tmp_path, corpus), corpus, Wish("distance", removed=False))
    assert any("no near questions were asked" in note for note in found.notes)
    assert found.calibration.cut <= 0.5  # the fake embedder's own


def test_a_set_without_answerable_or_without_unanswerable_questions_is_refused(kb):
    corpus = corpus_of(kb)
    no = GoldenSet("g", (Question("u", "q?", "u", answerable=False),), "0")
    with pytest.raises(GoldenError, match="no answerable question"):
        calibrate(kb, no, corpus)
    yes = GoldenSet("g", (Question("a", "q?", "a", answerable=True),), "0")
    with pytest.raises(GoldenError, match="no unanswerable question"):
        calibrate(kb, yes, corpus, Wish(out_of_domain=False))


def spoken(*words):
    return GoldenSet("g", tuple(Question(f"q{n}", w, f"q{n}", answerable=True) for n, w in enumerate(words)), "0")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("What is the notice period of the lease, and how do I give notice to the owner of the flat?", {"en": 160}),
        (
            "¿Cuál es el plazo de preaviso del contrato, y cómo se lo comunico al dueño de la casa por carta?",
            {"es": 160},
        ),
        ("RULE-A002?", {"en": 160, "es": 160}),
    ],
)
def test_the_bank_is_asked_in_the_language_of_the_golden_set(words, expected):
    bank = with_bank(spoken(words)).questions[1:]
    assert {code: sum(q.id.startswith(f"ood-{code}") for q in bank) for code in expected} == expected
    assert len(bank) == sum(expected.values())
    assert all(not q.answerable and q.distance == "far" for q in bank)


def test_a_question_of_the_bank_that_lies_nearer_than_half_of_the_answerable_ones_is_suspicious():
    own = spoken("?")
    whole = with_bank(own)
    near, far = whole.questions[1:3]
    seen = [
        replace(asked("answerable", 0, 0.5), id="q0", distance=0.4),
        replace(asked("far", 1, 0.5), id=near.id, distance=0.3),
        replace(asked("far", 2, 0.5), id=far.id, distance=0.9),
    ]
    assert [(one.id, one.question, one.distance) for one in suspicious(seen, own, whole)] == [
        (near.id, near.question, 0.3)
    ]


def test_without_near_questions_ones_own_are_asked_of_the_index_without_their_answers(kb, tmp_path):
    corpus = corpus_of(kb)
    gold = golden(tmp_path, corpus)
    hidden = {one.id: one for one in ask_removed(kb, gold, corpus)}
    seen = {one.id: one for one in ask_all(kb, gold, corpus, Asking())}
    assert set(hidden) == {f"{question.id} removed" for question in gold.questions if question.spans}
    assert all((one.group, one.unit) == ("removed", id_[:2]) for id_, one in hidden.items())
    assert hidden["n1a removed"].distance > seen["n1a"].distance
    assert hidden["n1a removed"].seen.bm25 < seen["n1a"].seen.bm25
    found = calibrate(kb, gold, corpus, Wish("distance")).calibration
    assert [one.group for one in found.certificates] == ["removed", "far"]
    assert found.questions["removed"] == 6


def test_near_questions_that_a_person_wrote_are_asked_instead_of_removed_ones(kb, tmp_path):
    corpus = corpus_of(kb)
    found = calibrate(kb, golden(tmp_path, corpus, NEAR), corpus, Wish("distance")).calibration
    assert [one.group for one in found.certificates] == ["near", "far"]
    assert "removed" not in found.questions


@pytest.mark.parametrize("name", ["removed", "answerable"])
def test_unanswerable_questions_that_bear_the_name_of_another_group_are_near_ones(kb, tmp_path, name):
    corpus = corpus_of(kb)
    gold = golden(tmp_path, corpus, NEAR | {"distance": name})
    found = calibrate(kb, gold, corpus, Wish("distance"))
    assert found.calibration.questions == {"answerable": 6, "far": 161, "near": 1}
    assert not any("no near questions" in note for note in found.notes)


def test_a_hidden_passage_and_its_twins_are_found_nowhere_and_filters_still_hold(kb):
    view = kb.index()
    shown = np.arange(len(view.lengths)) % 2 == 0
    rows = search(Hidden(view, shown), kb.embedder, "tea rent lamp", k=100).hits
    assert len(rows) == shown.sum()
    named = search(Hidden(view, shown), kb.embedder, "tea", k=100, filters=["name:rent.md"]).hits
    assert {hit.document_name for hit in named} <= {"rent.md"}


def test_a_run_over_a_calibrated_knowledge_base_is_measured_behind_its_threshold(kb, tmp_path):
    corpus = corpus_of(kb)
    gold = golden(tmp_path, corpus, NEAR)
    calibrate(kb, gold, corpus, Wish("distance"))
    assert run_knowledge_base(kb, gold, corpus).threshold == kb.calibration().cut
