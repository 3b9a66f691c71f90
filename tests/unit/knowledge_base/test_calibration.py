"""A calibration in a knowledge base: kept, used, shown, stale, dropped; and no writer is called on a refusal."""

import json
from dataclasses import replace

import jsonschema
import pytest

from fakes import FakeEmbedder, FakeProjection
from pincite.cli import main as command_line
from pincite.config import Config
from pincite.errors import SealError, StoreDamaged, UsageError
from pincite.gate.probability import SIGNALS
from pincite.knowledge_base import door as door_module
from pincite.knowledge_base import gates
from pincite.knowledge_base.door import KnowledgeBase
from pincite.types.calibration import Calibration, Certificate, Rate

FEW = Rate(1, 60, 0.0, 0.09)


def model(intercept):
    return {
        "name": "refitted",
        "fingerprint": "fake",
        "intercept": intercept,
        "weights": dict.fromkeys(SIGNALS, 0.0),
        "common": dict.fromkeys(SIGNALS, 0.0),
        "fitted_on": {},
    }


@pytest.fixture(autouse=True)
def projection(monkeypatch):
    for module in ("retrieve.rerank", "knowledge_base.models"):
        monkeypatch.setattr(f"pincite.{module}.load_projection", lambda name: FakeProjection())


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "tea.md").write_text("# Tea\n\nGreen tea is grown in Uji.", "utf-8")
    (folder / "rent.md").write_text("# Rent\n\nRent is due on the first day.", "utf-8")
    return folder


@pytest.fixture
def door(docs, tmp_path):
    doors = []

    def opened(config=None, **fake) -> KnowledgeBase:
        doors.append(KnowledgeBase(tmp_path / "kb", config=config or Config(), embedder=FakeEmbedder(**fake)))
        return doors[-1]

    assert opened().add(docs).failed == ()
    yield opened
    for one in doors:
        one.close()


def calibration(kb, method="distance", cut=0.4, intercept=0.0, **more) -> Calibration:
    return replace(
        Calibration(
            method=method,
            cut=cut,
            model=model(intercept) if method == "calibrated" else None,
            weights="refitted" if method == "calibrated" else "",
            embedder="fake-words",
            fingerprint="fake",
            contents=kb.contents(),
            golden="9" * 64,
            out_of_domain="",
            questions={"answerable": 80, "near": 60},
            bluffs={"near": FEW},
            given_up=Rate(30, 80, 0.28, 0.48),
            certificates=(Certificate("near", 0.05, 0.95, 60, 0, 59, certified=True, bound=0.0487),),
            settings=gates.search_settings(kb.config),
            date="2026-12-02",
        ),
        **more,
    )


def test_what_was_kept_is_read_again_to_the_last_digit(door):
    kb = door()
    assert kb.calibration() is None
    kept = calibration(kb, "calibrated", 0.1 + 0.2)
    kb.set_calibration(kept)
    assert door().calibration() == kept
    kb.set_calibration(None)
    assert kb.calibration() is None


def test_a_calibrated_distance_is_the_threshold_until_the_settings_give_another(door):
    kb = door()
    kb.set_calibration(calibration(kb, cut=0.25))
    assert (kb.threshold, kb.status().threshold, kb.ask("tea").gate.threshold) == (0.25, 0.25, 0.25)
    assert door(Config(threshold=0.3)).ask("tea").gate.threshold == 0.3


@pytest.mark.parametrize(
    ("setting", "threshold", "mode"),
    [
        ("auto", None, "calibrated"),
        ("auto", 0.5, "distance"),
        ("distance", None, "distance"),
        ("calibrated", 0.5, "calibrated"),
    ],
)
def test_the_gate_is_the_calibrated_one_unless_the_settings_ask_for_the_distance(door, setting, threshold, mode):
    kb = door(Config(gate=setting, threshold=threshold))
    kb.set_calibration(calibration(kb, "calibrated"))
    assert kb.ask("Where is green tea grown?").gate.mode == kb.status().gate == mode


def test_without_a_calibration_the_gate_is_the_distance(door):
    assert (door().ask("tea").gate.mode, door().status().gate, door().status().calibration) == ("distance",) * 2 + (
        None,
    )


