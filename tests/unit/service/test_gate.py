import json

import pytest

from bank import NEEDLES, evaluate, work
from pincite.cli.main import main
from tenants import client_of

QUESTION = NEEDLES[0][4:-1]


def answered(client):
    return client.post("/ask", json={"question": QUESTION}).json()["answered"]


def best_distance(client):
    return client.post("/ask", json={"question": QUESTION}).json()["gate"]["best_distance"]


def test_a_knowledge_base_that_nobody_measured_says_so(client):
    gate = client.get("/gate").json()
    assert (gate["method"], gate["cut"], gate["by"]) == ("distance", 0.5, "shipped")
    assert (gate["calibration"], gate["evaluation"], gate["said"]) == (None, None, [])
    assert gate["curves"] == {"distance": [], "calibrated": []}
    assert gate["notes"]
    assert client.get("/gate/at", params={"method": "distance", "cut": 0.5}).status_code == 404


def test_an_empty_knowledge_base_has_a_gate_too(app):
    client_of(app).post("/api/v1/bases", json={"name": "empty"})
    empty = client_of(app)
    empty.base_url = f"{empty.base_url}/api/v1/bases/empty"
    assert empty.get("/gate").json()["cut"] == 0.5
    assert empty.get("/golden").json()["items"] == []
    assert empty.get("/evaluations").json() == {"evaluations": []}
    assert empty.get("/calibration").json() == {"result": None, "job": None}
    assert empty.get("/golden/check").status_code in {404, 422}
    assert empty.put("/gate", json={"method": "distance", "cut": 0.5}).status_code == 409
    assert empty.delete("/gate").status_code == 409


