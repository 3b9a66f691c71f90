"""A golden set written, asked by a real worker and looked at over HTTP; a cut set by hand that holds wherever one asks."""

import json
import os
import subprocess
import sys

import jsonschema
import pytest

from pincite.client import Client, ServiceError
from pincite.errors import GoldenError
from pincite.service.measured import MEASURED
from served import serving

TEXT = """# Bank 🏦

The vault of the old bank opens at seven each morning, and the keeper rings a bell.

Nobody but the keeper has the second key, which hangs on a green ribbon.

Letters for the north office are handed in at the small window before noon.
"""
ASKED = {
    "The vault of the old bank opens at seven each morning": {
        "When does the vault open?": "course",
        "vault hours": "ticket",
    },
    "Nobody but the keeper has the second key": {"Who has the second key?": "course"},
    "Letters for the north office are handed in at the small window before noon": {"Where do letters go?": "course"},
}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def served(root, minilm_folder):
    with serving(root, minilm_folder) as found:
        yield found


@pytest.fixture(scope="module")
def client(served):
    with Client(served.url) as found:
        yield found


@pytest.fixture(scope="module")
def bank(client, tmp_path_factory):
    """A knowledge base with a golden set of three needles, a near question and a far one."""
    path = tmp_path_factory.mktemp("files") / "bank.md"
    path.write_text(TEXT, "utf-8")
    client.create("bank")
    (job,) = client.wait(client.add("bank", path))
    text = client.text("bank", job["document_id"])
    for needle, questions in ASKED.items():
        at = text.index(needle)
        item = client.add_needle("bank", job["document_id"], at, at + len(needle), questions)
        assert item["spans"][0]["needle"] == needle
    client.add_unanswerable("bank", "Who paid for the green ribbon?", "near")
    client.add_unanswerable("bank", "Who composed the opera Carmen?", "far")
    return "bank"


@pytest.fixture(scope="module")
def evaluated(client, bank):
    told = []
    (job,) = client.wait(client.evaluate(bank), watch=told.append)
    assert (job["state"], job["done"], job["total"]) == ("done", 6, 6), job["reason"]
    return client.evaluation(bank, job["id"])


def command(minilm_folder, *words):
    """A command of its own process; its exit code and what it printed."""
    env = {**os.environ, "PINCITE_WEIGHTS": str(minilm_folder), "PINCITE_THREADS": "1"}
    line = [sys.executable, "-m", "pincite.cli.main", *map(str, words)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, env=env)
    return done.returncode, done.stdout


def test_the_set_is_clean_and_the_command_line_measures_the_same_with_its_file(
    client, bank, evaluated, root, minilm_folder
):
    assert client.check_golden(bank)["clean"]
    jsonschema.validate(evaluated, MEASURED["show_one_evaluation"])
    folder = root / bank
    code, printed = command(minilm_folder, "eval", "run", folder / "golden.jsonl", "--kb", folder, "--json")
    assert code == 0
    for name in ("n", "R@1", "R@4", "MRR", "destroyed", "golden", "threshold"):
        assert json.loads(printed)[name] == evaluated["result"][name], name


def test_bluffs_stand_beside_answers_given_up_and_are_what_ask_does(client, bank, evaluated):
    gate = evaluated["result"]["gate"]
    answers = [client.ask(bank, question)["answered"] for questions in ASKED.values() for question in questions]
    assert gate["given_up"]["count"] == answers.count(False)
    bluffs = [
        client.ask(bank, one)["answered"]
        for one in ("Who paid for the green ribbon?", "Who composed the opera Carmen?")
    ]
    assert [gate["bluffs"]["near"]["count"], gate["bluffs"]["far"]["count"]] == bluffs


def test_the_report_is_the_products_own_and_runs_nothing(client, bank, evaluated, served):
    page = client.report(bank, evaluated["id"])
    assert "How well the search finds" in page
    assert "<script" not in page
    answer = served.http.get(f"/api/v1/bases/{bank}/evaluations/{evaluated['id']}/report.html")
    assert "sandbox" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_a_cut_by_hand_holds_over_http_and_on_the_command_line_and_status_says_so(
    client, bank, evaluated, root, minilm_folder
):
    assert evaluated["stale"] == ""
    question, folder = "When does the vault open?", root / bank
    before = client.gate(bank)
    jsonschema.validate(before, MEASURED["show_gate"])
    assert before["by"] == "shipped"
    assert before["evaluation"] == evaluated["id"]
    best = client.ask(bank, question)["gate"]["best_distance"]
    for cut, answered in ((round(best - 0.02, 4), False), (round(best + 0.02, 4), True)):
        gate = client.set_gate(bank, "distance", cut)
        assert (gate["by"], gate["cut"]) == ("hand", cut)
        assert client.ask(bank, question)["answered"] == answered
        assert command(minilm_folder, "ask", question, "--kb", folder)[0] == (0 if answered else 3)
    _, printed = command(minilm_folder, "status", "--kb", folder)
    assert "cut set by hand" in printed
    assert "| given up:" in printed
    assert client.reset_gate(bank)["by"] == "shipped"


def test_the_chance_can_be_cut_by_hand_as_well(client, bank, evaluated):
    assert evaluated["result"]["settings"]["rerank"] == "late"
    curve = client.gate(bank)["curves"]["calibrated"]
    assert (curve[0]["cut"], curve[-1]["cut"], len(curve)) == (0.0, 1.0, 101)
    assert curve[0]["given_up"]["count"] == 0
    assert client.set_gate(bank, "calibrated", 1.0)["method"] == "calibrated"
    refusal = client.ask(bank, "When does the vault open?")
    assert (refusal["answered"], refusal["gate"]["mode"]) == (False, "calibrated")
    client.set_gate(bank, "calibrated", 0.0)
    assert client.ask(bank, "When does the vault open?")["answered"]
    client.reset_gate(bank)


def test_a_calibration_by_a_worker_is_certified_only_where_there_are_enough_questions(
    client, bank, root, minilm_folder
):
    (job,) = client.wait(client.calibrate(bank, method="distance"))
    assert job["state"] == "done", job["reason"]
    found = client.calibration(bank)
    jsonschema.validate(found, MEASURED["show_calibration"])
    assert {one["group"]: one["certified"] for one in found["result"]["calibration"]["certificates"]} == {
        "near": False,
        "far": True,
    }
    gate = client.gate(bank)
    assert gate["by"] == "calibration"
    _, printed = command(minilm_folder, "status", "--kb", root / bank)
    for sentence in gate["said"]:
        assert "".join(sentence.split()) in "".join(printed.split())
    client.reset_gate(bank)


def test_an_evaluation_can_be_cancelled_and_leaves_nothing(client, bank):
    (job,) = client.evaluate(bank, out_of_domain=True)
    over = client.cancel(bank, job["id"])
    assert (over["state"], over["code"]) == ("failed", "cancelled")
    assert client.evaluation(bank, job["id"])["result"] is None
    (again,) = client.wait(client.evaluate(bank))
    assert again["state"] == "done"
    with pytest.raises(ServiceError, match="can't be cancelled"):
        client.cancel(bank, again["id"])


def test_the_set_comes_back_from_its_file_and_an_empty_one_measures_nothing(client, bank, tmp_path):
    (tmp_path / "set.jsonl").write_bytes(client.export_golden(bank))
    assert client.import_golden(bank, tmp_path / "set.jsonl") == {"added": 0, "questions": 6}
    client.create("empty")
    with pytest.raises(GoldenError, match="no question that counts"):
        client.evaluate("empty")