def test_a_chance_under_the_cut_is_refused_and_one_at_it_is_answered(door):
    kb = door()
    kb.set_calibration(calibration(kb, "calibrated", 0.5, intercept=0.0))
    assert kb.ask("Where is green tea grown?").answered
    kb.set_calibration(calibration(kb, "calibrated", 0.5, intercept=-1e-9))
    assert not kb.ask("Where is green tea grown?").answered
    assert door(Config(cut=0.4)).ask("Where is green tea grown?").answered


def test_an_embedder_without_a_refusal_model_is_told_to_calibrate(door):
    with pytest.raises(UsageError, match="pincite calibrate GOLD"):
        door(Config(gate="calibrated")).ask("Where is tea grown?")


def test_over_few_chunks_the_distance_stands_in_for_the_model_that_ships_and_says_so(door, monkeypatch):
    monkeypatch.setattr(gates, "model_for", lambda fingerprint: gates.Model(**model(-50.0)))
    kb = door(Config(gate="calibrated", threshold=0.9))
    answer = kb.ask("Where is green tea grown?")
    assert (answer.answered, answer.gate.mode, kb.status().gate) == (True, "distance", "distance")
    assert answer.notes[0].startswith("the model that ships needs 20 chunks or more to judge, found 2")
    assert not door(Config(gate="calibrated", threshold=0.1)).ask("Which motor drives the pump?").answered
    own = door(Config(gate="calibrated", cut=0.1)).ask("Where is green tea grown?")
    assert (own.answered, own.gate.mode) == (False, "calibrated")
    kb.set_calibration(calibration(kb, "calibrated", 0.5, intercept=0.0))
    assert kb.ask("Where is green tea grown?").gate.mode == "calibrated"


def test_the_model_that_ships_is_used_uncalibrated_and_says_so(door, monkeypatch):
    monkeypatch.setattr(gates, "FEWEST_CHUNKS", 2)
    monkeypatch.setattr(gates, "model_for", lambda fingerprint: gates.Model(**model(0.1)))
    answer = door(Config(gate="calibrated")).ask("Where is green tea grown?")
    assert (answer.answered, answer.gate.cut) == (True, gates.SHIPPED_CUT)
    assert "not calibrated on these documents" in answer.notes[0]


@pytest.mark.parametrize("how", [{"mode": "dense"}, {"mode": "lexical"}, {"rerank": "none"}, {"rerank": "cross"}])
def test_no_mode_weakens_the_calibrated_gate(door, how):
    kb = door(Config(**how))
    kb.set_calibration(calibration(kb, "calibrated", 0.0, intercept=50.0))
    abstention = kb.ask("Where is green tea grown?")
    assert (abstention.answered, abstention.decided_by) == (False, "no signals")


def test_late_interaction_that_fails_does_not_weaken_it_either(door, monkeypatch):
    kb = door()
    kb.set_calibration(calibration(kb, "calibrated", 0.0, intercept=50.0))
    assert kb.ask("Where is green tea grown?").answered
    monkeypatch.setattr("pincite.store.view.View.token_codes", lambda self, rows: [None] * len(rows))
    assert not kb.ask("Where is green tea grown?").answered


def test_a_changed_index_makes_the_calibration_stale_and_every_answer_says_so(door, docs):
    kb = door()
    kb.set_calibration(calibration(kb, cut=1.9))
    assert kb.status().calibration_stale == ""
    assert kb.ask("tea").notes == ()
    (docs / "new.md").write_text("# New\n\nCoffee is grown in Jinotega.", "utf-8")
    kb.add(docs)
    assert kb.status().calibration_stale == "the index has changed since"
    assert "calibration of 2026-12-02 is stale: the index has changed" in kb.ask("tea").notes[0]
    assert kb.ask("tea").gate.threshold == 1.9
    (docs / "new.md").unlink()
    kb.add(docs, sync=True)
    assert kb.status().calibration_stale == ""


def test_other_settings_than_those_measured_are_stale_by_name(door):
    kb = door()
    kb.set_calibration(calibration(kb))
    assert "evidence 4, now 2" in door(Config(evidence=2)).status().calibration_stale