def test_a_cut_by_hand_refuses_and_answers_from_then_on_also_on_the_command_line(client, kb, capsys):
    best = best_distance(client)
    for cut, expected in ((best + 0.01, True), (max(best - 0.01, 0.0), False)):
        gate = client.put("/gate", json={"method": "distance", "cut": cut}).json()
        assert (gate["method"], gate["cut"], gate["by"], gate["stale"]) == ("distance", cut, "hand", "")
        assert answered(client) == expected
    assert main(["status", "--kb", str(kb.folder)]) == 0
    printed = capsys.readouterr().out
    assert "cut set by hand" in printed
    assert "nothing is certified" in printed
    assert main(["status", "--kb", str(kb.folder), "--json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert status["calibration"]["by_hand"] is True
    assert status["threshold"] == pytest.approx(max(best - 0.01, 0.0))


def test_a_cut_without_an_evaluation_does_not_grow_stale_with_a_further_document(client, kb):
    client.put("/gate", json={"method": "distance", "cut": 0.6})
    (kb.folder / "files" / "more.md").write_text("Another lamp.")
    kb.add(kb.folder / "files" / "more.md")
    assert client.get("/gate").json()["stale"] == ""


@pytest.mark.usefixtures("golden")
def test_the_curve_shows_both_rates_and_the_cut_is_kept_with_those_of_its_point(app, client, kb):
    id_ = evaluate(app, client, kb)["id"]
    gate = client.get("/gate").json()
    assert (gate["evaluation"], gate["evaluation_stale"]) == (id_, "")
    points = gate["curves"]["distance"]
    assert [point["cut"] for point in points] == sorted(point["cut"] for point in points)
    bluffs = [point["bluffs"]["all"]["count"] for point in points]
    given_up = [point["given_up"]["count"] for point in points]
    assert (bluffs[0], bluffs[-1], given_up[-1]) == (0, 2, 0)
    assert bluffs == sorted(bluffs)
    assert given_up == sorted(given_up, reverse=True)
    at = client.get("/gate/at", params={"method": "distance", "cut": 0.6}).json()
    said = client.put("/gate", json={"method": "distance", "cut": 0.6}).json()
    assert said["calibration"]["given_up"] == at["given_up"]
    assert said["calibration"]["bluffs"] == {name: at["bluffs"][name] for name in ("near", "far")}
    assert said["calibration"]["certificates"] == []
    assert "2 answerable, 1 near, 1 far" in said["said"][0].replace("1 far, 1 near", "1 near, 1 far")


@pytest.mark.usefixtures("golden")
def test_a_cut_that_was_measured_grows_stale_with_the_index(app, client, kb):
    evaluate(app, client, kb)
    client.put("/gate", json={"method": "distance", "cut": 0.6})
    (kb.folder / "files" / "more.md").write_text("Another lamp.")
    kb.add(kb.folder / "files" / "more.md")
    assert client.get("/gate").json()["stale"] == "the index has changed since"
    notes = client.post("/ask", json={"question": QUESTION}).json()["notes"]
    assert [note for note in notes if "by hand" in note and "stale" in note]


def test_taken_away_what_ships_is_in_force_again(client):
    client.put("/gate", json={"method": "distance", "cut": 0.01})
    gate = client.delete("/gate").json()
    assert (gate["cut"], gate["by"], gate["calibration"]) == (0.5, "shipped", None)


@pytest.mark.parametrize(
    "body",
    [
        {"method": "distance", "cut": 2.1},
        {"method": "calibrated", "cut": 1.5},
        {"method": "distance", "cut": -1},
        {"method": "best", "cut": 0.5},
        {"method": "distance", "cut": "near"},
        {"method": "calibrated", "cut": 0.5},
        {},
    ],
)
def test_what_is_no_cut_or_has_no_model_is_refused(client, body):
    assert client.put("/gate", json=body).status_code == 422
    assert client.get("/gate").json()["by"] == "shipped"


def test_settings_that_choose_the_gate_come_first_and_are_named(app, tmp_path, client, kb):
    (kb.folder / "pincite.toml").write_text("threshold = 0.3\n")
    app.state.bases.close()
    answer = client.put("/gate", json={"method": "distance", "cut": 0.6})
    assert (answer.status_code, "threshold = 0.3" in answer.json()["detail"]) == (422, True)
    assert client.get("/gate").json()["by"] == "settings"


@pytest.mark.usefixtures("golden")
def test_a_calibration_is_kept_and_says_what_it_certifies_in_the_words_of_the_command(app, client, kb, capsys):
    wish = {"max_bluff": 0.2, "confidence": 0.9, "method": "distance"}
    (job,) = client.post("/calibration", json=wish).json()["jobs"]
    assert (job["kind"], job["path"]) == ("calibrate", "golden.jsonl")
    over = work(app, kb)
    assert over.state == "done", over.reason
    found = client.get("/calibration").json()
    assert found["job"]["id"] == job["id"]
    assert found["result"]["written"] is True
    gate = client.get("/gate").json()
    assert (gate["by"], gate["calibration"]) == ("calibration", found["result"]["calibration"])
    groups = {one["group"]: one["certified"] for one in gate["calibration"]["certificates"]}
    assert groups["near"] is False  # one near question certifies nothing
    assert groups["far"] is True
    main(["status", "--kb", str(kb.folder)])
    printed = " ".join(capsys.readouterr().out.split())
    for sentence in gate["said"]:
        assert " ".join(sentence.split()) in printed
    assert found["result"]["said"] == gate["said"]
    assert client.put("/gate", json={"method": "distance", "cut": gate["cut"]}).json()["by"] == "calibration"
    assert client.put("/gate", json={"method": "distance", "cut": 0.4}).json()["calibration"]["certificates"] == []


@pytest.mark.usefixtures("golden")
def test_a_calibration_that_is_not_to_be_kept_changes_nothing(app, client, kb):
    client.post("/calibration", json={"keep": False, "method": "distance"})
    assert work(app, kb).state == "done"
    assert client.get("/calibration").json()["result"]["written"] is False
    assert client.get("/gate").json()["by"] == "shipped"


@pytest.mark.parametrize("wish", [{"max_bluff": 0}, {"confidence": 1}, {"seed": -1}, {"method": "best"}])
@pytest.mark.usefixtures("golden")
def test_a_wish_that_nobody_can_meet_is_refused_at_once(client, wish):
    assert client.post("/calibration", json=wish).status_code == 422