def test_signals_of_another_version_are_stale(door):
    kb = door()
    other = model(0.0) | {"weights": {"luck": 1.0}}
    kb.set_calibration(calibration(kb, "calibrated", model=other))
    assert "other signals" in kb.status().calibration_stale
    with pytest.raises(UsageError, match="calibrate anew"):
        kb.ask("tea")


def test_a_reindex_with_another_embedder_drops_it_and_one_with_the_same_keeps_it(door):
    kb = door()
    kb.set_calibration(calibration(kb))
    kb.reindex()
    assert kb.calibration() is not None
    assert kb.status().calibration_stale == ""
    door(fingerprint="other").reindex()
    assert door().calibration() is None


def test_a_calibration_of_another_embedder_is_refused_by_both_names(door):
    kb = door()
    with pytest.raises(SealError, match=r"theirs .*fake-words"):
        kb.set_calibration(calibration(kb, embedder="theirs", fingerprint="other"))


def test_a_record_that_cannot_be_read_is_a_problem_that_doctor_finds(door):
    kb = door()
    with kb._open()._transaction() as connection:
        connection.execute("UPDATE generations SET calibration = '{}'")
    assert any("calibration" in problem.message for problem in kb.doctor())


def edit(kb, **changes):
    """Change the record in the file, as nobody should."""
    row = json.loads(json.dumps(calibration(kb, "calibrated", 0.9, intercept=-5.0).to_json()))
    with kb._open()._transaction() as connection:
        connection.execute("UPDATE generations SET calibration = ?", (json.dumps(row | changes),))


@pytest.mark.parametrize(
    "changes",
    [
        {"cut": float("nan")},
        {"cut": -1},
        {"cut": "0.1"},
        {"cut": True},
        {"cut": None},
        {"method": "foo"},
        {"method": "distance"},
        {"model": None},
        {"model": [1]},
        {"model": {}},
        {"settings": None},
        {"fingerprint": None},
        {"date": 5},
        {"questions": []},
        {"given_up": {"count": "x", "n": 1, "low": 0, "high": 1}},
        {"version": 2},
    ],
)
def test_a_record_that_was_edited_is_said_to_be_unreadable_until_one_calibrates_again(door, changes):
    kb = door()
    edit(kb, **changes)
    for look in (kb.status, kb.calibration, lambda: kb.ask("Where is green tea grown?")):
        with pytest.raises(StoreDamaged, match="run `pincite calibrate` again"):
            look()
    kb.set_calibration(calibration(kb))
    assert kb.status().gate == "distance"


def test_a_refusal_model_that_was_edited_answers_nothing_and_doctor_finds_it(door):
    kb = door()
    edit(kb, model=model(float("inf")))
    with pytest.raises(UsageError, match="calibrate anew"):
        kb.ask("Where is green tea grown?")
    assert [problem.check for problem in kb.doctor() if "calibrate anew" in problem.message] == ["calibration"]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"gate": "calibrated", "threshold": 0.1}, ["threshold = 0.1 is not used: the gate in force is calibrated"]),
        ({"gate": "distance", "cut": 0.99}, ["cut = 0.99 is not used: the gate in force is distance"]),
        ({"threshold": 0.1}, []),
        ({"cut": 0.99}, []),
    ],
)
def test_a_number_given_to_the_gate_that_is_not_in_force_is_named(door, settings, expected):
    kb = door(Config(**settings))
    kb.set_calibration(calibration(kb, "calibrated", 0.5))
    notes = kb.ask("Where is green tea grown?").notes
    assert [note.split(";")[0] for note in notes] == expected


def test_a_refusal_names_the_words_that_stand_nowhere_and_the_nearest_passages(door):
    abstention = door(Config(threshold=0.0)).ask("Who grows Darjeeling tea?")
    assert (abstention.decided_by, abstention.unseen) == ("distance", ("grows", "Darjeeling"))
    assert [hit.locator.fragment.startswith("#char=") for hit in abstention.nearest] == [True, True]


class Counter:
    """A generator that only counts."""

    name = "counter"

    def __init__(self):
        self.calls = 0

    def complete(self, prompt, on_text=None):
        self.calls += 1
        return "It is grown in Uji. [1]"


REFUSING = {"distance": {"cut": 0.0}, "calibrated": {"cut": 0.9, "intercept": -5.0}}
ANSWERING = {"distance": {"cut": 1.99}, "calibrated": {"cut": 0.0, "intercept": 5.0}}
FILTERS = {"none": [], "one that lets through": ["name:tea.md"], "one that lets nothing through": ["type:pdf"]}


@pytest.fixture
def counter(monkeypatch):
    """Stands in for whatever writes; the command line gets the small embedder as well."""
    generator = Counter()
    monkeypatch.setattr(door_module, "load_embedder", lambda config, say: FakeEmbedder())
    monkeypatch.setattr(door_module, "load_generator", lambda config: generator)
    return generator


@pytest.mark.parametrize("filters", FILTERS)
@pytest.mark.parametrize("method", REFUSING)
def test_no_writer_is_called_on_a_refusal_by_the_library(door, counter, method, filters):
    kb = door()
    kb.set_calibration(calibration(kb, method, **REFUSING[method]))
    assert not kb.ask("Where is green tea grown?", filters=FILTERS[filters], on_text=print).answered
    assert counter.calls == 0
    kb.set_calibration(calibration(kb, method, **ANSWERING[method]))
    assert kb.ask("Where is green tea grown?").answered
    assert counter.calls == 1


@pytest.mark.parametrize(
    "extra", [[], ["--filter", "name:tea.md"], ["--filter", "type:pdf"], ["--mode", "dense"], ["--json"]]
)
@pytest.mark.parametrize("method", REFUSING)
def test_no_writer_is_called_on_a_refusal_by_the_command_line(door, counter, capsys, method, extra):
    kb = door()
    kb.set_calibration(calibration(kb, method, **REFUSING[method]))
    assert command_line.main(["ask", "Where is green tea grown?", *extra, "--kb", str(kb.folder)]) == 3
    assert counter.calls == 0
    assert "Where is green tea grown?" in capsys.readouterr().out


@pytest.mark.parametrize("method", REFUSING)
def test_no_writer_is_called_on_a_refusal_in_a_batch(door, counter, capsys, tmp_path, method):
    kb = door()
    kb.set_calibration(calibration(kb, method, **REFUSING[method]))
    (tmp_path / "q.jsonl").write_text('{"id": 1, "question": "Where is tea grown?"}\n{"id": 2, "question": "Rent?"}\n')
    assert command_line.main(["ask", "--questions", str(tmp_path / "q.jsonl"), "--kb", str(kb.folder)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["answered"] for line in lines] == [False, False]
    assert counter.calls == 0


@pytest.mark.parametrize("method", REFUSING)
def test_a_refusal_and_the_status_are_of_the_published_form_and_readable(door, monkeypatch, capsys, schema, method):
    kb = door()
    kb.set_calibration(calibration(kb, method, **REFUSING[method]))
    monkeypatch.setattr(door_module, "load_embedder", lambda config, say: FakeEmbedder())
    folder = ["--kb", str(kb.folder)]
    command_line.main(["ask", "Where is Darjeeling grown?", *folder, "--json"])
    jsonschema.validate(json.loads(capsys.readouterr().out), schema("ask"))
    command_line.main(["status", *folder, "--json"])
    jsonschema.validate(json.loads(capsys.readouterr().out), schema("status"))
    command_line.main(["ask", "Where is Darjeeling grown?", *folder])
    assert "nowhere in the documents: Darjeeling" in capsys.readouterr().out
    command_line.main(["status", *folder])
    printed = capsys.readouterr().out
    assert "bluffs: near 1 of 60 (2%, 0% to 9%) | given up: 30 of 80 (38%, 28% to 48%)" in printed
    assert "near: certified, at most 4.87% bluffs at 95% confidence" in printed


def test_the_status_of_an_uncalibrated_knowledge_base_says_so(door, monkeypatch, capsys):
    monkeypatch.setattr(door_module, "load_embedder", lambda config, say: FakeEmbedder())
    command_line.main(["status", "--kb", str(door().folder)])
    assert "not calibrated on questions of yours" in capsys.readouterr().out


@pytest.fixture
def schema():
    from importlib.resources import files

    return lambda name: json.loads((files("pincite.cli") / "schemas" / f"{name}.json").read_text("utf-8"))
